// Questions about lines that another person changes while they are open.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import {
  type ContractServer,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const [ONE, TWO] = ['B000000001', 'B000000002']
let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: ONE, Qty: 40 },
      { BarcodeID: TWO, Qty: 15 },
    ]),
  )
})

const edit = () => openScreens(server.base, '/Issuance/Edit/10000001')
const pick = async () => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(ONE)
  await waitFor(() => expect(server.asked.some(({ query }) => query.reasontype === 'INVENTORY')).toBe(true))
  return page
}
type Page = ReturnType<typeof edit>

const reads = () =>
  server.asked.filter(({ method, path }) => method === 'GET' && path === 'issuance/10000001')
const deletes = () => server.asked.filter(({ method }) => method === 'DELETE')
const seen = () => server.posts('issuance').map(({ body }) => body.InventoryLines[0].SeenQty)
const change = (by: string, facts: object, line = 0) => {
  const lines = server.issuances.get('10000001')?.lines
  Object.assign(lines?.[line] ?? {}, { LastChangedBy: by, ...facts })
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'issuance',
      Number: '10000001',
      Step: 'pick',
      By: by,
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
    }),
  )
}
const ravi = async (facts: object, line = 0) => {
  change('ravi', facts, line)
  await screen.findByText(/^ravi: /)
}
// The same person in another tab.
const otherTab = async (facts: object, shown: () => Promise<unknown>) => {
  change('pia', facts)
  await shown()
}
const PICKED_30 = { Status: 'PICKED', PickQty: 30 }
const says = (page: Page, status: string, quantity: number) =>
  page.says(
    `ravi changed ${ONE}: it is ${status} with ${quantity} now. Nothing was changed. Check it, then try again.`,
  )
const askToDelete = async (page: Page) => {
  await lineOf(ONE)
  await page.user.click(screen.getByRole('button', { name: `Delete ${ONE}` }))
  await screen.findByRole('alertdialog')
}
const askToChange = async (page: Page, quantity: number, question: RegExp) => {
  await lineOf(ONE)
  page.typeQuantity(String(quantity))
  page.scan(ONE)
  await screen.findByRole('alertdialog', { name: question })
}
const askWhyShort = async (page: Page) => {
  await askToChange(page, 38, /from 40 to 38/)
  page.scan('%T.YES', 1000)
  await screen.findByRole('alertdialog', { name: 'Why 38 of 40?' })
}

