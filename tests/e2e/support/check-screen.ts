/** Checks every screen of a tour: accessibility in each theme, and no sideways scrolling. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { violationsOn } from './axe.ts'

// PICTURES=folder writes a screenshot of each screen.
const pictureFolder = process.env['PICTURES']
const wide = { width: 1440, height: 900 }
const pictureSizes = [{ width: 360, height: 640 }, wide]
// The narrowest handheld; the smallest width of each other layout (tablet, beside the navigation, a wide
// terminal); a wider one.
const narrowest = 320
const widerWidths = [640, 1024, 1440, 1920]

type Theme = 'light' | 'dark' | 'sun'

/**
 * Runs axe in the three themes and checks that no width scrolls sideways, with text of twice the size too.
 * `part` limits the check to one element.
 */
export async function checkScreen(page: Page, name: string, part?: string): Promise<void> {
  await page.setViewportSize(wide)
  for (const theme of ['light', 'dark', 'sun'] as const) {
    await applyTheme(page, theme)
    const found = await violationsOn(page, theme === 'light', part)
    expect.soft(found, `${name}, ${theme}`).toEqual([])
    if (pictureFolder !== undefined) await takePictures(page, pictureFolder, `${name}-${theme}`, part)
  }
  await applyTheme(page, 'light')
  const checkWidth = async (width: number) => {
    await page.setViewportSize({ width, height: 640 })
    await expectNoOverflow(page, `${name}, ${width}`)
  }
  // Checks handheld widths first: switching to the other layout is slow.
  await checkWidth(narrowest)
  await page.setViewportSize({ width: 360, height: 640 })
  await sizeText(page, '200%')
  await expectNoOverflow(page, `${name}, 360 with text of 200 %`)
  if (pictureFolder !== undefined && part === undefined) {
    await mkdir(pictureFolder, { recursive: true })
    await page.screenshot({ path: join(pictureFolder, `${name}-large-360.png`) })
  }
  await sizeText(page, '')
  for (const width of widerWidths) await checkWidth(width)
  await page.setViewportSize(wide)
}

// The sun theme is a user setting; light and dark follow the device.
async function applyTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.evaluate((isSun) => {
    if (isSun) document.documentElement.dataset['theme'] = 'sun'
    else delete document.documentElement.dataset['theme']
  }, theme === 'sun')
}

// Sets the text size in the same way as the workstation setting.
const sizeText = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
    document.documentElement.dataset['text'] = fontSize === '' ? 'usual' : 'large'
  }, size)

const softly = expect.configure({ soft: true })

// Expects no sideways scroll; the failure names the elements that overflow.
async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const readOverflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const beyond = [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
      return [`${scrollWidth} of ${clientWidth} px`, ...new Set(beyond)]
    })
  // The layout changes a moment after the size.
  await softly.poll(readOverflow, { message: where, timeout: 15_000, intervals: [20, 50, 100] }).toEqual([])
}

async function takePictures(page: Page, folder: string, name: string, part = 'html'): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const size of pictureSizes) {
    await page.setViewportSize(size)
    const path = join(folder, `${name}-${size.width}.png`)
    if (part === 'html') await page.screenshot({ path })
    else await page.locator(part).screenshot({ path, animations: 'disabled' })
  }
  await page.setViewportSize(wide)
}
