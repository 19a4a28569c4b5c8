/** On a handheld, news and kept quantities hide neither the next lines nor the document's number. */
import { fastScanner, planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { findCutOff } from './support/handheld-sizes.ts'
import { expect, test } from './support/test.ts'
import { Workstation } from './support/workstation.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } })

test("four more lines stay visible beside an owner's note and a kept quantity, and news does not cover the number", async ({
  station,
  warehouse,
  browser,
}) => {
  const { page, scanner } = station
  const barcodes = await warehouse.plants(10)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  const context = await browser.newContext({
    viewport: { width: 1100, height: 900 },
    hasTouch: false,
    isMobile: false,
  })
  const lena = await Workstation.at(await context.newPage(), warehouse.url)
  await lena.begin('lena.lead', warehouse.place)
  await lena.openIssuance(tag)
  await lena.scanner.scan(barcodes[0] ?? '')
  await expect(lena.strip).toContainText('picked 40 of 40.')

  // From this response on, pia receives the changes of others.
  const follows = page.waitForResponse(/\/api\/changes/)
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await expect(station.text(/^lena\.lead is picking this/)).toBeVisible()
  const wholeRows = () =>
    page
      .locator('.guide-row')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  const sizes = () =>
    page
      .locator('.guide-shelf, .guide-take input')
      .evaluateAll((facts) => facts.map((fact) => Number.parseFloat(getComputedStyle(fact).fontSize)))
  const expectEnoughSpace = async () => {
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(40)
    expect(await wholeRows()).toBeGreaterThanOrEqual(4)
  }
  await expectEnoughSpace()
  await scanner.scan('%T.Q.25.KEEP')
  await expect(station.text('25 for every scan. Stop: -')).toBeVisible()
  await expectEnoughSpace()
  // Each line shows the quantity that a scan would take.
  await expect(page.locator('.guide-row-quantity').first()).toHaveText('25')
  await scanner.scan('%T.Q.20')
  await expect(station.strip).toContainText('20 for the next barcode.')
  expect(await findCutOff(page, '.scan-strip-outcome')).toEqual([])

  await follows
  await lena.scanner.scan(barcodes[2] ?? '')
  await expect(station.notice(`${barcodes[2]}: picked 40 of 40.`)).toBeVisible()
  expect(await findCutOff(page, '.guide-bar h1 bdi:last-child')).toEqual([])
  await context.close()
})

test('the first key of a scan is in no quantity if its other keys come late', async ({
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const [one = '', two = ''] = await warehouse.plants(2)
  await station.begin('pia.picker', warehouse.place)
  await station.goTo('/AdjustTrim/')
  await expect(station.heading('Adjust Trim')).toBeVisible()
  await scanner.scan(one)
  const field = station.quantityOf(one)
  await expect(field).toBeFocused()
  const before = await field.inputValue()
  const keys = await page.context().newCDPSession(page)
  await sendTogether(keys, planKeys(two.slice(0, 1), fastScanner))
  expect(await field.inputValue()).toBe(before)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await sendTogether(keys, planKeys(`${two.slice(1)}\n`, fastScanner))
  await expect(strip).toContainText(two.slice(1))
  for (const each of await page.locator('.field-quantity input').all())
    expect(await each.inputValue()).toMatch(/^[\d,]*$/)
})