describe('a line that another person changes while a question about it is open', () => {
  it('does not delete the line, and names the person and the change', async () => {
    const page = edit()
    await askToDelete(page)
    await ravi(PICKED_30)
    page.scan('%T.YES', 1000)
    await says(page, 'PICKED', 30)
    expect(deletes()).toEqual([])
    expect(within(await lineOf(ONE)).getByText('PICKED')).toBeVisible()
  })

  it('does not save the changed quantity until it is entered again over the saved one', async () => {
    const page = edit()
    await askToChange(page, 50, /from 40 to 50/)
    await ravi({ Qty: 25, OrderQty: 25 })
    page.scan('%T.YES', 1000)
    await says(page, 'RESERVED', 25)
    expect(server.posts()).toEqual([])
    const quantity = within(await lineOf(ONE)).getByRole('textbox')
    await page.user.clear(quantity)
    await page.user.type(quantity, '50{Enter}')
    await waitFor(() => expect(seen()).toEqual([25]))
  })

  it.each(['%T.SAVE', '%T.DELETE'])('does not save a quantity of 0 after %s', async (answer) => {
    const page = edit()
    await lineOf(ONE)
    page.typeQuantity('0')
    page.scan(ONE)
    await screen.findByRole('alertdialog')
    await ravi(PICKED_30)
    page.scan(answer, 1000)
    await says(page, 'PICKED', 30)
    expect(server.posts()).toEqual([])
    expect(deletes()).toEqual([])
  })

  it('does not pick the line after an answer about its shortage', async () => {
    const page = await pick()
    await askWhyShort(page)
    await ravi(PICKED_30)
    await page.user.click(screen.getByRole('button', { name: 'No reason' }))
    await says(page, 'PICKED', 30)
    expect(server.posts()).toEqual([])
  })

  it('does not save another reason with an outdated quantity', async () => {
    const page = await pick()
    await askWhyShort(page)
    await page.user.click(screen.getByRole('button', { name: 'No reason' }))
    await waitFor(() => expect(seen()).toEqual([40]))
    page.scan('%T.REASON', 3000)
    const asked = within(await screen.findByRole('alertdialog', { name: 'Why 38 of 40?' }))
    await ravi(PICKED_30)
    await page.user.type(asked.getByRole('combobox', { name: 'Reason' }), '1{Enter}')
    await says(page, 'PICKED', 30)
    expect(seen()).toEqual([40])
  })

  it('does not pick the line after the choice of its shelf', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', {}, [
        { BarcodeID: ONE, Qty: 60, StorageLocation: 'B-10' },
        { BarcodeID: ONE, Qty: 25, StorageLocation: 'B-2' },
        { BarcodeID: TWO, Qty: 10, StorageLocation: 'A-01' },
      ]),
    )
    const page = openScreens(server.base, '/Issuance/Grower/10000001')
    await lineOf(TWO)
    page.scan(ONE)
    await screen.findByRole('alertdialog', { name: `${ONE} is on 2 shelves. Which one?` })
    await ravi({ Qty: 20, OrderQty: 20 })
    page.scan('B-10', 1000)
    await says(page, 'RESERVED', 20)
    expect(server.posts()).toEqual([])
  })

  it('does not cancel the document after a Yes', async () => {
    const page = await pick()
    await page.user.click(await screen.findByRole('button', { name: /Cancel Issuance/ }))
    await screen.findByRole('alertdialog')
    await ravi(PICKED_30)
    page.scan('%T.YES', 1000)
    await says(page, 'PICKED', 30)
    expect(server.posts()).toEqual([])
  })
})

describe('a line that another person changes while stock is searched for it', () => {
  it('takes no missing plants from another shelf', async () => {
    server.stock.set(ONE, stockOf({ Qty: 60 }))
    server.otherShelves.set(ONE, [{ ...stockOf({ Qty: 90 }), BarcodeID: ONE, StorageLocation: 'B-10' }])
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: ONE, Qty: 60 }]))
    const page = await pick()
    page.typeQuantity('45')
    page.scan(ONE)
    await screen.findByRole('alertdialog', { name: /from 60 to 45/ })
    page.scan('%T.YES', 1000)
    await page.user.click(await screen.findByRole('button', { name: 'No reason' }))
    const take = await screen.findByRole('button', { name: /^Take 15 from B-10/ })
    const before = server.posts().length
    const release = server.hold('GET plantinventory')
    const searches = () =>
      server.asked.filter(({ method, path }) => method === 'GET' && path === 'plantinventory')
    const asked = searches().length
    await page.user.click(take)
    await waitFor(() => expect(searches().length).toBeGreaterThan(asked))
    await ravi(PICKED_30)
    release()
    await says(page, 'PICKED', 30)
    expect(server.posts()).toHaveLength(before)
  })

  it('is not overwritten by a scan whose search began before the line was listed', async () => {
    server.stock.set('B000000003', stockOf({ Qty: 60 }))
    const page = edit()
    await lineOf(ONE)
    const release = server.hold('GET plantinventory')
    page.typeQuantity('5')
    page.scan('B000000003')
    const { lines } = issuanceOf('', {}, [{ BarcodeID: 'B000000003', ID: 3, Qty: 10 }])
    server.issuances.get('10000001')?.lines.push(...lines)
    await ravi({}, 2)
    release()
    await page.says('ravi changed B000000003: it is RESERVED with 10 now.')
    expect(server.posts()).toEqual([])
  })
})

