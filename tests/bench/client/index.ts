// `npm run bench:client`: compares the built app in a real Chromium with a bare page of plain DOM, at full
// processor speed and 4 and 6 times slower: first load, scans, keys and a flood of scans. Prints ratios and
// asserts nothing. `--record` writes the browser's section of docs/performance.md; `--rounds N` and `--only
// load|scan|flood` run a part.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import seed from '#tests/e2e/support/seed.ts'
import { fillShelf } from '#tests/e2e/support/shelves.ts'
import { Warehouse } from '#tests/e2e/support/warehouse.ts'
import { Workstation } from '#tests/e2e/support/workstation.ts'
import { chromiumArguments, provideChromium } from '#tests/support/chromium.mjs'
import { openBarePage } from './bare-page.ts'
import { measureFlood } from './flood.ts'
import { type Loaded, measureLoad, slow4G } from './load.ts'
import { openIssuance, orderAll } from './ours.ts'
import { type Figure, writePage } from './page.ts'
import {
  counted,
  installProbe,
  openPaletteAndWait,
  type Painted,
  pressAndWait,
  scanAndWait,
} from './probe.ts'

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const rounds = Number(option('rounds') ?? 3)
const only = option('only')
const lines = 500
const scansEach = 20
const keysEach = 12
const palettesEach = 5
const slowdowns = [1, 4, 6] as const
// Scans of one flood, which takes sixty seconds.
const floodScans = 1200
const slowFloods = [1, 6] as const
const size = { width: 1440, height: 900 }

const figures: Figure[] = []
const report = (figure: Figure) => {
  figures.push(figure)
  const { what, baseline, measured, ratio } = figure
  console.log(
    `${what}: ${measured}; baseline: ${baseline}${ratio === undefined ? '' : `; ratio ${ratio.toFixed(2)}`}`,
  )
}
const percentile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? 0
const median = (values: readonly number[]) => percentile(values, 0.5)
const spread = (values: readonly number[]) =>
  `p50 ${median(values).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`

async function openPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await installProbe(page)
  return { context, page }
}

async function benchLoads(
  browser: Browser,
  warehouse: Warehouse,
  bareUrl: string,
  tag: string,
): Promise<void> {
  const ours = await openPage(browser)
  const bare = await openPage(browser)
  const ourSession = await ours.context.newCDPSession(ours.page)
  const bareSession = await bare.context.newCDPSession(bare.page)
  await openIssuance(warehouse, ours.page, tag)
  const url = ours.page.url()
  // Waits until the service worker has cached the app.
  await ours.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const conditions = [
    ...[1, 4, 6].flatMap((cpu) => [
      { name: `LAN, first visit, ${cpu}x slower`, cold: true, cpu },
      { name: `LAN, again, ${cpu}x slower`, cold: false, cpu },
    ]),
    { name: 'slow 4G, first visit', cold: true, cpu: 1, network: slow4G },
    { name: 'slow 4G, again', cold: false, cpu: 1, network: slow4G },
  ]
  for (const { name, ...condition } of conditions) {
    const all: Record<'ours' | 'bare', Loaded[]> = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round += 1) {
      all.bare.push(await measureLoad(bare.page, bareSession, bareUrl, condition))
      all.ours.push(await measureLoad(ours.page, ourSession, url, condition))
    }
    const medianOf = (which: 'ours' | 'bare', what: keyof Loaded) =>
      median(all[which].map((each) => each[what]))
    const formatLoad = (which: 'ours' | 'bare') =>
      `${(medianOf(which, 'ms') / 1000).toFixed(2)} s, ${medianOf(which, 'files')} files (${(medianOf(which, 'bytes') / 1000).toFixed(0)} kB), ${medianOf(which, 'requests')} requests`
    const extras = `, shift ${medianOf('ours', 'shifts').toFixed(3)}, longest task ${medianOf('ours', 'longest').toFixed(0)} ms`
    report({
      what: `First scan possible: ${name}`,
      baseline: formatLoad('bare'),
      measured: formatLoad('ours') + extras,
      ratio: medianOf('ours', 'ms') / medianOf('bare', 'ms'),
    })
  }
  await ours.context.close()
  await bare.context.close()
}

