/** Limits for the keys and scans that common jobs need. */
import { countEffort, type Effort } from './support/effort.ts'
import { expect, test } from './support/test.ts'
import { Workstation } from './support/workstation.ts'

const lineCount = 20
const destination = 'FLC'

const expectEffortAtMost = ({ keys, scans }: Effort, mostKeys: number, mostScans: number) => {
  test.info().annotations.push({ type: 'effort', description: `${keys} keys, ${scans} scans` })
  expect(scans).toBeLessThanOrEqual(mostScans)
  expect(keys).toBeLessThanOrEqual(mostKeys)
}

// Types each line's quantity, then scans its barcode.
const orderLines = async (
  { hands, scanner, strip }: Workstation,
  barcodes: readonly string[],
  quantity: string,
) => {
  for (const barcode of barcodes) {
    await hands.type(quantity)
    await scanner.scan(barcode)
  }
  await expect(strip).toContainText(`${barcodes.at(-1)}: ordered ${quantity}.`)
}

test('an issuance of 20 lines: at most 53 keys and 40 scans', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const barcodes = await warehouse.plants(lineCount)
  const grower = await warehouse.grower()
  await station.begin('pia.picker', warehouse.place)
  const effort = countEffort(station)
  await hands.press('n')
  // Four letters identify the grower.
  await station.chooseDestination('Grower', grower.name, 4)
  await hands.press('Enter')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  const { tag } = station
  await orderLines(station, barcodes, '25')
  await hands.press('v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()
  await scanner.scan(...barcodes)
  await expect(station.text(`${lineCount} of ${lineCount} lines`)).toBeVisible()
  await hands.press('s')
  await expect(station.strip).toContainText('Issuance SHIPPED')
  expectEffortAtMost(effort, 53, 40)
  expect((await warehouse.summaryOf(tag)).lines.toSorted()).toEqual(
    barcodes.toSorted().map((barcode) => `${barcode} SHIPPED 25/25`),
  )
})

test('a transfer of 20 lines: at most 51 keys and 40 scans', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const barcodes = await warehouse.plants(lineCount)
  await station.beginTransfers('lena.lead', warehouse.place)
  const effort = countEffort(station)
  await hands.press('n')
  await expect(station.heading('New transfer')).toBeVisible()
  await station.tabTo(station.page.getByRole('combobox', { name: /^Destination/ }))
  await hands.type(destination.toLowerCase())
  await expect(station.page.getByRole('option').first()).toContainText(destination)
  await hands.press('Enter')
  await hands.press('F7')
  await expect(station.heading(/^Transfer \d+$/)).toBeVisible()
  const { tag } = station
  await orderLines(station, barcodes, '25')
  await hands.press('v')
  await expect(station.text(new RegExp(`^0 of ${lineCount} lines`))).toBeVisible()
  await scanner.scan(...barcodes)
  await expect(station.text(`${lineCount} of ${lineCount} lines`)).toBeVisible()
  await hands.press('s')
  await expect(station.strip).toContainText('Transfer Shipped Successfully')
  expectEffortAtMost(effort, 51, 40)
  expect((await warehouse.transferOf(tag)).status).toBe('SHIPPED')
})

test('a receipt of 20 lines, one of them short: at most 8 keys and 21 scans', async ({
  browser,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(lineCount)
  const lines = barcodes.map((barcode) => ({ barcode, quantity: 25 }))
  const number = await warehouse.shippedTransfer(destination, lines)
  const context = await browser.newContext()
  const dock = await Workstation.at(await context.newPage(), warehouse.url)
  await dock.beginTransfers('ravi.receiver', warehouse.placeAt(destination), 'receiving')
  const effort = countEffort(dock)
  await dock.scanner.scan(number)
  await expect(dock.text(new RegExp(`^0 of ${lineCount} lines`))).toBeVisible()
  const [short = '', ...others] = barcodes
  await dock.hands.type('23')
  await dock.scanner.scan(short)
  await dock.answerYes('Pick/Receive Qty from 25 to 23?')
  await expect(dock.strip).toContainText(`${short}: received 23 of 25.`)
  await dock.scanner.scan(...others)
  await expect(dock.text(`${lineCount} of ${lineCount} lines`)).toBeVisible()
  await dock.hands.press('r')
  await expect(dock.openPoints).toContainText('Received 23 of 25. An adjustment request will be opened.')
  await dock.hands.press('w')
  await expect(dock.strip).toContainText('Transfer Received Successfully')
  expectEffortAtMost(effort, 8, 21)
  expect((await warehouse.transferOf(number)).status).toBe('RECEIVED')
  await context.close()
})

test('a dump of 10 lines of one reason: at most 17 keys and 14 scans', async ({ station, warehouse }) => {
  const { hands, scanner, strip } = station
  const barcodes = await warehouse.plants(10)
  const before = await warehouse.stockOf(barcodes[0] ?? '')
  await station.beginOn('lena.lead', warehouse.place, 'z', 'Dump')
  const effort = countEffort(station)
  await hands.press('n')
  await expect(station.heading('New dump')).toBeVisible()
  await station.typeInto(station.field(/^Authorized By/), 'Lena Moreau')
  await hands.press('Enter')
  await expect(station.heading(/^Dump \d+$/)).toBeVisible()
  await scanner.scan('%T.R.MOLD', '%T.Q.5.KEEP')
  await expect(station.text('5 for every scan. Stop: -')).toBeVisible()
  await scanner.scan(...barcodes)
  await expect(strip).toContainText(`${barcodes.at(-1)}: dumped 5.`)
  await hands.press('v')
  await expect(station.text('10 of 10 lines')).toBeVisible()
  await hands.press('s')
  await expect(strip).toContainText('DUMPED successfully')
  expectEffortAtMost(effort, 17, 14)
  expect((await warehouse.stockOf(barcodes[0] ?? '')).onHand).toBe(before.onHand - 5)
})
