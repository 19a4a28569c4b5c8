// Twenty scans a second while each answer of the server takes 200 ms: are they answered as they come? And
// does the bare page, which stores and sends nothing, keep up with the keys?
import type { Browser, CDPSession } from 'playwright'
import { type Warehouse } from '#tests/e2e/support/warehouse.ts'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { openBarePage } from './bare-page.ts'
import { openIssuance, orderAll } from './ours.ts'
import type { Figure } from './page.ts'
import { installProbe } from './probe.ts'

const every = 50
const latency = 200

/** Scans these barcodes on an issuance of theirs, with the processor so many times slower. */
export async function measureFlood(
  browser: Browser,
  warehouse: Warehouse,
  barcodes: readonly string[],
  cpu: number,
): Promise<Figure> {
  const tag = await orderAll(warehouse, barcodes)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  try {
    await installProbe(page)
    const station = await openIssuance(warehouse, page, tag)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    warehouse.network.slow(latency)
    warehouse.network.calls.length = 0
    const { began, scanned } = await scanAll(session, barcodes)
    const words = `${barcodes.length} of ${barcodes.length} lines`
    // Not in each frame: whoever looks in each makes them.
    await page.waitForFunction(
      (done) => document.querySelector('.document-progress-count')?.textContent?.replaceAll(',', '') === done,
      words,
      { polling: 100, timeout: 600_000 },
    )
    const answered = Date.now() - began
    const deadline = Date.now() + 600_000
    while ((await station.waitingInOutbox()) > 0 && Date.now() < deadline)
      await new Promise((done) => setTimeout(done, 100))
    const confirmed = Date.now() - began
    const { lines } = await warehouse.summaryOf(tag)
    const picked = lines.filter((line) => line.includes(' PICKED ')).length
    const calls = warehouse.network.calls.filter(({ path }) => path === 'issuance').length
    const behind = (ms: number) => secondsBehind(ms, scanned)
    return {
      what: `${barcodes.length} scans, ${((1000 * barcodes.length) / scanned).toFixed(1)} a second, answers after ${latency} ms, ${cpu}x slower`,
      baseline: `all on screen ${await floodBarePage(browser, barcodes, cpu)} after the last`,
      measured: `all on screen ${behind(answered)} after the last, all confirmed after ${behind(confirmed)}, in ${calls} calls; ${picked} of ${barcodes.length} in the books`,
    }
  } finally {
    warehouse.network.recover()
    await context.close()
  }
}

// The same scans on the bare page: how long after the last one its words stand there.
async function floodBarePage(browser: Browser, barcodes: readonly string[], cpu: number): Promise<string> {
  const bare = await openBarePage(barcodes)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.goto(bare.url)
    await page.getByRole('row').first().waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    const { began, scanned } = await scanAll(session, barcodes)
    await page.waitForFunction(
      (last) => document.querySelector('section')?.textContent?.startsWith(last),
      barcodes.at(-1) ?? '',
      {
        polling: 100,
        timeout: 600_000,
      },
    )
    return secondsBehind(Date.now() - began, scanned)
  } finally {
    await page.close()
    await bare.close()
  }
}

// Twenty a second; the times in milliseconds: when it began, and how long the scanner took.
async function scanAll(
  session: CDPSession,
  barcodes: readonly string[],
): Promise<{ readonly began: number; readonly scanned: number }> {
  const began = Date.now()
  const sent: Promise<void>[] = []
  for (const [index, barcode] of barcodes.entries()) {
    const wait = began + index * every - Date.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    // Not waited for: a busy page would slow the scanner down.
    sent.push(sendTogether(session, planKeys(`${barcode}\n`, { gapMs: 3, holdMs: 1 })))
  }
  const scanned = Date.now() - began
  await Promise.all(sent)
  return { began, scanned }
}

const secondsBehind = (ms: number, scanned: number) => `${(Math.max(0, ms - scanned) / 1000).toFixed(1)} s`