async function benchScans(
  browser: Browser,
  warehouse: Warehouse,
  bareUrl: string,
  tag: string,
): Promise<void> {
  const ours = await openPage(browser)
  const bare = await openPage(browser)
  const ourSession = await ours.context.newCDPSession(ours.page)
  const bareSession = await bare.context.newCDPSession(bare.page)
  const station: Workstation = await openIssuance(warehouse, ours.page, tag)
  await bare.page.goto(bareUrl)
  await bare.page.locator('[role=row]').first().waitFor()
  const order = await bare.page
    .locator('[role=row]')
    .evaluateAll((rows) => rows.map(({ ariaLabel }) => ariaLabel ?? ''))
  // Three scans first, so that the code is loaded.
  let next = 0
  const take = () => order[next++] ?? ''
  for (let warm = 0; warm < 3; warm += 1) {
    const code = take()
    await scanAndWait(ours.page, ourSession, code)
    await scanAndWait(bare.page, bareSession, code)
  }
  for (const cpu of slowdowns) {
    const painted: Record<'ours' | 'bare', Painted[]> = { ours: [], bare: [] }
    const keys: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    const palettes: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    for (const session of [ourSession, bareSession])
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    let commits = 0
    let shifts = 0
    for (let round = 0; round < rounds; round += 1) {
      const before = await counted(ours.page)
      const codes = Array.from({ length: scansEach }, take)
      await ours.page.bringToFront()
      for (const code of codes) {
        painted.ours.push(await scanAndWait(ours.page, ourSession, code))
        await station.page.waitForFunction(() => document.querySelector('.line-here') === null)
      }
      const after = await counted(ours.page)
      commits += after.commits - before.commits
      shifts += after.shifts - before.shifts
      // Escape after every third digit: a long number would be refused.
      for (let key = 0; key < keysEach; key += 1) {
        keys.ours.push(await pressAndWait(ours.page, String(1 + (key % 9))))
        if (key % 3 === 2) await ours.page.keyboard.press('Escape', { delay: 70 })
      }
      for (let time = 0; time < palettesEach; time += 1)
        palettes.ours.push(await openPaletteAndWait(ours.page))
      await bare.page.bringToFront()
      for (const code of codes) painted.bare.push(await scanAndWait(bare.page, bareSession, code))
      for (let key = 0; key < keysEach; key += 1)
        keys.bare.push(await pressAndWait(bare.page, String(1 + (key % 9))))
      await bare.page.keyboard.press('Enter', { delay: 70 })
      for (let time = 0; time < palettesEach; time += 1)
        palettes.bare.push(await openPaletteAndWait(bare.page))
    }
    for (const session of [ourSession, bareSession])
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const scanned = rounds * scansEach
    const valuesOf = (which: 'ours' | 'bare', what: keyof Painted) => painted[which].map((each) => each[what])
    report({
      what: `Enter to the painted line, ${lines} lines, ${cpu}x slower`,
      baseline: spread(valuesOf('bare', 'line')),
      measured: spread(valuesOf('ours', 'line')),
      ratio: median(valuesOf('ours', 'line')) / median(valuesOf('bare', 'line')),
    })
    report({
      what: `Enter to the outcome in words, ${cpu}x slower`,
      baseline: spread(valuesOf('bare', 'said')),
      measured: spread(valuesOf('ours', 'said')),
      ratio: median(valuesOf('ours', 'said')) / median(valuesOf('bare', 'said')),
    })
    report({
      what: `A typed digit to its paint, ${cpu}x slower`,
      baseline: spread(keys.bare),
      measured: spread(keys.ours),
      ratio: median(keys.ours) / median(keys.bare),
    })
    report({
      what: `Ctrl+K to the painted palette, ${cpu}x slower`,
      baseline: spread(palettes.bare),
      measured: spread(palettes.ours),
      ratio: median(palettes.ours) / median(palettes.bare),
    })
    report({
      what: `React commits a scan, with its answer; layout shift of ${scanned} scans, ${cpu}x slower`,
      baseline: '–',
      measured: `${(commits / scanned).toFixed(1)}; ${shifts.toFixed(4)}`,
    })
  }
  await ours.context.close()
  await bare.context.close()
}

const executablePath = await provideChromium()
if (executablePath === undefined) throw new Error('There is no Chromium')
const cleanUp = await seed()
const warehouse = await Warehouse.open()
const browser = await chromium.launch({ executablePath, args: chromiumArguments })
try {
  const barcodes = await warehouse.stockedBarcodes(lines)
  const bare = await openBarePage(barcodes)
  if (only === undefined || only === 'load')
    await benchLoads(browser, warehouse, bare.url, await orderAll(warehouse, barcodes))
  if (only === undefined || only === 'scan')
    await benchScans(browser, warehouse, bare.url, await orderAll(warehouse, barcodes))
  if (only === undefined || only === 'flood') {
    // Lots of its own, 100 plants each: the other documents do not reserve them.
    const stock = await fillShelf(warehouse, 'FLOOD', 'B7', floodScans)
    for (const cpu of slowFloods) report(await measureFlood(browser, warehouse, stock, cpu))
  }
  await bare.close()
} finally {
  await browser.close()
  await warehouse.close()
  await cleanUp()
}
if (process.argv.includes('--record')) writePage(figures)
