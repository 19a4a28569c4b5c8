import { readFile } from 'node:fs/promises'
import { devices } from './support/axe-matrix.ts'
import { checkScreen } from './support/check-screen.ts'
import { findCutOff } from './support/handheld-sizes.ts'
import { logOutWithWork, sendAfterSignIn } from './support/log-out-with-work.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test('unsent changes are shown in the header, listed, exported, and sent automatically', async ({
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
  await station.waitForIdleCode()
  warehouse.network.goDown()
  await station.scanner.scan(...barcodes)
  await expect(chip).toHaveAccessibleName('3 not sent. Go to the outbox')
  expect(await station.header.locator('.masthead-place').boundingBox()).toEqual(before)

  await station.hands.press('Control+o')
  await expect(station.heading('Outbox')).toBeVisible()
  const rows = station.rows(`Issuance ${tag}`)
  await expect(rows).toHaveCount(3)
  for (const [index, barcode] of barcodes.entries()) {
    await expect(rows.nth(index)).toContainText(`Pick ${barcode} × 40`)
    await expect(rows.nth(index)).toContainText(/On this device only|Sent, no answer yet/)
  }
  const saved = station.page.waitForEvent('download')
  await station.scanner.scan('%T.OUTBOX.EXPORT')
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^outbox-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(5)
  await checkScreen(station.page, 'outbox-waiting')

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

    test('the number of unsent changes is visible beside the work', async ({ station, warehouse }) => {
      const barcodes = await warehouse.plants(3)
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
      await station.begin('pia.picker', warehouse.place)
      await station.openIssuance(tag)
      await station.waitForIdleCode()
      warehouse.network.goDown()
      await station.scanner.scan(...barcodes)
      const chip = station.header.getByRole('link', { name: '3 not sent. Go to the outbox' })
      await expect(chip).toBeVisible()
      const countText = chip.getByText(/3/).filter({ visible: true })
      await expect(countText).toHaveCount(1)
      expect(await findCutOff(station.page, '.outbox-chip')).toEqual([])
      warehouse.network.recover()
      await expect(chip).toHaveCount(0)
    })
  })

// On a slow network, the first visit uses a system typeface; the texts must fit with it too.
for (const typeface of ['with the typeface', 'without the typeface'])
  test(`a document created offline is first in its list, opens, and is replaced by the numbered one, ${typeface}`, async ({
    station,
    warehouse,
  }) => {
    if (typeface.startsWith('without')) await station.page.route('**/*.woff2', (route) => route.abort())
    await station.begin('lena.lead', warehouse.place)
    await station.hands.press('z')
    await expect(station.heading('Dump')).toBeVisible()
    await station.waitForIdleCode()
    warehouse.network.goDown()
    await station.newDumpHere('Lena Moreau')
    await station.hands.press('z')
    const localDocument = station.page
      .getByRole('list', { name: 'Saved on this device. Not sent yet.' })
      .getByRole('link')
    await expect(localDocument).toHaveText(/^NEW-[0-9A-F]{6}.*Saved on this device\. Not sent yet\./)
    await checkScreen(station.page, 'made-here')
    await localDocument.press('Enter')
    await expect(station.page).toHaveURL(/\/Dump\/Edit\/NEW-/)
    await station.hands.press('z')
    await expect(localDocument).toBeVisible()
    warehouse.network.recover()
    await expect(localDocument).toHaveCount(0)
  })

test('a refusal after its screen closed is shown on the current screen; one key opens the outbox, and one discards it', async ({
  station,
  warehouse,
}) => {
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  await station.begin('pia.picker', warehouse.place)
  await station.hands.press('q')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await station.openIssuance(tag)
  await station.waitForIdleCode()
  await station.unplug()
  await station.scanner.scan(barcode)
  await expect(station.strip).toContainText(`${barcode}: 40 saved on this device.`)
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

test('a pending pick can be undone before it leaves the device: the server never receives it', async ({
  station,
  warehouse,
}) => {
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.waitForIdleCode()
  await station.unplug()
  await station.scanner.scan(first, second)
  await expect(station.text('2 of 2 lines')).toBeVisible()
  await station.scanner.scan('%T.UNDO')
  await expect(station.text('1 of 2 lines')).toBeVisible()
  await expect.poll(() => station.waitingInOutbox()).toBe(1)
  // The offline notice does not cover the outbox chip.
  await expect(station.bar('Offline.')).toBeVisible()
  await station.header
    .getByRole('link', { name: '1 not sent. Go to the outbox' })
    .click({ trial: true, timeout: 5000 })
  await station.plugIn()
  await expect
    .poll(async () => (await warehouse.summaryOf(tag)).lines)
    .toEqual([`${first} PICKED 40/40`, `${second} RESERVED 40/-`].toSorted())
  await expect.poll(() => station.waitingInOutbox()).toBe(0)
})

test('a log-out lists pending work and keeps it; the app sends it after the next sign-in', async ({
  page,
}) => {
  const warehouse = await Warehouse.open()
  try {
    const station = await Workstation.at(page, warehouse.url)
    const pendingWork = await logOutWithWork(station, warehouse)
    await sendAfterSignIn(station, warehouse, pendingWork)
    // Logging out left the document, so the app does not offer to continue it.
    await expect(station.question).toHaveCount(0)
  } finally {
    await warehouse.close()
  }
})

test('a network lost before all code has loaded: the app reports it in plain text, and everything works after it is back', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner, strip } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  // Code that loads when the browser is idle. Without a service worker it is not cached here.
  const idleCode = /\/assets\/(chord|palette|outbox|follow|scanner-and|later|toasts)/
  await page.route(idleCode, (route) => route.abort())
  const failedRequests = ['chord-keys', 'outbox-chip', 'palette-', 'follow-live', 'toasts'].map((part) =>
    page.waitForEvent('requestfailed', (request) => request.url().includes(part)),
  )
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await Promise.all(failedRequests)
  await station.unplug()
  await scanner.scan(barcode)
  await expect(strip).toContainText(`${barcode}: 40 saved on this device.`)
  await hands.press('Control+k')
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded.' })).toBeVisible()
  await page.unroute(idleCode)
  await station.plugIn()
  await expect.poll(async () => (await warehouse.summaryOf(tag)).lines).toEqual([`${barcode} PICKED 40/40`])
  await hands.press('Control+k')
  await expect(station.sheet('Commands')).toBeVisible()
  await hands.press('Escape', 'Control+o')
  await expect(station.heading('Outbox')).toBeVisible()
  // Its style sheet could not be loaded before either.
  await expect(page.locator('.outbox-head')).toHaveCSS('display', 'flex')
  // The live updates of other people's changes work again.
  await hands.press('i')
  await expect(station.documentRows.filter({ hasText: tag })).toBeVisible()
  const another = await warehouse.issuance([{ barcode, ordered: 10 }])
  await expect(station.documentRows.filter({ hasText: another })).toBeVisible()
})
