// Measures in a real Chromium with an empty cache which scripts and styles a browser loads before work can
// start. First up to the set-up screen, through sign-in; then, signed in, up to document lines that accept
// scans.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArguments, provideChromium } from './chromium.mjs'
import { spawnBuiltServer } from './server-process.ts'

/** Paths in the build. */
export interface Fetched {
  /** Up to the set-up screen, through sign-in. */
  readonly firstScreen: readonly string[]
  /** Up to the first scan, signed in. */
  readonly firstScan: readonly string[]
}

/** Measures the last build of the app. Returns undefined if no Chromium is available. */
export async function measureStart(): Promise<Fetched | undefined> {
  const executablePath = await provideChromium()
  if (executablePath === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'trimline-size-'))
  const server = spawnBuiltServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' })
  let browser: Browser | undefined
  try {
    const address = await server.ready
    browser = await chromium.launch({ executablePath, args: chromiumArguments })
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    const firstScreen = await visit(page, address)
    return { firstScreen, firstScan: await visitDocument(page, address) }
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
  // Marks the time when the set-up screen is rendered: later requests do not belong to it.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Setup') return
      performance.mark('set-up-screen')
      watcher.disconnect()
    })
    watcher.observe(document, { childList: true, subtree: true, characterData: true })
  })
  // The stream of changes would keep the network busy forever.
  await page.route('**/api/changes*', (route) => route.fulfill({ status: 404 }))
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
  await page.getByLabel('User name').fill('pia.picker')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Setup' }).waitFor()
  await page.waitForLoadState('networkidle')
  const later = await page.evaluate(() => {
    const renderedAt = performance.getEntriesByName('set-up-screen')[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > renderedAt)
      .map(({ name }) => name)
  })
  const laterPaths = new Set(later.map((url) => pathInBuild(url, address)))
  return [...fetched].filter((path) => !laterPaths.has(path))
}

// Continues from the set-up screen to the first document with lines, then reloads it with an empty cache.
async function visitDocument(page: Page, address: string): Promise<readonly string[]> {
  await page.keyboard.press('Enter', { delay: 70 })
  await page.getByRole('heading', { level: 1, name: 'Adjust Trim' }).waitFor()
  await page.goto(`${address}/Issuance/?all=true`)
  const rows = page.locator('.table-body [role="row"] a')
  await rows.first().waitFor()
  await rows.first().press('Enter')
  const line = page.locator('.line-table-row').first()
  await line.waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.addInitScript(() => {
    // Disables idle work: on a slow machine it would start before the lines are rendered.
    window.requestIdleCallback = () => 0
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.scan-strip') || !document.querySelector('.line-table-row')) return
      performance.mark('first-scan')
      watcher.disconnect()
    })
    watcher.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await line.waitFor()
  const fetched = await page.evaluate(() => {
    const renderedAt = performance.getEntriesByName('first-scan')[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= renderedAt)
      .map(({ name }) => name)
  })
  return fetched.flatMap((url) => pathInBuild(url, address) ?? [])
}

const pathInBuild = (url: string, address: string): string | undefined => {
  const { origin, pathname } = new URL(url)
  return origin === new URL(address).origin && /\.(js|css)$/.test(pathname) ? pathname.slice(1) : undefined
}
