/** The README's pictures, taken from the running app: at work on a terminal and on a handheld, the strip, the scanner setup. */
import { fileURLToPath } from 'node:url'
import { expect, test } from './support/test.ts'

const into = (name: string) => fileURLToPath(new URL(`pictures/${name}.png`, import.meta.url))
const terminal = { width: 1280, height: 720 }
const handheld = { width: 360, height: 640 }

test.use({ viewport: terminal, colorScheme: 'light' })

test('picking an issuance, and the strip in each of its states', async ({ station, warehouse }) => {
  const { page, scanner, strip } = station
  const barcodes = await warehouse.plants(5)
  const [first = '', second = '', third = '', fourth = ''] = barcodes
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
  const take = (name: string) => strip.screenshot({ path: into(`strip-${name}`), animations: 'disabled' })

  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hands.type('35')
  await expect(strip).toContainText('Next: × 35')
  await take('quantity')
  await station.hands.press('Escape')
  await scanner.scan(first, second)
  await expect(strip).toContainText(`${second}: picked 40 of 40.`)
  await page.screenshot({ path: into('picking') })
  await take('done')
  await page.setViewportSize(handheld)
  await page.screenshot({ path: into('picking-handheld') })
  await page.setViewportSize(terminal)
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
