import { readFile } from 'node:fs/promises'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

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

test('a document that was made without a network stands at the top of its list, opens, and gives way to the numbered one', async ({
  station,
  warehouse,
}) => {
  await station.begin('lena.lead', warehouse.place)
  await station.hands.press('z')
  await expect(station.heading('Dump')).toBeVisible()
  warehouse.network.goDown()
  await station.newDumpHere('Lena Moreau')
  await station.hands.press('z')
  const made = station.page.getByRole('list', { name: 'Saved here, not at the server yet' }).getByRole('link')
  await expect(made).toHaveText(/^NEW-[0-9A-F]{6}.*Saved here, not at the server yet/)
  await lookAt(station.page, 'made-here')
  await made.press('Enter')
  await expect(station.page).toHaveURL(/\/Dump\/Edit\/NEW-/)
  await station.hands.press('z')
  await expect(made).toBeVisible()
  warehouse.network.recover()
  await expect(made).toHaveCount(0)
})
