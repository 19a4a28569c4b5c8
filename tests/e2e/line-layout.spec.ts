import { findCutOff } from './support/handheld-sizes.ts'
import { expect, test } from './support/test.ts'

test('a long error is below its line, the bar below the strip, each value below its label', async ({
  station,
  warehouse,
}) => {
  const { page, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 40 }])
  const empty = await warehouse.issuance([])
  const boxOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await station.begin('pia.picker', warehouse.place)

  await station.openIssuance(tag)
  await expect(station.quantityOf(barcode)).toBeVisible()
  const long = 'The truck of this carrier has been taken off the list by the office in Watsonville. '.repeat(
    3,
  )
  await page.route('**/api/issuance', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          json: { Message: '', InventoryLines: [{ Message: long, ID: 1, BarcodeID: barcode }] },
        })
      : route.fallback(),
  )
  await scanner.scan(barcode)
  await expect(page.locator('.line-problem')).toContainText('Watsonville')
  for (const width of [360, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 640 })
    await expect(page.locator(width < 600 ? '.guide-card' : '.line-table-row')).toBeVisible()
    const line = await boxOf('.line, .line-table-row')
    const problem = await boxOf('.line-problem')
    const quantity = await boxOf('.line .control, .line-table-row .control')
    expect(problem.width, `refusal at ${width}`).toBeGreaterThan(line.width * 0.8)
    expect(problem.x + problem.width, `refusal at ${width}`).toBeLessThanOrEqual(line.x + line.width)
    expect(quantity.x + quantity.width, `quantity at ${width}`).toBeLessThanOrEqual(line.x + line.width)
    expect(line.x + line.width, `line at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.unroute('**/api/issuance')

  // On a wide terminal the header is one row; on a narrower window it unfolds.
  expect((await boxOf('.header-facts-row')).height).toBeLessThanOrEqual(40)
  await page.setViewportSize({ width: 900, height: 640 })
  await page.locator('.header-facts-card > summary').click()
  const label = page.locator('.header-facts-card dt').first()
  await expect(label).toBeVisible()
  const misplaced = await page.locator('.header-facts-card dt').evaluateAll((labels) =>
    labels
      .filter((each) => {
        const value = each.nextElementSibling?.getBoundingClientRect()
        const { x, bottom } = each.getBoundingClientRect()
        return value === undefined || value.x !== x || value.y < bottom
      })
      .map(({ textContent }) => textContent),
  )
  expect(misplaced).toEqual([])

  await scanner.scan('%T.OK')
  await station.openIssuance(empty)
  await page.setViewportSize({ width: 640, height: 480 })
  await expect(station.text('No lines yet').first()).toBeVisible()
  // Repeat the check: content that loads later makes the page longer.
  const gap = async () => {
    await page.evaluate(() => scrollTo(0, 400))
    const strip = await boxOf('.shell-top')
    const bar = await boxOf('.document-bar')
    return Math.abs(bar.y - (strip.y + strip.height))
  }
  await expect.poll(gap).toBeLessThanOrEqual(1)
})

const softly = expect.configure({ soft: true })

// Text size 200 % in the app, and the window size that a browser zoom of 200 % leaves.
const layouts = {
  'a text of 200 %': { size: { width: 1440, height: 900 }, textSize: 200 },
  'a zoom of 200 %': { size: { width: 720, height: 450 }, textSize: 100 },
}
for (const [name, { size, textSize }] of Object.entries(layouts))
  test(`with ${name} a terminal shows place, document, current line, and an error with its OK`, async ({
    station,
    warehouse,
  }) => {
    const { page, scanner, strip } = station
    const barcodes = await warehouse.plants(4)
    const [first = '', second = '', added = ''] = barcodes
    const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 40 })))
    await page.setViewportSize(size)
    await page.addInitScript(
      (preferences) => localStorage.setItem('trimline.preferences', preferences),
      JSON.stringify({ textSize }),
    )
    const expectFullyVisible = async (parts: string, where: string) => {
      await softly.poll(() => findCutOff(page, parts), where).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, where).toBeLessThanOrEqual(0)
    }
    const header = '.masthead-place-words, .document-title h1, .document-progress-count, .document-main'
    await station.begin('pia.picker', warehouse.place)
    await expect(station.documentRows.first()).toBeVisible()
    await expectFullyVisible('.masthead-place-words, .document-list-head', 'list')
    await station.openIssuance(tag)
    await scanner.scan(second)
    await expect(strip).toContainText(`${second}: picked 40 of 40.`)
    const currentLine = '.line[data-current] :is(.line-barcode, .line-work)'
    await expectFullyVisible(`${header}, .scan-strip-words, ${currentLine}`, 'detail')
    await scanner.scan('NOSUCHCODE', first)
    await expect(station.heldStrip).toBeVisible()
    await expectFullyVisible('.scan-strip-words, .scan-strip-held, .document-title h1', 'error')
    await scanner.scan('%T.OK')
    await station.goTo(`/Issuance/Edit/${tag}`)
    await expect(station.field('Barcode')).toBeVisible()
    await scanner.scan(added)
    await expect(station.quantityOf(added)).toBeFocused()
    await expectFullyVisible(`${header}, .scan-strip-words, ${currentLine}`, 'editor')
  })
