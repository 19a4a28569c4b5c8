import { readFile } from 'node:fs/promises'
import { devices } from './support/axe-matrix.ts'
import { cutOff } from './support/handheld-sizes.ts'
import { logOutWithWork, sendAfterSignIn } from './support/log-out-with-work.ts'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test('what cannot be sent is told in the header, listed, exported, and goes out by itself', async ({
  station,
  warehouse,
}) => {
  const barcodes = await warehouse.plants(3)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  const chip = station.header.getByRole('link', { name: /Go to the outbox/ })
  await expect(chip).toHaveCount(0)
  const before = await station.header.locator('.masthead-place').boundingBox()
  await station.hasTheRest()
  warehouse.network.goDown()
  await station.scanner.scan(...barcodes)
  await expect(chip).toHaveAccessibleName('3 saved here. Go to the outbox')
  expect(await station.header.locator('.masthead-place').boundingBox()).toEqual(before)

  await station.hands.press('Control+o')
  await expect(station.heading('Outbox')).toBeVisible()
  const rows = station.rows(`Issuance ${tag}`)
  await expect(rows).toHaveCount(3)
  for (const [at, barcode] of barcodes.entries()) {
    await expect(rows.nth(at)).toContainText(`Pick ${barcode} × 40`)
    await expect(rows.nth(at)).toContainText(/Saved here|Sent, no answer yet/)
  }
  const saved = station.page.waitForEvent('download')
  await station.scanner.scan('%T.OUTBOX.EXPORT')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^outbox-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(5)
  await lookAt(station.page, 'outbox-waiting')

  warehouse.network.recover()
  await station.page.reload()
  await expect(station.heading('Outbox')).toBeVisible()
  await expect(station.text('The outbox is empty')).toBeVisible()
  await expect(chip).toHaveCount(0)
  expect((await warehouse.summaryOf(tag)).lines).toEqual(
    barcodes.map((barcode) => `${barcode} PICKED 40/40`).toSorted(),
  )
})

for (const [device, use] of Object.entries({
  'narrow terminal': { viewport: { width: 1024, height: 768 } },
  handheld: devices.handheld,
}))
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('how many changes wait here is in sight beside the work', async ({ station, warehouse }) => {
      const barcodes = await warehouse.plants(3)
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
      await station.begin('pia.picker', warehouse.place)
      await station.openIssuance(tag)
      await station.hasTheRest()
      warehouse.network.goDown()
      await station.scanner.scan(...barcodes)
      const chip = station.header.getByRole('link', { name: '3 saved here. Go to the outbox' })
      await expect(chip).toBeVisible()
      const words = chip.getByText(/3/).filter({ visible: true })
      await expect(words).toHaveCount(1)
      expect(await cutOff(station.page, '.outbox-chip')).toEqual([])
      warehouse.network.recover()
      await expect(chip).toHaveCount(0)
    })
  })

// A first visit on a slow line has the device's own typeface: what is told fits its bar in that, too.
for (const typeface of ['with the typeface', 'without the typeface'])
  test(`a document that was made without a network stands at the top of its list, opens, and gives way to the numbered one, ${typeface}`, async ({
    station,
    warehouse,
  }) => {
    if (typeface.startsWith('without')) await station.page.route('**/*.woff2', (route) => route.abort())
    await station.begin('lena.lead', warehouse.place)
    await station.hands.press('z')
    await expect(station.heading('Dump')).toBeVisible()
    await station.hasTheRest()
    warehouse.network.goDown()
    await station.newDumpHere('Lena Moreau')
    await station.hands.press('z')
    const made = station.page
      .getByRole('list', { name: 'Saved here, not at the server yet' })
      .getByRole('link')
    await expect(made).toHaveText(/^NEW-[0-9A-F]{6}.*Saved here, not at the server yet/)
    await lookAt(station.page, 'made-here')
    await made.press('Enter')
    await expect(station.page).toHaveURL(/\/Dump\/Edit\/NEW-/)
    await station.hands.press('z')
    await expect(made).toBeVisible()
    warehouse.network.recover()
    await expect(made).toHaveCount(0)
  })

