import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/test.ts'
import { tour, tourOfLogs } from './support/tour.ts'

/** PICTURES=folder writes a picture of each screen for people to look at. */
const pictures = process.env['PICTURES']
const sizes =
  pictures === undefined
    ? []
    : [
        { width: 360, height: 640 },
        { width: 1440, height: 900 },
      ]
const themes = ['light', 'dark'] as const

test.describe.configure({ timeout: 600_000 })

const tours = { 'issuances and corrections': tour, 'dumps, returns and grower storage': tourOfLogs }

for (const [name, walk] of Object.entries(tours)) {
  test(`every screen of ${name} can be read and operated by everybody, in both themes`, async ({
    station,
    warehouse,
  }) => {
    const { page } = station
    await page.setViewportSize({ width: 1440, height: 900 })
    await walk(station, warehouse, async (stop) => {
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze()
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
        expect.soft(found, `${stop}, ${colorScheme}`).toEqual([])
        for (const size of sizes) {
          await page.setViewportSize(size)
          await mkdir(pictures ?? '', { recursive: true })
          await page.screenshot({ path: join(pictures ?? '', `${stop}-${size.width}-${colorScheme}.png`) })
        }
      }
    })
  })

  test(`no screen of ${name} scrolls sideways, from the narrowest handheld on`, async ({
    station,
    warehouse,
  }) => {
    const { page } = station
    await walk(station, warehouse, async (stop) => {
      // The smallest of each layout: handheld, tablet, beside the navigation, two columns; then back to the handheld.
      for (const width of [768, 1024, 1280, 320]) {
        await page.setViewportSize({ width, height: 640 })
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }))
        expect.soft(scrollWidth, `${stop}, ${width}`).toBeLessThanOrEqual(clientWidth)
      }
    })
  })
}

test('the strip of the last scan can be read in each of its states', async ({ station, warehouse }) => {
  const { page, scanner } = station
  const [first = '', second = '', third = ''] = await warehouse.plants(3)
  const tag = await warehouse.issuance([first, second, third].map((barcode) => ({ barcode, ordered: 40 })))
  const look = async (name: string) => {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).include('.scan-strip').analyze()
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
      for (const size of sizes) {
        await page.setViewportSize(size)
        await mkdir(pictures ?? '', { recursive: true })
        const path = join(pictures ?? '', `strip-${name}-${size.width}-${colorScheme}.png`)
        await station.strip.screenshot({ path, animations: 'disabled' })
      }
    }
  }
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hands.type('35')
  await expect(station.strip).toContainText('Next: × 35')
  await look('quantity')
  await station.hands.press('Escape')
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: picked 40 of 40.`)
  await look('ok')
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first} is picked already`)
  await look('warning')
  await scanner.scan('NOSUCHCODE', second, third)
  await expect(station.strip).toContainText('2 waiting')
  await look('error')
  warehouse.network.slow(20_000)
  await scanner.scan('%T.OK')
  await expect(station.strip.locator('.scan-strip-reading')).toHaveText(third)
  await look('waiting')
})
