/** What everybody needs of a screen, whoever they are and whatever they hold: looked for wherever a tour stops. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

// PICTURES=folder writes a picture of each screen for people to look at.
const pictures = process.env['PICTURES']
const wide = { width: 1440, height: 900 }
const pictured = [{ width: 360, height: 640 }, wide]
// The least of each layout: handheld, tablet, beside the navigation, two columns; and a terminal.
const widths = [320, 768, 1024, 1280, 1920]

/** It can be read in both themes, and does not scroll sideways from the narrowest handheld on; `part` is all that is looked at. */
export async function lookAt(page: Page, name: string, part?: string): Promise<void> {
  await page.setViewportSize(wide)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // There are no frames, so that it needs no page of its own to put together what it has found in each.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    if (part !== undefined) axe.include(part)
    // A theme changes nothing but colours.
    const { violations } = await (colorScheme === 'dark'
      ? axe.withRules('color-contrast')
      : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    ).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
    if (pictures !== undefined) await takePictures(page, pictures, `${name}-${colorScheme}`, part)
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect.soft(scrollWidth, `${name}, ${width}`).toBeLessThanOrEqual(clientWidth)
  }
  await page.setViewportSize(wide)
}

async function takePictures(page: Page, folder: string, name: string, part = 'html'): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const size of pictured) {
    await page.setViewportSize(size)
    const path = join(folder, `${name}-${size.width}.png`)
    if (part === 'html') await page.screenshot({ path })
    else await page.locator(part).screenshot({ path, animations: 'disabled' })
  }
  await page.setViewportSize(wide)
}
