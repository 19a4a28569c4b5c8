/**
 * The README's pictures, taken from the running app: at work on a terminal and on a handheld, the strip, the
 * scanner setup.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from './support/test.ts'
import { Workstation } from './support/workstation.ts'

const into = (name: string) => fileURLToPath(new URL(`pictures/${name}.png`, import.meta.url))
const terminal = { width: 1440, height: 900 }
const handheld = { width: 360, height: 640 }

test.use({ viewport: terminal, colorScheme: 'light' })

test('a list and an issuance on a terminal, the guide on a handheld, and the strip in each of its states', async ({
  browser,
  station,
  warehouse,
}) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.plants(24)
  const [first = '', second = '', third = '', fourth = ''] = barcodes
  for (const [index, some] of [barcodes.slice(0, 3), barcodes.slice(3, 9), barcodes.slice(9, 11)].entries())
    await warehouse.issuance(some.map((barcode) => ({ barcode, ordered: 20 + 5 * index })))
  const tag = await warehouse.issuance(
    barcodes.map((barcode, index) => ({ barcode, ordered: 40 + 5 * (index % 5) })),
  )
  const take = (name: string) =>
    station.wholeStrip.screenshot({ path: into(`strip-${name}`), animations: 'disabled' })

  await station.begin('pia.picker', warehouse.place)
  await expect(station.text(tag)).toBeVisible()
  await page.screenshot({ path: into('list') })
  await station.openIssuance(tag)
  await station.hands.type('35')
  await expect(strip).toContainText('Next: × 35')
  await take('quantity')
  await station.hands.press('Escape')
  await scanner.scan(first, second)
  await expect(strip).toContainText(`${second}: picked`)
  await page.screenshot({ path: into('picking') })
  await take('done')
  const touch = await browser.newContext({
    viewport: handheld,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    colorScheme: 'light',
  })
  const hand = await Workstation.at(await touch.newPage(), warehouse.url)
  await hand.begin('pia.picker', warehouse.place)
  await hand.scanner.scan(tag)
  await expect(hand.page.locator('.guide-card')).toBeVisible()
  await hand.page.screenshot({ path: into('picking-handheld') })
  await hand.scanner.scan('%T.SUN')
  await expect(hand.page.locator('html[data-theme="sun"]')).toBeVisible()
  await hand.scanner.scan(third)
  await expect(hand.strip).toContainText(`${third}: picked`)
  await hand.page.screenshot({ path: into('sun-handheld') })
  await touch.close()
  await scanner.scan(second)
  await expect(strip).toContainText(`${second} is picked already`)
  await take('note')
  await scanner.scan('NOSUCHCODE', third, fourth)
  await expect(strip).toContainText('2 waiting')
  await take('not-done')
})

test('the scanner setup with the keys of a scan', async ({ station, warehouse }) => {
  const { page, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  await station.begin('pia.picker', warehouse.place)
  await station.runByPalette('scanner setup')
  await expect(station.heading('Scanner setup')).toBeVisible()
  await scanner.scan(barcode)
  await expect(station.strip).toContainText(`Read: ${barcode}`)
  await page.setViewportSize({ width: 1280, height: 1500 })
  await page.screenshot({ path: into('scanner-setup') })
})
