import type { Browser } from 'playwright/test'
import { checkScreen } from './support/check-screen.ts'
import { countPlants, fillShelf, newCount } from './support/shelves.ts'
import { expect, test } from './support/test.ts'
import type { Place, Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Settles each kind of finding once, by keyboard and scanner only, and then checks the stock.

const destination = 'FLC'

test.use({ viewport: { width: 1440, height: 900 } })

const onHand = (warehouse: Warehouse, barcodes: readonly string[], location = warehouse.place.location) =>
  Promise.all(barcodes.map(async (barcode) => (await warehouse.stockOf(barcode, location)).onHand))

// Another person with a separate browser, on the list of transfers.
async function workAs(
  browser: Browser,
  warehouse: Warehouse,
  username: string,
  place: Place,
  work: (station: Workstation) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const station = await Workstation.at(await context.newPage(), warehouse.url)
    await station.beginTransfers(username, place)
    await work(station)
  } finally {
    await context.close()
  }
}

const newIssuance = async (station: Workstation, warehouse: Warehouse) => {
  const grower = await warehouse.grower()
  await station.begin('lena.lead', warehouse.place)
  await station.hands.press('n')
  await station.chooseDestination('Grower', grower.name)
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
}

const newTransfer = async (station: Workstation, warehouse: Warehouse) => {
  await station.beginTransfers('lena.lead', warehouse.place)
  await station.hands.press('n')
  await station.tabTo(station.page.getByRole('combobox', { name: /^Destination/ }))
  await station.hands.type(destination.toLowerCase())
  await expect(station.page.getByRole('option').first()).toContainText(destination)
  await station.hands.press('Enter')
  await station.scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Transfer \d+$/)).toBeVisible()
}

for (const [kind, begin, shipped] of [
  ['an issuance', newIssuance, 'Issuance SHIPPED'],
  ['a transfer', newTransfer, 'Transfer Shipped Successfully'],
] as const) {
  test(`${kind}: lists lines that are not picked, zero, short or over before it ships, and settles them there`, async ({
    station,
    warehouse,
  }) => {
    test.slow()
    const { hands, scanner } = station
    const barcodes = await warehouse.plants(4)
    const [short = '', over = '', left = '', none = ''] = barcodes
    const before = await onHand(warehouse, barcodes)
    await begin(station, warehouse)
    for (const [quantity, barcode] of [
      [40, short],
      [30, over],
      [20, left],
    ] as const) {
      await scanner.scan(`%T.Q.${quantity}`, barcode)
      await expect(station.strip).toContainText(`${barcode}: ordered ${quantity}.`)
    }
    await scanner.scan('%T.Q.0', none)
    await expect(station.question).toContainText('Ordered Qty: 0. Do you want to Save or Delete?')
    await hands.press('s')
    await expect(station.strip).toContainText(`${none}: ordered 0.`)
    await scanner.scan('%T.DETAIL')
    await expect(station.text('0 of 4 lines')).toBeVisible()
    await scanner.scan('%T.Q.35', short)
    await station.answerYes('Qty from 40 to 35')
    await scanner.scan('%T.Q.33', over)
    await station.answerYes('Qty from 30 to 33')
    await expect(station.text('2 of 4 lines')).toBeVisible()

    await hands.press('s')
    await expect(station.point(`1 ${left} Not picked. 20 ordered.`)).toBeFocused()
    await expect(station.point(`2 ${none} Ordered 0. Enter a quantity or delete the line.`)).toBeVisible()
    await expect(
      station.point(`3 ${short} Picked 35 of 40. 35 will ship, 5 fewer than ordered.`),
    ).toBeVisible()
    await expect(station.point(`4 ${over} Picked 33 of 30. 33 will ship, 3 more than ordered.`)).toBeVisible()
    await expect(station.openPoints).not.toContainText('Ship anyway')
    await checkScreen(station.page, `close-out-${kind.split(' ')[1]}`)

    await hands.press('1')
    await expect(station.openPoints).toBeHidden()
    await expect(station.quantityOf(left)).toBeFocused()
    await hands.press('Control+d')
    await expect(station.point(`1 ${left} Not picked. 20 ordered.`)).toBeFocused()
    await hands.press('ArrowDown', 'd')
    await expect(station.question).toContainText(`Delete Inventory ${none}?`)
    await hands.press('y')
    await expect(station.point(`1 ${left} Not picked. 20 ordered.`)).toBeFocused()
    await expect(station.openPoints).not.toContainText(none)
    // Scanning the plants picks the line and closes the list.
    await scanner.scan(left)
    await expect(station.strip).toContainText(`${left}: picked 20 of 20.`)

    await scanner.scan('%T.SHIP')
    await expect(station.openPoints).toContainText('Ship anyway')
    await expect(
      station.point(`1 ${short} Picked 35 of 40. 35 will ship, 5 fewer than ordered.`),
    ).toBeFocused()
    await hands.press('o')
    await expect(station.openPoints).not.toContainText(short)
    await scanner.scan('%T.FILL')
    await expect(station.question).toContainText('from 33 to 30')
    await scanner.scan('%T.YES')
    await expect(station.strip).toContainText('Ready. Nothing to fix.')
    await scanner.scan('%T.SHIP')
    await expect(station.strip).toContainText(`${shipped}: 85 of 90 plants, 3 lines. 1 line short by 5.`)
    const shippedQuantities = [35, 30, 20, 0]
    expect(await onHand(warehouse, barcodes)).toEqual(
      before.map((quantity, index) => quantity - (shippedQuantities[index] ?? 0)),
    )
  })
}

