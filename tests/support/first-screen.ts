// What a browser fetches before a person can work: the app's own scripts and styles, from the address bar through sign-in and
// initialisation to the set-up screen, as a real Chromium does it with an empty cache.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, provideChromium } from './chromium.mjs'
import { spawnBuiltServer } from './server-process.ts'

/** Measures the app as it was built last. Answers paths in the build; undefined when there is no Chromium to be had. */
export async function fetchFirstScreen(): Promise<readonly string[] | undefined> {
  const executablePath = await provideChromium()
  if (executablePath === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'trimline-size-'))
  const server = spawnBuiltServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' })
  let browser: Browser | undefined
  try {
    const address = await server.ready
    browser = await chromium.launch({ executablePath, args: chromiumArguments })
    return await visit(await browser.newPage(), address)
  } finally {
    await browser?.close()
    await server.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function visit(page: Page, address: string): Promise<readonly string[]> {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const path = pathInBuild(request.url(), address)
    if (path !== undefined) fetched.add(path)
  })
  // The moment at which the screen stands in the page; what is asked for from then on is no longer for it.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Setup') return
      performance.mark('set-up-screen')
      watcher.disconnect()
    })
    watcher.observe(document, { childList: true, subtree: true, characterData: true })
  })
  // The stream of news would keep the network busy for ever.
  await page.route('**/api/changes*', (route) => route.fulfill({ status: 404 }))
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
  await page.getByLabel('User name').fill('pia.picker')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Setup' }).waitFor()
  await page.waitForLoadState('networkidle')
  const later = await page.evaluate(() => {
    const there = performance.getEntriesByName('set-up-screen')[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > there)
      .map(({ name }) => name)
  })
  const ofLater = new Set(later.map((url) => pathInBuild(url, address)))
  return [...fetched].filter((path) => !ofLater.has(path))
}

const pathInBuild = (url: string, address: string): string | undefined => {
  const { origin, pathname } = new URL(url)
  return origin === new URL(address).origin && /\.(js|css)$/.test(pathname) ? pathname.slice(1) : undefined
}
