import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type ContractServer, dumpOf, problemAnswer } from '#tests/support/contract-server.ts'
import { lineOf } from '#tests/support/document-screens.tsx'
import { openDumps, sentOf, startDumps } from '#tests/support/dump-screens.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startDumps()
})

const open = (path: string, keys?: readonly SecurityKey[]) => openDumps(server, path, keys)
const sent = () => sentOf(server)

describe('the list of dumps', () => {
  it('counts, offers a new dump, lets only open ones be edited, and names the warehouse', async () => {
    server.dumps.set('30000002', dumpOf('30000002', { Status: 'DUMPED' }))
    const page = open('/Dump/')
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^30000002/ })).toBeNull()
    await page.command('showAll')
    expect(await screen.findByText('2 of 2')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('All Dumps')
    expect(screen.getAllByText('Warehouse : WAT')).toHaveLength(2)
    expect(screen.getByRole('button', { name: /^New dump/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit 30000001' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit 30000002' })).toBeNull()
  })

  it('reports that a log does not exist', async () => {
    const page = open('/Dump/')
    await screen.findByText('1 of 1')
    await page.command('searchNumber', { number: '39999999' })
    expect(await screen.findByText('LogNbr does not exist')).toBeVisible()
  })

  it('is closed without DUMPKEY, but finds a log by its number', async () => {
    const page = open('/Dump/', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    expect(await screen.findByText(/You need DUMPKEY for this/)).toBeVisible()
    expect(server.asked.some(({ path }) => path === 'dump')).toBe(false)
    await page.command('searchNumber', { number: '30000001' })
    expect(await screen.findByText('Warehouse : WAT')).toBeVisible()
  })

  it('offers no new dump without DUMPCREATEKEY', async () => {
    open('/Dump/', ['DUMPHOMEKEY', 'DUMPKEY'])
    expect(await screen.findByText('1 of 1')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^New dump/ })).toBeNull()
  })
})

describe('the header of a dump', () => {
  it('is created once the authorizing person is entered, and opens the editor', async () => {
    const page = open('/Dump/Edit/New')
    const create = await screen.findByRole('button', { name: /^Create/ })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByText('Open')).toBeVisible()
    expect(await screen.findByText('WAT - Watsonville')).toBeVisible()
    await page.user.type(screen.getByLabelText(/^Authorized By/), 'Ann')
    await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'))
    await page.user.click(create)
    await page.says('Dump Header Created')
    expect(page.address()).toBe('/Dump/Edit/10000901')
  })

  it('takes its date from a calendar by keys alone; the field itself cannot be typed in', async () => {
    const page = open('/Dump/New/30000001')
    await screen.findByRole('heading', { name: 'Dump 30000001' })
    await page.command('editHeader')
    const date = await screen.findByLabelText<HTMLInputElement>(/^Authorized Date/)
    expect(date).toHaveAttribute('readonly')
    expect(date).toHaveAccessibleDescription('Enter opens the calendar.')
    await page.user.type(date, '0002-11-20', { skipClick: true })
    expect(date).toHaveValue('Nov 20, 2026')
    date.focus()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Authorized Date' })
    const shown = (day: string) =>
      new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'full', timeZone: 'UTC' })
    const focused = (day: string) => waitFor(() => expect(screen.getByLabelText(shown(day))).toHaveFocus())
    await focused('2026-11-20')
    await page.user.keyboard('{ArrowLeft}{ArrowUp}')
    await focused('2026-11-12')
    await page.user.keyboard('{PageUp}{End}')
    await focused('2026-10-17')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(date).toHaveValue('Oct 17, 2026')
    await waitFor(() => expect(date).toHaveFocus())
    await page.user.keyboard(' ')
    await focused('2026-10-17')
    await page.user.keyboard('{ArrowRight}{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(date).toHaveValue('Oct 17, 2026')
    await waitFor(() => expect(date).toHaveFocus())
    await page.command('saveHeader')
    await page.says('Dump Header Updated')
    expect(server.dumps.get('30000001')?.header.AuthorizedDate).toBe('2026-10-17')
  })

  it('holds scans while its calendar is open', async () => {
    const page = open('/Dump/Edit/New')
    const date = await screen.findByLabelText(/^Authorized Date/)
    date.focus()
    await page.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Authorized Date' })
    page.scan('B000000001')
    expect(page.depth()).toBe(1)
    page.scan('%T.NO', 1000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(page.depth()).toBe(0))
  })

  it('can be changed while open, and keeps its input when that fails', async () => {
    const page = open('/Dump/New/30000001')
    await screen.findByRole('heading', { name: 'Dump 30000001' })
    await page.command('editHeader')
    const by = await screen.findByLabelText(/^Authorized By/)
    expect(by).toHaveAttribute('maxlength', '50')
    await page.user.type(by, ' Berg')
    server.answer('POST dump', () => problemAnswer('state_conflict', 'The season is closed'))
    await page.command('saveHeader')
    expect(await screen.findByText(/^An error occurred/)).toBeVisible()
    expect(screen.getByLabelText(/^Authorized By/)).toHaveValue('Ann Berg')
    server.answer('POST dump', undefined)
    await page.command('saveHeader')
    await page.says('Dump Header Updated')
  })
})

