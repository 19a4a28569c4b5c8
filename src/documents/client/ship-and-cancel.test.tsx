import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B000000001', Qty: 40 },
      { BarcodeID: 'B000000002', Qty: 15 },
    ]),
  )
})

const pickAndShip = () => openScreens(server.base, '/Issuance/Grower/10000001')
const quantityOf = async (barcode: string) =>
  within(await lineOf(barcode)).getByRole<HTMLInputElement>('textbox', { name: `Quantity of ${barcode}` })
const pickAll = async (page: ReturnType<typeof pickAndShip>) => {
  page.scan('B000000001')
  page.scan('B000000002')
  await waitFor(() => expect(page.outcome()).toMatch(/^B000000002: picked/))
  expect(screen.getByText('2 of 2 lines')).toBeVisible()
}

describe('shipping', () => {
  it('needs every line to be picked, and lists the others', async () => {
    const page = pickAndShip()
    const ship = await screen.findByRole('button', { name: /Ship/ })
    expect(ship).toHaveAccessibleDescription('2 lines are not picked yet. Scan them, then ship.')
    await page.user.click(ship)
    const left = within(await screen.findByRole('dialog', { name: 'Before you ship' }))
    expect(left.getByRole('button', { name: '1 B000000001 Not picked. 40 ordered.' })).toHaveFocus()
    expect(left.getByRole('button', { name: /^2 B000000002/ })).toBeVisible()
    expect(left.queryByRole('button', { name: /Ship anyway/ })).toBeNull()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.outcome()).toBe('Not shipped: 2 to check.'))
    expect(server.posts()).toEqual([])
  })

  it('ships every line by its command barcode, and then allows no changes', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    page.scan('B000000001')
    page.scan('B000000002')
    page.scan('%T.SHIP')
    await page.says('Issuance SHIPPED')
    expect(server.posts().at(-1)?.body).toMatchObject({
      IssuanceHeader: { Status: 'SHIPPED' },
      InventoryLines: [{ Status: 'SHIPPED' }, { Status: 'SHIPPED' }],
    })
    expect(screen.queryByRole('button', { name: /^Ship/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Cancel Issuance/ })).toBeNull()
    expect(await quantityOf('B000000001')).toHaveAttribute('readonly')
    expect(await screen.findByText('2 of 2 lines')).toBeVisible()
  })

  it('reports a failure and keeps the picks; a retry has the same key', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    await pickAll(page)
    server.answer('POST issuance', () => problemAnswer('unavailable'))
    await page.command('ship')
    await waitFor(() =>
      expect(page.outcome()).toMatch(/^Failed to Ship Issuance\. The server cannot answer now/),
    )
    server.answer('POST issuance', undefined)
    await page.command('ship')
    await page.says('Issuance SHIPPED')
    const [first, second] = server.posts().slice(-2)
    expect(second?.key).toBe(first?.key)
  })

  it('lists an unsaved quantity, saves it by one key and continues', async () => {
    const page = pickAndShip()
    await lineOf('B000000001')
    await pickAll(page)
    await page.user.clear(await quantityOf('B000000001'))
    await page.user.type(await quantityOf('B000000001'), '41')
    page.scan('%T.SHIP', 1000)
    const left = within(await screen.findByRole('dialog', { name: 'Before you ship' }))
    expect(left.getByText('41 is not saved.')).toBeVisible()
    expect(left.queryByRole('button', { name: /Ship anyway/ })).toBeNull()
    page.scan('%T.SAVE', 2000)
    await screen.findByRole('alertdialog', { name: 'Change Pick Qty from 40 to 41' })
    page.scan('%T.YES', 3000)
    expect(await screen.findByText('Picked 41 of 40. 41 will ship, 1 more than ordered.')).toBeVisible()
    page.scan('%T.ANYWAY', 4000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.says('Issuance SHIPPED')
    await waitFor(() => expect(page.outcome()).toBe('Issuance SHIPPED: 56 plants, 2 lines.'))
  })
})

describe('cancelling', () => {
  const question = 'Are you sure you want to permanently Cancel Issuance?'
  it('asks first, then cancels every line', async () => {
    const page = pickAndShip()
    await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect(within(dialog).getByRole('button', { name: /^No ?N$/ })).toHaveFocus()
    page.scan('%T.YES')
    await page.says('Issuance CANCELLED')
    expect(server.posts()[0]?.body).toMatchObject({
      IssuanceHeader: { Status: 'CANCELLED' },
      InventoryLines: [{ Status: 'CANCELLED' }, { Status: 'CANCELLED' }],
    })
    expect(
      await screen.findByText('10000001 is CANCELLED. You can look at it but not change it.'),
    ).toBeVisible()
  })

  it('changes nothing after a No', async () => {
    const page = pickAndShip()
    await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
    await page.user.click(await screen.findByRole('button', { name: /^No ?N$/ }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.posts()).toEqual([])
  })

  it("reports the server's refusal", async () => {
    server.answer('POST issuance', () => ({ Message: 'Some error occurred', TagNbr: 10000001 }))
    const page = pickAndShip()
    await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
    await page.user.click(await screen.findByRole('button', { name: /^Yes ?Y$/ }))
    await waitFor(() => expect(page.outcome()).toBe('Failed to Cancel Issuance. Some error occurred'))
  })

  it("shows another server's own message, and is no failure", async () => {
    server.answer('POST issuance', () => {
      Object.assign(server.issuances.get('10000001')?.header ?? {}, { Status: 'CANCELLED' })
      return { Message: 'Tag 10000001 is put away', TagNbr: 10000001 }
    })
    const page = pickAndShip()
    await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
    await page.user.click(await screen.findByRole('button', { name: /^Yes ?Y$/ }))
    await waitFor(() =>
      expect(page.outcome()).toBe('Issuance CANCELLED. The server says: Tag 10000001 is put away'),
    )
  })
})
