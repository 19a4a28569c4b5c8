/** Takes the README's pictures: work on a terminal and a handheld, the strip, and the scanner setup. */
import { fileURLToPath } from 'node:url'
import { expect, test } from './support/test.ts'
import { Workstation } from './support/workstation.ts'

const picturePath = (name: string) => fileURLToPath(new URL(`pictures/${name}.png`, import.meta.url))
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
  const takeStripPicture = (name: string) =>
    station.wholeStrip.screenshot({ path: picturePath(`strip-${name}`), animations: 'disabled' })

  await station.begin('pia.picker', warehouse.place)
  await expect(station.text(tag)).toBeVisible()
  await page.screenshot({ path: picturePath('list') })
  await station.openIssuance(tag)
  await station.hands.type('35')
  await expect(strip).toContainText('Next: × 35')
  await takeStripPicture('quantity')
  await station.hands.press('Escape')
  await scanner.scan(first, second)
  await expect(strip).toContainText(`${second}: picked`)
  await page.screenshot({ path: picturePath('picking') })
  await takeStripPicture('done')
  const touch = await browser.newContext({
    viewport: handheld,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    colorScheme: 'light',
  })
  const handheldStation = await Workstation.at(await touch.newPage(), warehouse.url)
  await handheldStation.begin('pia.picker', warehouse.place)
  await handheldStation.scanner.scan(tag)
  await expect(handheldStation.page.locator('.guide-card')).toBeVisible()
  await handheldStation.page.screenshot({ path: picturePath('picking-handheld') })
  await handheldStation.scanner.scan('%T.SUN')
  await expect(handheldStation.page.locator('html[data-theme="sun"]')).toBeVisible()
  await handheldStation.scanner.scan(third)
  await expect(handheldStation.strip).toContainText(`${third}: picked`)
  await handheldStation.page.screenshot({ path: picturePath('sun-handheld') })
  await touch.close()
  await scanner.scan(second)
  await expect(strip).toContainText(`${second} is picked already`)
  await takeStripPicture('note')
  await scanner.scan('NOSUCHCODE', third, fourth)
  await expect(strip).toContainText('2 waiting')
  await takeStripPicture('not-done')
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
  await page.screenshot({ path: picturePath('scanner-setup') })
})
