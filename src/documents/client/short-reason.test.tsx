import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { configAtom } from '#app/state/config.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

// The reason of a short pick. For the server, see tests/integration/issuance/short-picks.test.ts.

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

const open = async () => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf('B000000001')
  await waitFor(() => expect(server.asked.some(({ query }) => query.reasontype === 'INVENTORY')).toBe(true))
  return page
}
type Page = Awaited<ReturnType<typeof open>>
// Picks fewer plants than ordered, and confirms it.
const pickShort = async (page: Page, quantity: string, barcode: string) => {
  page.typeQuantity(quantity)
  page.scan(barcode, 1000)
  await screen.findByRole('alertdialog', { name: /^Change Pick Qty/ })
  page.scan('%T.YES', 2000)
}
const why = (n: number, ordered: number) =>
  screen.findByRole('alertdialog', { name: `Why ${n} of ${ordered}?` })
const sent = () =>
  server.posts('issuance').map(({ body }) => {
    const [{ BarcodeID, PickQty, ShortReasonCode }] = body.InventoryLines
    return [BarcodeID, PickQty, ShortReasonCode]
  })

it('the reason of a short pick is answered by its digit, and proposed for the next short line', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  const dialog = within(await why(30, 40))
  await page.user.type(dialog.getByRole('combobox', { name: 'Reason' }), '1{Enter}')
  await waitFor(() => expect(sent()).toEqual([['B000000001', 30, 'GOOD']]))
  expect(await within(await lineOf('B000000001')).findByText('In good order')).toBeVisible()

  await pickShort(page, '5', 'B000000002')
  await why(5, 15)
  expect(screen.getByRole('option', { name: /In good order/ })).toHaveAttribute('aria-selected', 'true')
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(sent()[1]).toEqual(['B000000002', 5, 'GOOD']))
})

it('the reason is answered by a scan', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  await why(30, 40)
  page.scan('%T.R.GOOD', 3000)
  await waitFor(() =>
    expect(screen.getByRole('option', { name: /In good order/ })).toHaveAttribute('aria-selected', 'true'),
  )
  page.scan('%T.YES', 4000)
  await waitFor(() => expect(sent()).toEqual([['B000000001', 30, 'GOOD']]))
})

it('the line has no reason if the next barcode is scanned, which is picked immediately', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  await why(30, 40)
  page.scan('B000000002', 3000)
  await waitFor(() =>
    expect(sent()).toEqual([
      ['B000000001', 30, undefined],
      ['B000000002', 15, undefined],
    ]),
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('the line has no reason if the question is closed', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  await why(30, 40)
  await page.user.click(screen.getByRole('button', { name: 'No reason' }))
  await waitFor(() => expect(sent()).toEqual([['B000000001', 30, undefined]]))
})

it('no reason is requested for a full pick, or with another server', async () => {
  const page = await open()
  page.scan('B000000002', 1000)
  await waitFor(() => expect(sent()).toEqual([['B000000002', 15, undefined]]))
  const config = store.get(configAtom)
  if (config) store.set(configAtom, { ...config, extensions: [] })
  await pickShort(page, '30', 'B000000001')
  await waitFor(() => expect(sent()[1]).toEqual(['B000000001', 30, undefined]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('the reason is changed by its command barcode without a new pick', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  await why(30, 40)
  await page.user.click(screen.getByRole('button', { name: 'No reason' }))
  await waitFor(() => expect(sent()).toEqual([['B000000001', 30, undefined]]))
  page.scan('%T.REASON', 5000)
  const dialog = within(await why(30, 40))
  await page.user.type(dialog.getByRole('combobox', { name: 'Reason' }), '1{Enter}')
  await waitFor(() => expect(sent()[1]).toEqual(['B000000001', 30, 'GOOD']))
  await page.says('B000000001: reason changed to In good order.')
  expect(await within(await lineOf('B000000001')).findByText('In good order')).toBeVisible()
})

it('the reason stays if the question is closed, and a line that is not short has none', async () => {
  const page = await open()
  await pickShort(page, '30', 'B000000001')
  await why(30, 40)
  page.scan('%T.R.GOOD', 3000)
  page.scan('%T.YES', 4000)
  await waitFor(() => expect(sent()).toHaveLength(1))
  page.scan('%T.REASON', 5000)
  await why(30, 40)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await page.command('changeReason', { barcode: 'B000000002' })
  await waitFor(() => expect(page.outcome()).toBe('B000000002 is not short. Only a short line has a reason.'))
  expect(sent()).toHaveLength(1)
})

it.each([
  [11, true],
  [13, false],
])(
  'the reason is proposed on the next document during a shift; %d hours later: %s',
  async (hours, isProposed) => {
    server.issuances.set('10000002', issuanceOf('10000002', {}, [{ BarcodeID: 'B000000003', Qty: 20 }]))
    const page = await open()
    await pickShort(page, '30', 'B000000001')
    await why(30, 40)
    page.scan('%T.R.GOOD', 3000)
    page.scan('%T.YES', 4000)
    await waitFor(() => expect(sent()).toHaveLength(1))
    cleanup()
    const later = Date.now() + hours * 3_600_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    onTestFinished(() => clock.mockRestore())
    const next = openScreens(server.base, '/Issuance/Grower/10000002')
    await lineOf('B000000003')
    await pickShort(next, '5', 'B000000003')
    await why(5, 20)
    await waitFor(() =>
      expect(screen.getByRole('option', { name: /In good order/ })).toHaveAttribute(
        'aria-selected',
        String(isProposed),
      ),
    )
  },
)
