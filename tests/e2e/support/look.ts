/**
 * What everybody needs of a screen, whoever they are and whatever they hold: looked for wherever a tour
 * stops.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { violationsOn } from './axe.ts'

// PICTURES=folder writes a picture of each screen for people to look at.
const pictures = process.env['PICTURES']
const wide = { width: 1440, height: 900 }
const pictured = [{ width: 360, height: 640 }, wide]
// A handheld's narrowest; the least of each other layout: tablet, beside the navigation, two columns; and a
// terminal.
const narrow = 320
const wider = [768, 1024, 1280, 1920]

type Look = 'light' | 'dark' | 'sun'

/**
 * It can be read in the three themes, and does not scroll sideways: from the narrowest handheld on, nor on a
 * handheld with text of twice the size. `part` is all that is looked at.
 */
export async function lookAt(page: Page, name: string, part?: string): Promise<void> {
  await page.setViewportSize(wide)
  for (const theme of ['light', 'dark', 'sun'] as const) {
    await show(page, theme)
    const found = await violationsOn(page, theme === 'light', part)
    expect.soft(found, `${name}, ${theme}`).toEqual([])
    if (pictures !== undefined) await takePictures(page, pictures, `${name}-${theme}`, part)
  }
  await show(page, 'light')
  const fitsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 640 })
    await fits(page, `${name}, ${width}`)
  }
  // All of a handheld first: to build the other layout takes longer than to look at it.
  await fitsAt(narrow)
  await page.setViewportSize({ width: 360, height: 640 })
  await sizeText(page, '200%')
  await fits(page, `${name}, 360 with text of 200 %`)
  if (pictures !== undefined && part === undefined) {
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}-large-360.png`) })
  }
  await sizeText(page, '')
  for (const width of wider) await fitsAt(width)
  await page.setViewportSize(wide)
}

// A person's own choice of the theme for the sun; the others are the device's.
async function show(page: Page, theme: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.evaluate((isSun) => {
    if (isSun) document.documentElement.dataset['theme'] = 'sun'
    else delete document.documentElement.dataset['theme']
  }, theme === 'sun')
}

// As the setting of the workstation does it.
const sizeText = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
    document.documentElement.dataset['text'] = fontSize === '' ? 'usual' : 'large'
  }, size)

const softly = expect.configure({ soft: true })

// No sideways scroll; what reaches over the edge is named.
async function fits(page: Page, where: string): Promise<void> {
  const readOver = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const beyond = [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
      return [`${scrollWidth} of ${clientWidth} px`, ...new Set(beyond)]
    })
  // The layout of the other device comes a moment after the size.
  await softly.poll(readOver, { message: where, timeout: 15_000, intervals: [20, 50, 100] }).toEqual([])
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
