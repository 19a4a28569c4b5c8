import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// Response delays in milliseconds: slow enough for all ten scans to wait; then, to see the queue get shorter;
// then, for the rest.
const queueingMs = 2500
const shrinkingMs = 1000
const finishingMs = 250

// Space for all lines, so that all are rendered.
test.use({ viewport: { width: 1280, height: 2400 } })
test.describe.configure({ timeout: 180_000 })

// Expects a visible queue. Ten scans take less time than the first response, except on a slow machine.
const expectQueueVisible = (station: Workstation) =>
  expect(station.strip).toContainText(/(8|9|10|11) waiting/)

// Expects an empty queue; allows time for slow responses.
const expectQueueEmpty = (station: Workstation) =>
  expect(station.strip).not.toContainText('waiting', { timeout: 60_000 })

test.describe('ten barcodes at full scanner speed with slow responses', () => {
  test('in the editor: ten lines in order, none lost, and the queue is visible', async ({
    station,
    warehouse,
  }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    warehouse.network.slow(queueingMs)
    await station.scanner.scan(...barcodes)
    await expectQueueVisible(station)
    warehouse.network.slow(shrinkingMs)
    await expect(station.strip).toContainText('3 waiting', { timeout: 30_000 })
    warehouse.network.slow(finishingMs)
    await expectQueueEmpty(station)
    expect(await station.barcodes()).toEqual(barcodes)
  })

  test('on the detail: ten lines picked, in order', async ({ station, warehouse }) => {
    const barcodes = await warehouse.plants(10)
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    warehouse.network.calls.length = 0
    warehouse.network.slow(queueingMs)
    await station.scanner.scan(...barcodes, '%T.SHIP')
    // Long before the first response.
    await expect(station.text('10 of 10 lines')).toBeVisible()
    warehouse.network.slow(finishingMs)
    await expect(station.strip).toContainText('Issuance SHIPPED', { timeout: 60_000 })
    await expectQueueEmpty(station)
    const { status, lines } = await warehouse.summaryOf(tag)
    expect(status).toBe('SHIPPED')
    expect(lines).toEqual(barcodes.map((barcode) => `${barcode} SHIPPED 40/40`).toSorted())
    // Picks queued behind the first one are sent in batches, and none is sent twice.
    const keys = warehouse.network.calls.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
    expect(keys.length).toBeLessThan(11)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('with a question open: scans wait for its answer, then all run', async ({ station, warehouse }) => {
    const [first = '', ...others] = await warehouse.plants(11)
    const tag = await warehouse.issuance([{ barcode: first, ordered: 40 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(tag)
    await station.scanner.scan(`%T.LINE.DELETE.${first}`)
    await expect(station.question).toContainText(`Delete Inventory ${first}?`)
    warehouse.network.slow(queueingMs)
    await station.scanner.scan(...others)
    await expectQueueVisible(station)
    warehouse.network.slow(finishingMs)
    await expect(station.strip).toContainText('Answer the question on the screen first')
    await expect(station.question).toBeVisible()
    await station.scanner.scan('%T.NO')
    await expect(station.question).toBeHidden()
    await expectQueueEmpty(station)
    expect(await station.barcodes()).toEqual([first, ...others])
  })

  test('with the focus in a quantity: its value stays, and the scans become lines', async ({
    station,
    warehouse,
  }) => {
    const [first = '', ...others] = await warehouse.plants(11)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    await station.scanner.scan(first)
    await station.typeInto(station.quantityOf(first), '125')
    warehouse.network.slow(queueingMs)
    await station.scanner.scan(...others)
    await expectQueueVisible(station)
    warehouse.network.slow(finishingMs)
    await expect(station.quantityOf(first)).toHaveValue('125')
    await expectQueueEmpty(station)
    expect(await station.barcodes()).toEqual([first, ...others])
    await expect(station.quantityOf(first)).toHaveValue('125')
    for (const barcode of others) await expect(station.quantityOf(barcode)).toHaveValue('0')
  })

  test('with the palette open: its text stays, and the scans become lines', async ({
    station,
    warehouse,
  }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    await station.hands.press('Control+k')
    const palette = station.sheet('Commands')
    await station.typeInto(palette.getByRole('combobox'), 'go to')
    warehouse.network.slow(queueingMs)
    await station.scanner.scan(...barcodes)
    await expectQueueVisible(station)
    warehouse.network.slow(finishingMs)
    await expect(palette.getByRole('combobox')).toHaveValue('go to')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await expectQueueEmpty(station)
    await expect(palette.getByRole('combobox')).toHaveValue('go to')
    await station.hands.press('Escape')
    await expect(palette).toBeHidden()
    expect(await station.barcodes()).toEqual(barcodes)
  })

  test('all scans become lines although the page is blocked for half a second during a scan', async ({
    station,
    warehouse,
  }) => {
    const barcodes = await warehouse.plants(10)
    await station.begin('pia.picker', warehouse.place)
    await station.openEditor(await warehouse.issuance())
    warehouse.network.slow(queueingMs)
    // Ten codes take 1.7 s: the page is blocked from the third to the fifth.
    await Promise.all([station.scanner.scan(...barcodes), station.blockPage(500, 400)])
    warehouse.network.slow(finishingMs)
    await expectQueueEmpty(station)
    expect(await station.barcodes()).toEqual(barcodes)
  })
})