describe('ending a dump', () => {
  const dumped = { BarcodeID: 'B000000001', Qty: 10, Status: 'DUMPED' }

  it('shows Dump while every line has a quantity, and enables it once no line is open', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped, { BarcodeID: 'B000000002', Qty: 5 }]))
    const page = open('/Dump/30000001')
    const button = await screen.findByRole('button', { name: /^Dump(?! line)/ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    page.scan('%T.DUMP')
    const left = within(await screen.findByRole('dialog', { name: 'Before you dump' }))
    expect(left.getByText('5 not dumped yet.')).toBeVisible()
    // Its own scan replaces the list.
    page.scan('B000000002', 1000)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    page.scan('%T.DUMP', 2000)
    await page.says('DUMPED successfully')
    expect(page.address()).toBe('/Dump/')
    expect(sent().at(-1)).toBe('DUMPED/B000000001 DUMPED 10 DEAD,DUMPED/B000000002 DUMPED 5 DEAD')
  })

  it('returns to the list from the editor too', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped]))
    const page = open('/Dump/Edit/30000001')
    await lineOf('B000000001')
    page.scan('%T.DUMP')
    await page.says('DUMPED successfully')
    expect(page.address()).toBe('/Dump/')
  })

  it('hides Dump if a line has 0, and disables it without DUMPKEY', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped, { BarcodeID: 'B000000002', Qty: 0 }]))
    const page = open('/Dump/30000001')
    await lineOf('B000000002')
    expect(screen.queryByRole('button', { name: /^Dump(?! line)/ })).toBeNull()
    page.unmount()
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped]))
    open('/Dump/30000001', ['DUMPHOMEKEY', 'DUMPCREATEKEY'])
    expect(await screen.findByRole('button', { name: /^Dump(?! line)/ })).toHaveAccessibleDescription(
      /You need DUMPKEY/,
    )
  })

  it('cancels after a question, and returns to the list', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ BarcodeID: 'B000000001', Qty: 10 }]))
    const page = open('/Dump/30000001')
    await lineOf('B000000001')
    await screen.findByRole('button', { name: /^Cancel Dump/ })
    page.scan('%T.CANCEL')
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to permanently Cancel Dump?' })
    page.scan('%T.YES', 1000)
    await page.says('CANCELLED successfully')
    expect(page.address()).toBe('/Dump/')
    expect(sent()).toEqual(['CANCELLED/B000000001 CANCELLED 10 DEAD'])
  })

  it('reports an error if the server does not confirm, and stays on the document', async () => {
    server.dumps.set('30000001', dumpOf('30000001', {}, [dumped]))
    server.answer('POST dump', () => ({ Message: 'The season is closed' }))
    const page = open('/Dump/30000001')
    await lineOf('B000000001')
    page.scan('%T.DUMP')
    await waitFor(() => expect(page.outcome()).toBe('Error occurred. The season is closed'))
    expect(page.address()).toBe('/Dump/30000001')
  })

  it.each(['DUMPED', 'CANCELLED'])('makes the dump read-only once it is %s', async (status) => {
    server.dumps.set('30000001', dumpOf('30000001', { Status: status }, [{ ...dumped, Status: status }]))
    open('/Dump/30000001')
    expect(
      await screen.findByText(`30000001 is ${status}. You can look at it but not change it.`),
    ).toBeVisible()
    expect(within(await lineOf('B000000001')).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Cancel Dump/ })).toBeNull()
  })

  it('does not open if its details cannot be loaded', async () => {
    server.answer('GET dump/:id', () => problemAnswer('internal_error'))
    open('/Dump/30000001')
    expect(await screen.findByText('An error occurred')).toBeVisible()
  })
})
