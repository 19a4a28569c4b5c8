import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// So long each answer of the server takes, in milliseconds: slow enough for all ten to wait.
const BEHIND = 2500
// Once that was seen: slow enough for the queue to be seen getting shorter, and for the rest to come one by
// one.
const SEEN = 1000
const SOON = 250

// Room for all the lines, so that none is out of sight.
test.use({ viewport: { width: 1280, height: 2400 } })
test.describe.configure({ timeout: 180_000 })

// Ten read in less time than the first answer takes; on a slow machine the first may be answered by the end.
const inSight = (station: Workstation) => expect(station.strip).toContainText(/(8|9|10|11) waiting/)

// All scans are through when nothing waits any more; with time for each answer that takes a while.
const settled = (station: Workstation) =>
  expect(station.strip).not.toContainText('waiting', { timeout: 60_000 })

test.describe('ten barcodes at full scanner speed, the answers behind', () => {
  test('in the editor: ten lines, in order, none lost, and the queue is in sight', async ({
    station,
    warehouse,
  }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    warehouse.network.slow(BEHIND)
    await station.scanner.scan(...barcodes)
    await inSight(station)
    warehouse.network.slow(SEEN)
    await expect(station.strip).toContainText('3 waiting', { timeout: 30_000 })
    warehouse.network.slow(SOON)
    await settled(station)
    expect(await station.barcodes()).toEqual(barcodes)
  })

  test('on the detail: ten lines picked, in order', async ({ station, warehouse }) => {
    const barcodes = await warehouse.plants(10)
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    warehouse.network.calls.length = 0
    warehouse.network.slow(BEHIND)
    await station.scanner.scan(...barcodes, '%T.SHIP')
    // Long before the first answer.
    await expect(station.text('10 of 10 lines')).toBeVisible()
    warehouse.network.slow(SOON)
    await expect(station.strip).toContainText('Issuance SHIPPED', { timeout: 60_000 })
    await settled(station)
    const { status, lines } = await warehouse.summaryOf(tag)
    expect(status).toBe('SHIPPED')
    expect(lines).toEqual(barcodes.map((barcode) => `${barcode} SHIPPED 40/40`).toSorted())
    // What waited behind the first went out together, and nothing twice.
    const keys = warehouse.network.calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
    expect(keys.length).toBeLessThan(11)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('with a question open: they wait for its answer, then all run', async ({ station, warehouse }) => {
    const [first = '', ...others] = await warehouse.plants(11)
    const tag = await warehouse.issuance([{ barcode: first, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.scanner.scan(`%T.LINE.DELETE.${first}`)
    await expect(station.question).toContainText(`Delete Inventory ${first}?`)
    warehouse.network.slow(BEHIND)
    await station.scanner.scan(...others)
    await inSight(station)
    warehouse.network.slow(SOON)
    await expect(station.strip).toContainText('Answer the open question first')
    await expect(station.question).toBeVisible()
    await station.scanner.scan('%T.NO')
    await expect(station.question).toBeHidden()
    await settled(station)
    expect(await station.barcodes()).toEqual([first, ...others])
  })

  test('with the focus in a quantity: its content stays, the scans become lines', async ({
    station,
    warehouse,
  }) => {
    const [first = '', ...others] = await warehouse.plants(11)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    await station.scanner.scan(first)
    await station.typeInto(station.quantityOf(first), '125')
    warehouse.network.slow(BEHIND)
    await station.scanner.scan(...others)
    await inSight(station)
    warehouse.network.slow(SOON)
    await expect(station.quantityOf(first)).toHaveValue('125')
    await settled(station)
    expect(await station.barcodes()).toEqual([first, ...others])
    await expect(station.quantityOf(first)).toHaveValue('125')
    for (const barcode of others) await expect(station.quantityOf(barcode)).toHaveValue('0')
  })

  test('with the palette open: its text stays, the scans become lines', async ({ station, warehouse }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    await station.hands.press('Control+k')
    const palette = station.sheet('Commands')
    await station.typeInto(palette.getByRole('combobox'), 'go to')
    warehouse.network.slow(BEHIND)
    await station.scanner.scan(...barcodes)
    await inSight(station)
    warehouse.network.slow(SOON)
    await expect(palette.getByRole('combobox')).toHaveValue('go to')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await settled(station)
    await expect(palette.getByRole('combobox')).toHaveValue('go to')
    await station.hands.press('Escape')
    await expect(palette).toBeHidden()
    expect(await station.barcodes()).toEqual(barcodes)
  })

  test('while the page is busy for half a second in the middle of a scan', async ({ station, warehouse }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    warehouse.network.slow(BEHIND)
    // Ten codes take 1.7 s: the page stands still from the third to the fifth.
    await Promise.all([station.scanner.scan(...barcodes), station.standStill(500, 400)])
    warehouse.network.slow(SOON)
    await settled(station)
    expect(await station.barcodes()).toEqual(barcodes)
  })
})