it("undo keeps another person's later change of the line, and then undoes the step before", async () => {
  const page = await pick()
  page.scan(TWO)
  await page.says(`${TWO}: picked 15 of 15.`)
  page.scan(ONE, 1000)
  await page.says(`${ONE}: picked 40 of 40.`)
  await ravi(PICKED_30)
  await page.command('undo')
  await says(page, 'PICKED', 30)
  expect(seen()).toEqual([15, 40])
  await page.command('undo')
  await waitFor(() => expect(server.posts()).toHaveLength(3))
  expect(server.posts()[2]?.body.InventoryLines[0]).toMatchObject({ BarcodeID: TWO })
})

it('saving from the list of findings does not overwrite a line that changed during an earlier question', async () => {
  const page = await pick()
  for (const [barcode, quantity] of [
    [ONE, '38'],
    [TWO, '10'],
  ] as const) {
    const field = within(await lineOf(barcode)).getByRole('textbox')
    await page.user.clear(field)
    await page.user.type(field, quantity)
  }
  page.scan('%T.SHIP')
  await screen.findByRole('dialog', { name: 'Before you ship' })
  page.scan('%T.SAVE', 1000)
  await screen.findByRole('alertdialog', { name: /from 40 to 38/ })
  page.scan('%T.YES', 2000)
  await screen.findByRole('alertdialog', { name: 'Why 38 of 40?' })
  await ravi({ Status: 'PICKED', PickQty: 12 }, 1)
  await page.user.click(screen.getByRole('button', { name: 'No reason' }))
  await page.says(`ravi changed ${TWO}: it is PICKED with 12 now.`)
  await waitFor(() =>
    expect(server.posts('issuance').map(({ body }) => body.InventoryLines[0].BarcodeID)).toEqual([ONE]),
  )
})

it('saving all lines in the editor does not overwrite a line that changed during an earlier question', async () => {
  const page = edit()
  for (const [barcode, quantity] of [
    [ONE, '0'],
    [TWO, '10'],
  ] as const) {
    const field = within(await lineOf(barcode)).getByRole('textbox')
    await page.user.clear(field)
    await page.user.type(field, quantity)
  }
  page.scan('%T.ORDER')
  await screen.findByRole('alertdialog')
  await ravi({ Status: 'PICKED', PickQty: 12 }, 1)
  page.scan('%T.SAVE', 1000)
  await page.says(`ravi changed ${TWO}: it is PICKED with 12 now.`)
  await waitFor(() =>
    expect(server.posts('issuance').map(({ body }) => body.InventoryLines[0].BarcodeID)).toEqual([ONE]),
  )
  expect(within(await lineOf(TWO)).getByRole('textbox')).toHaveValue('10')
})

describe('a change by the same person', () => {
  it('does not refuse a deletion if it was made in another tab', async () => {
    const page = edit()
    await askToDelete(page)
    await otherTab({ Qty: 25, OrderQty: 25 }, () => screen.findByDisplayValue('25'))
    page.scan('%T.YES', 1000)
    await waitFor(() => expect(deletes().map(({ query }) => query.seenqty)).toEqual(['25']))
  })

  it('does not refuse a changed quantity or an undo if it was made in another tab', async () => {
    const page = await pick()
    await askWhyShort(page)
    await otherTab(PICKED_30, () => screen.findByText('Picked 30 of 40'))
    await page.user.click(screen.getByRole('button', { name: 'No reason' }))
    await waitFor(() => expect(seen()).toEqual([30]))
    await otherTab({ Status: 'PICKED', PickQty: 35 }, () => screen.findByText('Picked 35 of 40'))
    await page.command('undo')
    await waitFor(() => expect(seen()).toEqual([30, 35]))
  })

  it('does not refuse a Yes if an earlier step made it and its reply arrives during the question', async () => {
    const page = await pick()
    const release = server.hold('POST issuance')
    page.scan(ONE)
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    await page.says(`${ONE}: 40 saved on this device.`)
    page.typeQuantity('50')
    page.scan(ONE, 1000)
    await screen.findByRole('alertdialog', { name: /from 40 to 50/ })
    release()
    const before = reads().length
    change('pia', {})
    await waitFor(() => expect(reads().length).toBeGreaterThan(before))
    page.scan('%T.YES', 2000)
    await waitFor(() => expect(seen()).toEqual([40, 40]))
  })
})
