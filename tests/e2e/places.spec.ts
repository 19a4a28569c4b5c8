import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './support/test.ts'
import { tourOfPlaces } from './support/tour-of-places.ts'
import { walkByTab } from './support/walk-by-tab.ts'

/** PICTURES=folder writes a picture of each screen for people to look at. */
const pictures = process.env['PICTURES']
const handheld = { width: 360, height: 640 }
const wide = { width: 1440, height: 900 }

test.describe.configure({ timeout: 600_000 })

test('every place can be read by everybody, in both themes', async ({ station, warehouse }) => {
  const { page } = station
  await page.setViewportSize(wide)
  await tourOfPlaces(station, warehouse, async (name) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
      if (pictures === undefined) continue
      await mkdir(pictures, { recursive: true })
      for (const size of [handheld, wide]) {
        await page.setViewportSize(size)
        await page.screenshot({ path: join(pictures, `place-${name}-${size.width}-${colorScheme}.png`) })
      }
    }
  })
})

test('every place is worked by Tab alone, shows where the focus is, and fits from 320 px on', async ({
  station,
  warehouse,
}) => {
  const { page } = station
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  await tourOfPlaces(station, warehouse, async (name) => {
    for (const width of [1920, 1024, 768, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }))
      expect.soft(scrollWidth, `${name}, ${width}`).toBeLessThanOrEqual(clientWidth)
    }
    const { missed, unmarked } = await walkByTab(page)
    expect.soft(missed, `${name}: not reached`).toEqual([])
    expect.soft(unmarked, `${name}: focus is not to be seen`).toEqual([])
  })
})