test('an issuance: typed, unsaved, queued and pending quantities stop shipping and are not lost', async ({
  station,
  warehouse,
}) => {
  test.slow()
  const { hands, scanner } = station
  const barcodes = await warehouse.plants(2)
  const [first = '', added = ''] = barcodes
  const before = await onHand(warehouse, barcodes)
  const tag = await warehouse.issuance([{ barcode: first, ordered: 40 }])
  await station.begin('lena.lead', warehouse.place)
  await station.openEditor(tag)

  // A typed line and a changed header, both unsaved.
  await scanner.scan(added)
  await expect(station.quantityOf(added)).toBeFocused()
  await hands.type('25')
  await hands.press('Control+d')
  await expect(station.point(`1 ${added} 25 is not saved. It is in the editor.`)).toBeFocused()
  await expect(station.button(/^Cancel Issuance/)).toBeHidden()
  await hands.press('1')
  await expect(station.quantityOf(added)).toBeFocused()
  await expect(station.quantityOf(added)).toHaveValue('25')
  await hands.press('Escape', 'e')
  await station.tabTo(station.field(/^Ref #/))
  await hands.type('PO7')
  await hands.press('Control+d')
  await expect(station.openPoints).toContainText('The changed details are not saved.')
  await expect(station.openPoints).not.toContainText('Ship anyway')
  await hands.press('s')
  await expect(station.point('1 The changed details are not saved.')).toBeFocused()
  await expect(station.point(`3 ${added} Not picked. 25 ordered.`)).toBeVisible()
  await hands.press('1')
  await expect(station.field(/^Ref #/)).toHaveValue('PO7')
  await hands.press('Control+Enter')
  await expect(station.strip).toContainText('Issuance Header Updated')

  // A pick that the server has not confirmed yet.
  await scanner.scan('%T.DETAIL')
  await expect(station.text('0 of 2 lines')).toBeVisible()
  warehouse.network.slow(2500)
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: 40 saved on this device.`)
  await hands.press('s')
  await expect(station.point(`1 ${first} On this device only. Not sent yet.`)).toBeVisible()
  await expect(station.point(`1 ${added} Not picked. 25 ordered.`)).toBeVisible()
  warehouse.network.recover()
  await hands.press('Escape')

  // A scan that is queued behind an error.
  await scanner.scan('ZZZZZZZZ99')
  await expect(station.strip).toContainText(`ZZZZZZZZ99 is not on ${tag}.`)
  await scanner.scan(added)
  await hands.press('Control+s')
  await expect(
    station.point(`1 ${added} This scan is still waiting. Go back and finish it first.`),
  ).toBeVisible()
  await scanner.scan('%T.NO', '%T.OK')
  await expect(station.strip).toContainText(`${added}: picked 25 of 25.`)

  // A quantity typed over the picked one.
  await station.tabTo(station.quantityOf(first))
  await hands.type('38')
  await hands.press('Control+s')
  await expect(station.point(`1 ${first} 38 is not saved.`)).toBeFocused()
  await hands.press('s')
  await expect(station.question).toContainText('Change Pick Qty from 40 to 38')
  await hands.press('y')
  await station.giveNoReason()
  await expect(station.point(`1 ${first} Picked 38 of 40. 38 will ship, 2 fewer than ordered.`)).toBeFocused()
  await hands.press('w')
  await expect(station.strip).toContainText('Issuance SHIPPED: 63 of 65 plants, 2 lines. 1 line short by 2.')
  expect((await warehouse.issued(tag)).IssuanceHeader?.ReferenceNbr).toBe('PO7')
  expect(await onHand(warehouse, barcodes)).toEqual(
    before.map((quantity, index) => quantity - ([38, 25][index] ?? 0)),
  )
})

test('an issuance: a pick that the server fails to store stops shipping', async ({ station, warehouse }) => {
  test.slow()
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 10 })))
  await station.begin('lena.lead', warehouse.place)
  await station.openIssuance(tag)
  warehouse.network.fail('issuance')
  await station.scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: 10 saved on this device.`)
  await station.hands.press('s')
  await expect(station.point(`1 ${first} On this device only. Not sent yet.`)).toBeVisible()
  // After five failed tries with growing delays, the app asks for a person's attention.
  await expect(station.openPoints.getByText(/server failed/i)).toBeVisible({ timeout: 60_000 })
  await expect(station.openPoints).not.toContainText('Ship anyway')
  warehouse.network.recover()
  expect((await warehouse.summaryOf(tag)).status).toBe('RESERVED')
})

test('a transfer: lists lines not received, zero or different, and a missing temperature, before it is received', async ({
  warehouse,
  browser,
}) => {
  test.slow()
  const barcodes = await warehouse.plants(4)
  const [all = '', none = '', other = '', late = ''] = barcodes
  const stockBefore = await onHand(warehouse, barcodes, destination)
  const lines = barcodes.map((barcode) => ({ barcode, quantity: 40 }))
  const number = await warehouse.shippedTransfer(destination, lines, { ShipPlantTemperature: '4' })
  await workAs(browser, warehouse, 'ravi.receiver', warehouse.placeAt(destination), async (dock) => {
    const { hands, scanner } = dock
    await scanner.scan(number)
    await expect(dock.text('0 of 4 lines')).toBeVisible()
    await scanner.scan(all, '%T.Q.37', other)
    await dock.answerYes('Pick/Receive Qty from 40 to 37?')
    await scanner.scan('%T.Q.0', none)
    await expect(dock.question).toContainText('Pick/Receive Qty from 40 to 0?')
    await scanner.scan('%T.YES')
    await expect(dock.text('3 of 4 lines')).toBeVisible()

    await hands.press('r')
    await expect(dock.point(`1 ${late} Not received. 40 shipped.`)).toBeFocused()
    await expect(
      dock.point(`2 ${none} None of 40 arrived. An adjustment request will be opened.`),
    ).toBeVisible()
    await expect(
      dock.point(`3 ${other} Received 37 of 40. An adjustment request will be opened.`),
    ).toBeVisible()
    await expect(dock.point('4 No Receive Temp. It was 4 °C at shipping.')).toBeVisible()
    await hands.press('4')
    await dock.typeInto(dock.field('Receive Temp'), '5')
    await hands.press('Control+s')
    await expect(dock.point('1 Receive Temp 5 is not saved.')).toBeFocused()
    await expect(dock.openPoints).not.toContainText('Receive anyway')
    await scanner.scan(late)
    await expect(dock.strip).toContainText(`${late}: received 40 of 40.`)
    await scanner.scan('%T.RECEIVE')
    await expect(dock.point('1 Receive Temp 5 is not saved.')).toBeFocused()
    await scanner.scan('%T.SAVE')
    await expect(
      dock.point(`1 ${none} None of 40 arrived. An adjustment request will be opened.`),
    ).toBeFocused()
    await hands.press('w')
    await expect(dock.strip).toContainText(
      'Transfer Received Successfully. 2 lines differ from what was shipped',
    )
  })
  expect(await warehouse.transferOf(number)).toEqual({
    status: 'RECEIVED',
    lines: [
      `${all} RECEIVED 40/40`,
      `${none} RECEIVED 40/0`,
      `${other} RECEIVED 40/37`,
      `${late} RECEIVED 40/40`,
    ].toSorted(),
  })
  const arrived = [40, 0, 37, 40]
  expect(await onHand(warehouse, barcodes, destination)).toEqual(
    stockBefore.map((quantity, index) => quantity + (arrived[index] ?? 0)),
  )
})

test('a dump: lists lines not dumped, zero or unsaved, in the editor too', async ({
  station,
  warehouse,
  browser,
}) => {
  test.slow()
  const barcodes = await warehouse.plants(3)
  const [open = '', none = '', added = ''] = barcodes
  const before = await onHand(warehouse, barcodes)
  // A person without the right to dump saves the lines.
  await station.beginOn('ravi.receiver', warehouse.place, 'z', 'Dump')
  await station.newDump('Lena Moreau')
  const number = station.tag
  await station.scanner.scan('%T.R.MOLD', '%T.Q.10', open)
  await expect(station.strip).toContainText(`${open}: 10 to dump, not dumped yet.`)
  await station.scanner.scan('%T.Q.0', none)
  await expect(station.question).toContainText('Dump Qty: 0. Do you want to Save or Delete?')
  await station.hands.press('s')
  await expect(station.strip).toContainText(`${none}: 0 to dump, not dumped yet.`)

  await workAs(browser, warehouse, 'lena.lead', warehouse.place, async (lead) => {
    const { hands, scanner } = lead
    await scanner.scan(number)
    await expect(lead.text('0 of 2 lines')).toBeVisible()
    await hands.press('v')
    await expect(lead.field('Barcode')).toBeVisible()
    await scanner.scan('%T.R.MOLD', added)
    await expect(lead.quantityOf(added)).toBeFocused()
    await hands.type('4')
    await hands.press('Control+s')
    await expect(lead.point(`1 ${added} 4 is not saved.`)).toBeFocused()
    await expect(lead.point(`2 ${open} 10 not dumped yet.`)).toBeVisible()
    await expect(lead.point(`3 ${none} Quantity 0. Enter a quantity or delete the line.`)).toBeVisible()
    await hands.press('s')
    await expect(lead.point(`1 ${open} 10 not dumped yet.`)).toBeFocused()
    await hands.press('ArrowDown', 'd')
    await expect(lead.question).toContainText(`Delete Inventory ${none}?`)
    await hands.press('y')
    await expect(lead.point(`1 ${open} 10 not dumped yet.`)).toBeFocused()
    await hands.press('r')
    await expect(lead.strip).toContainText('Ready. Nothing to fix.')
    await scanner.scan('%T.DUMP')
    await expect(lead.strip).toContainText('DUMPED successfully')
  })
  expect(await onHand(warehouse, barcodes)).toEqual(
    before.map((quantity, index) => quantity - ([10, 0, 4][index] ?? 0)),
  )
})

test('a return: lists a zero line and an unsaved line before it is posted', async ({
  station,
  warehouse,
}) => {
  test.slow()
  const { hands, scanner } = station
  const [kept = '', none = ''] = await warehouse.plants(2)
  const { grower } = await warehouse.shippedIssuance(
    [kept, none].map((barcode) => ({ barcode, quantity: 30 })),
  )
  await station.beginOn('lena.lead', warehouse.place, 'f', 'Return')
  await station.newReturn(grower.name)
  await scanner.scan('%T.R.COUNT', '%T.Q.12', kept)
  await expect(station.strip).toContainText(`${kept}: 12 to return.`)
  await scanner.scan('%T.Q.0', none)
  await expect(station.question).toContainText('Return Qty: 0. Do you want to Save or Delete?')
  await hands.press('s')
  await expect(station.strip).toContainText(`${none}: 0 to return.`)
  await scanner.scan('%T.DETAIL')
  await expect(station.button(/^RETURN/)).toBeVisible()
  await station.tabTo(station.quantityOf(kept))
  await hands.type('9')
  await hands.press('Control+s')
  await expect(station.point(`1 ${kept} 9 is not saved.`)).toBeFocused()
  await expect(station.point(`2 ${none} Quantity cannot be zero: ${none}`)).toBeVisible()
  await expect(station.openPoints).not.toContainText('anyway')
  await hands.press('s')
  await expect(station.point(`1 ${none} Quantity cannot be zero: ${none}`)).toBeFocused()
  await scanner.scan('%T.DELETE')
  await expect(station.question).toContainText(`Are you sure you want to delete ${none}?`)
  await scanner.scan('%T.YES')
  await expect(station.strip).toContainText('Ready. Nothing to fix.')
  await hands.press('Control+s')
  await expect(station.strip).toContainText('Order Returned Successfully: 9 plants, 1 line.')
  await hands.press('g')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await scanner.scan(`%T.GROWER.${grower.id}`, kept)
  await expect(station.strip).toContainText(': 9 on hand.')
})

test('a count: lists lines that need a second count or were not scanned before it is closed', async ({
  station,
  warehouse,
  browser,
}) => {
  test.slow()
  const shelf = 'COUNT-E'
  const barcodes = await fillShelf(warehouse, shelf, 'CE', 3)
  const [right = '', twice = '', late = ''] = barcodes
  const { hands, scanner } = station
  await station.beginOn('pia.picker', warehouse.place, 'i', 'Issuance')
  const number = await newCount(station, shelf)
  await countPlants(station, right, 100)
  await countPlants(station, twice, 60)
  await hands.press('v')
  await expect(station.button(/^Close count/)).toBeVisible()
  await hands.press('s')
  await expect(station.point(`1 ${twice} Needs a second count by another person.`)).toBeFocused()
  await expect(station.point(`2 ${late} Not scanned. It will count as 0.`)).toBeVisible()
  await expect(station.openPoints).not.toContainText('Close anyway')
  await hands.press('2')
  await expect(station.quantityOf(late)).toBeFocused()
  await hands.type('97')
  await hands.press('Enter')
  await expect(station.strip).toContainText(`${late}: 97 counted.`)
  await scanner.scan('%T.LEFT')
  await expect(station.point(`1 ${twice} Needs a second count by another person.`)).toBeFocused()
  await expect(station.openPoints).not.toContainText(late)
  await hands.press('Escape')

  await workAs(browser, warehouse, 'ravi.receiver', warehouse.place, async (ravi) => {
    await ravi.scanner.scan(number)
    await expect(ravi.heading(`Count ${number}`)).toBeVisible()
    await ravi.scanner.scan(twice)
    await ravi.typeInto(ravi.quantityOf(twice), '99')
    await ravi.hands.press('Enter')
    await expect(ravi.strip).toContainText(`${twice}: second count 99.`)
    await ravi.hands.press('s')
    await expect(ravi.strip).toContainText('Count closed: 296 plants, 3 lines.')
  })
  expect(await onHand(warehouse, barcodes)).toEqual([100, 99, 97])
})
