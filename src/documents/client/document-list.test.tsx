import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseOption, readOptions } from '#tests/support/choose-option.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001'))
  server.issuances.set(
    '10000002',
    issuanceOf('10000002', { IssueToType: 'Nursery', IssueToNbr: 'N1', EntityName: 'Redwood Nursery' }),
  )
  server.issuances.set('10000003', issuanceOf('10000003', { Status: 'SHIPPED' }))
})

const list = (options = {}) => openScreens(server.base, '/Issuance/', options)
const rowOf = async (number: string) => {
  const link = await screen.findByRole('link', { name: new RegExp(`^${number}`) })
  const row = link.closest('article')
  if (!row) throw new Error(`${number} stands in no row`)
  return within(row)
}

describe('the list of issuances', () => {
  it('marks a document with short lines, and no other', async () => {
    const figures = { LineCount: 8, DoneLineCount: 8, PlantQty: 3725 }
    const [short, full] = ['10000001', '10000002'].map((number) => server.issuances.get(number)?.header ?? {})
    Object.assign(short ?? {}, { ...figures, ShortLineCount: 1, ShortQty: 350 })
    Object.assign(full ?? {}, { ...figures, ShortLineCount: 0, ShortQty: 0 })
    list()
    expect((await rowOf('10000001')).getByText('1 line short by 350')).toBeVisible()
    expect((await rowOf('10000002')).queryByText(/short/)).toBeNull()
  })

  it('shows open documents with type, status and entity, and all of them on request', async () => {
    const page = list()
    const row = await rowOf('10000002')
    expect(row.getByText('Nursery')).toBeInTheDocument()
    expect(row.getByText('N')).toBeInTheDocument()
    expect(row.getByText('OPEN')).toBeVisible()
    expect(row.getByText('N1 Redwood Nursery')).toBeVisible()
    expect(row.getByRole('link', { name: 'Edit 10000002' })).toBeVisible()
    expect(screen.getByText('2 of 2')).toBeVisible()
    expect(screen.queryByText('10000003')).toBeNull()
    await chooseOption(page.user, screen.getByRole('combobox', { name: 'Status' }), 'All Issuance')
    const shipped = await rowOf('10000003')
    expect(shipped.queryByRole('link', { name: /Edit/ })).toBeNull()
    expect(screen.getByText('3 of 3')).toBeVisible()
    expect(server.asked.filter(({ path }) => path === 'issuance').at(-1)?.query).toMatchObject({
      all: 'true',
    })
  })

  it('shows one status only, out of all statuses of an issuance', async () => {
    const page = list()
    await rowOf('10000002')
    const choice = screen.getByRole('combobox', { name: 'Status' })
    expect(await readOptions(page.user, choice)).toEqual([
      'OPEN, RESERVED',
      'All Issuance',
      'OPEN',
      'RESERVED',
      'SHIPPED',
      'CANCELLED',
    ])
    await chooseOption(page.user, choice, 'SHIPPED')
    await rowOf('10000003')
    expect(screen.getByText('1 of 1')).toBeVisible()
    await chooseOption(page.user, choice, 'OPEN, RESERVED')
    expect(await screen.findByText('2 of 2')).toBeVisible()
  })

  it('loads 25 rows at a time', async () => {
    for (let index = 0; index < 60; index += 1) {
      const number = String(20_000_000 + index)
      server.issuances.set(number, issuanceOf(number))
    }
    const page = list()
    expect(await screen.findByText('25 of 62')).toBeVisible()
    const first = await screen.findByRole('link', { name: /^10000001/ })
    first.focus()
    await page.user.keyboard('{End}')
    expect(await screen.findByText('50 of 62')).toBeVisible()
    const offsets = server.asked.filter(({ path }) => path === 'issuance').map(({ query }) => query.offset)
    expect(offsets.slice(0, 2)).toEqual(['0', '25'])
  })

  it('moves by arrow keys, and Enter opens a document', async () => {
    const page = list()
    await rowOf('10000001')
    await page.user.click(screen.getByRole('searchbox', { name: 'Search by Tag #' }))
    await page.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('link', { name: /^10000001/ })).toHaveFocus())
    await page.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('link', { name: /^10000002/ })).toHaveFocus())
    await page.user.keyboard('{Enter}')
    expect(page.address()).toBe('/Issuance/Nursery/10000002')
  })

  it('finds a number of at most eight digits in any status', async () => {
    const page = list()
    const field = await screen.findByRole('searchbox', { name: 'Search by Tag #' })
    await page.user.type(field, 'ab1.0000003456')
    expect(field).toHaveValue('10000003')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: /^10000003/ })).toHaveFocus())
    expect(screen.queryByText('10000001')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Clear search' }))
    await rowOf('10000001')
  })

  it('takes the number out of a pasted text', async () => {
    const page = list()
    const field = await screen.findByRole('searchbox', { name: 'Search by Tag #' })
    await page.user.click(field)
    await page.user.paste('Tag 10000003')
    expect(field).toHaveValue('10000003')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('link', { name: /^10000003/ })).toHaveFocus())
  })

  it('reports that a number does not exist', async () => {
    const page = list()
    await page.user.type(await screen.findByRole('searchbox'), '77{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('TagNbr not found'))
    expect(screen.getAllByText('TagNbr not found').length).toBeGreaterThan(0)
  })

  it('reports a failed load, and loads again on request', async () => {
    server.answer('GET issuance', () => problemAnswer('internal_error'))
    const page = list()
    expect(await screen.findByText('Failed to fetch Issuances')).toBeVisible()
    server.answer('GET issuance', undefined)
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('10000001')
  })

  it('shows the last loaded rows with their time while the server is unreachable', async () => {
    const page = list()
    await rowOf('10000001')
    expect(screen.queryByText(/^as of/)).toBeNull()
    server.answer('GET issuance', () => problemAnswer('unavailable'))
    // The person returns to the page.
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText(/^as of \d+:\d\d/)).toBeVisible()
    await rowOf('10000002')
    expect(screen.getByText(/2 of 2/)).toBeVisible()
    expect(screen.queryByText('Failed to fetch Issuances')).toBeNull()
    server.answer('GET issuance', undefined)
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/^as of/)).toBeNull())
  })

  it('shows an empty list the same way', async () => {
    server.issuances.clear()
    list()
    const empty = 'There are no open documents here.'
    expect(await screen.findByText(empty)).toBeVisible()
    server.answer('GET issuance', () => problemAnswer('unavailable'))
    window.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText(/^as of/)).toBeVisible()
    expect(screen.getByText(empty)).toBeVisible()
  })

  it('offers to create an issuance only to people with the right', async () => {
    const page = list()
    await page.user.click(await screen.findByRole('button', { name: /New issuance/ }))
    expect(page.address()).toBe('/Issuance/Edit/New')
    page.unmount()
    list({ keys: ['ISSUANCEADMINKEY'] })
    await rowOf('10000001')
    expect(screen.queryByRole('button', { name: /New issuance/ })).toBeNull()
  })

  it('shows read-only people what they may not do', async () => {
    list({ readOnly: true })
    await rowOf('10000001')
    expect(screen.getByRole('button', { name: /New issuance/ })).toHaveAccessibleDescription(
      /Read-only access/,
    )
    expect(screen.queryByRole('link', { name: 'Edit 10000001' })).toBeNull()
  })
})
