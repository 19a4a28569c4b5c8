/** A browser with a profile of its own, which a killed one leaves behind and the next one finds. */
import { type BrowserContext, chromium } from 'playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '#tests/support/chromium.mjs'

/**
 * Opens a browser on the profile in this folder; its service workers are let in. `env` is on top of our own
 * environment.
 */
export async function browseWith(
  profile: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BrowserContext> {
  const executablePath = findHeadlessShell(await findChromium())
  return chromium.launchPersistentContext(profile, {
    headless: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
    args: chromiumArguments,
    env: { ...process.env, ...env },
    ...(executablePath && { executablePath }),
  })
}

/** The tab dies, then the browser: nothing of the page gets a last word. */
export async function killBrowser(browser: BrowserContext): Promise<void> {
  for (const page of browser.pages()) await page.goto('chrome://crash').catch(() => undefined)
  await browser.close()
}
