import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { giveNoReason, lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const FIRST = 'B000000001'
const NEW = 'B000000003'
const NOT_SAVED = /^Not saved: this device cannot store anything now\./

let server: ContractServer
let memory: ReturnType<typeof memoryStorage>
beforeEach(async () => {
  localStorage.clear()
  memory = memoryStorage()
  server = await startContractServer()
  server.stock.set(NEW, stockOf())
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: FIRST, Qty: 40 }]))
})
const open = (path: string) => openScreens(server.base, path, { outbox: memory.storage })
// Nothing is reported as stored, and nothing was sent.
const expectNothingStored = () => {
  expect(screen.queryByText(/on this device/i)).toBeNull()
  expect(memory.operations.size).toBe(0)
  expect(changesSent()).toEqual([])
}
const changesSent = () => server.asked.filter(({ method }) => method !== 'GET')

// Confirms a quantity other than the ordered one.
const confirmQuantity = async (page: ReturnType<typeof open>, typed: string, at: number) => {
  if (typed === '') return
  await screen.findByRole('alertdialog', { name: `Change Pick Qty from 40 to ${typed}` })
  page.scan('%T.YES', at)
  await giveNoReason()
}

describe('12. a full disk or a lost database', () => {
  it.each([
    ['as it was ordered', '40', ''],
    ['with another quantity', '35', '35'],
  ])('a pick %s is not saved; the same pick is saved once there is space', async (_, quantity, typed) => {
    const page = open('/Issuance/Grower/10000001')
    await lineOf(FIRST)
    memory.fails(true)
    page.typeQuantity(typed)
    page.scan(FIRST)
    await confirmQuantity(page, typed, 500)
    await waitFor(() => expect(page.outcome()).toMatch(NOT_SAVED))
    const line = within(await lineOf(FIRST))
    expect(line.getByRole('textbox')).toHaveValue(quantity)
    expect(line.getByText(NOT_SAVED)).toBeVisible()
    expect(screen.getByText('0 of 1 line')).toBeVisible()
    expectNothingStored()

    memory.fails(false)
    // Digits count again once the error is acknowledged.
    page.scan('%T.OK', 1000)
    page.typeQuantity(typed)
    page.scan(FIRST, 2000)
    await confirmQuantity(page, typed, 3000)
    await waitFor(() => expect(page.outcome()).toBe(`${FIRST}: picked ${quantity} of 40.`))
    expect(screen.getByText('1 of 1 line')).toBeVisible()
    expect(server.posts()).toHaveLength(1)
  })

  it('an order keeps its input, and is saved by the same key once there is space', async () => {
    const page = open('/Issuance/Edit/10000001')
    await lineOf(FIRST)
    page.scan(NEW)
    const quantity = await screen.findByRole('textbox', { name: `Quantity of ${NEW}` })
    memory.fails(true)
    await page.user.type(quantity, '25{Enter}')
    await waitFor(() => expect(page.outcome()).toMatch(NOT_SAVED))
    expect(quantity).toHaveValue('25')
    expectNothingStored()

    memory.fails(false)
    await page.user.type(quantity, '{Enter}')
    await waitFor(() => expect(page.outcome()).toBe(`${NEW}: ordered 25.`))
  })

  it('a line that should be deleted stays', async () => {
    const page = open('/Issuance/Edit/10000001')
    await lineOf(FIRST)
    memory.fails(true)
    page.scan(`%T.LINE.DELETE.${FIRST}`)
    await screen.findByRole('alertdialog')
    page.scan('%T.YES', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(NOT_SAVED))
    expect(await lineOf(FIRST)).toBeVisible()
    expectNothingStored()

    memory.fails(false)
    page.scan(`%T.LINE.DELETE.${FIRST}`, 2000)
    await screen.findByRole('alertdialog')
    page.scan('%T.YES', 3000)
    await waitFor(() => expect(screen.queryByRole('article', { name: FIRST })).toBeNull())
    await waitFor(() => expect(page.outcome()).toBe('Inventory Line Deleted'))
    expect(changesSent()).toMatchObject([{ method: 'DELETE', path: 'issuancedetail', query: { id: '1' } }])
    expect(server.issuances.get('10000001')?.lines).toEqual([])
  })

  it('a new document stays in its form', async () => {
    const keys = ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'] as const
    const page = openScreens(server.base, '/Dump/Edit/New', { keys, outbox: memory.storage })
    const field = await screen.findByLabelText(/^Authorized By/)
    memory.fails(true)
    await page.user.type(field, 'Lena')
    await page.command('saveHeader')
    expect(await screen.findByText(/Not saved: this device cannot store anything now\./)).toBeVisible()
    expect(field).toHaveValue('Lena')
    expectNothingStored()

    memory.fails(false)
    await page.command('saveHeader')
    await waitFor(() => expect(page.address()).toMatch(/\d{4,}$/))
    expect(server.posts()).toHaveLength(1)
  })
})
