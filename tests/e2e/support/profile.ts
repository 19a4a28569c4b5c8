/** Opens a browser on a profile folder that survives a crash of the browser. */
import { type BrowserContext, chromium } from 'playwright/test'
import { chromiumArguments, findChromium, findHeadlessShell } from '#tests/support/chromium.mjs'

/** Opens a browser on this profile, with service workers. `env` is added to our own environment. */
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

/** Crashes the tabs, then closes the browser: the page cannot run its unload handlers. */
export async function killBrowser(browser: BrowserContext): Promise<void> {
  for (const page of browser.pages()) await page.goto('chrome://crash').catch(() => undefined)
  await browser.close()
}