test('a refusal whose screen is gone is told where the person is; one key leads to it, and one discards it', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  await station.begin('pia.picker', warehouse.place)
  await station.hands.press('q')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await station.openIssuance(tag)
  await station.hasTheRest()
  await station.unplug()
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: 40 saved here.`)
  await station.hands.press('q')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await warehouse.ship(tag)
  await station.plugIn()
  await expect(station.strip).toContainText('Not done')
  await expect(station.strip).toContainText(`Issuance ${tag} was shipped by lena.lead at `)
  await expect(station.strip).toContainText(`Put back: ${await warehouse.shelfOf(barcode)} 40.`)
  await expect(station.heading('Adjust Trim')).toBeVisible()

  await station.scanner.scan('%T.OK')
  await station.hands.press('Control+o')
  const row = station.rows(`Issuance ${tag}`)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(`Pick ${barcode} × 40`)
  await expect(row).toContainText('Refused')
  await station.hands.press('d')
  await expect(station.question).toContainText(`Discard Pick ${barcode} × 40?`)
  await station.scanner.scan('%T.YES')
  await expect(station.text('The outbox is empty')).toBeVisible()
  await expect.poll(() => station.waitingInOutbox()).toBe(0)
})

test('what waits can be taken back before it has left the device: the server never hears of it', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hasTheRest()
  await station.unplug()
  await station.scanner.scan(first, second)
  await expect(station.text('2 of 2 lines')).toBeVisible()
  await station.scanner.scan('%T.UNDO')
  await expect(station.text('1 of 2 lines')).toBeVisible()
  await expect.poll(() => station.waitingInOutbox()).toBe(1)
  // The notice of the lost network does not stand over what is saved here.
  await expect(station.bar('Offline.')).toBeVisible()
  await station.header
    .getByRole('link', { name: '1 saved here. Go to the outbox' })
    .click({ trial: true, timeout: 5000 })
  await station.plugIn()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual([`${first} PICKED 40/40`, `${second} RESERVED 40/-`].toSorted())
  await expect.poll(() => station.waitingInOutbox()).toBe(0)
})

test('a log-out names what waits and keeps it; it goes out after the next sign-in', async ({ page }) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const kept = await logOutWithWork(station, warehouse)
    await sendAfterSignIn(station, warehouse, kept)
    // She has left the document by logging out: nobody is asked about it.
    await expect(station.question).toHaveCount(0)
  } finally {
    await warehouse.close()
  }
})

test('a network that is lost before the rest of the code has come: what is told is told plainly, and all is there once it is back', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner, strip } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  // What is fetched when the browser is idle; here nothing is kept on the device.
  const rest = /\/assets\/(chord|palette|outbox|follow|scanner-and|later|toasts)/
  await page.route(rest, (route) => route.abort())
  const asked = ['chord-keys', 'outbox-chip', 'palette-', 'follow-live', 'toasts'].map((part) =>
    page.waitForEvent('requestfailed', (request) => request.url().includes(part)),
  )
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await Promise.all(asked)
  await station.unplug()
  await scanner.scan(barcode)
  await expect(strip).toContainText(`${barcode}: 40 saved here.`)
  await hands.press('Control+k')
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })).toBeVisible()
  await page.unroute(rest)
  await station.plugIn()
  await expect.poll(async () => (await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 40/40`])
  await hands.press('Control+k')
  await expect(station.sheet('Commands')).toBeVisible()
  await hands.press('Escape', 'Control+o')
  await expect(station.heading('Outbox')).toBeVisible()
  // Its style sheet, too, was out of reach.
  await expect(page.locator('.outbox-head')).toHaveCSS('display', 'flex')
  // What others do is followed again.
  await hands.press('i')
  await expect(station.documentRows.filter({ hasText: tag })).toBeVisible()
  const another = await warehouse.issuance([{ barcode, ordered: 10 }])
  await expect(station.documentRows.filter({ hasText: another })).toBeVisible()
})
