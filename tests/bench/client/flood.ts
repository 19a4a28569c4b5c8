// Measures 20 scans a second with server answers after 200 ms, in the app and in the bare page.
import type { Browser, CDPSession } from 'playwright'
import { type Warehouse } from '#tests/e2e/support/warehouse.ts'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { openBarePage } from './bare-page.ts'
import { openIssuance, orderAll } from './ours.ts'
import type { Figure } from './page.ts'
import { installProbe } from './probe.ts'

const scanIntervalMs = 50
const latencyMs = 200

/**
 * Scans these barcodes on an issuance with a line for each. `cpu`: how many times slower the processor is.
 */
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
    warehouse.network.slow(latencyMs)
    warehouse.network.calls.length = 0
    const { began, scanned } = await scanAll(session, barcodes)
    const finalCount = `${barcodes.length} of ${barcodes.length} lines`
    // Polling in each frame would force frames.
    await page.waitForFunction(
      (done) => document.querySelector('.document-progress-count')?.textContent?.replaceAll(',', '') === done,
      finalCount,
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
      what: `${barcodes.length} scans, ${((1000 * barcodes.length) / scanned).toFixed(1)} a second, answers after ${latencyMs} ms, ${cpu}x slower`,
      baseline: `all on screen ${await floodBarePage(browser, barcodes, cpu)} after the last`,
      measured: `all on screen ${behind(answered)} after the last, all confirmed after ${behind(confirmed)}, in ${calls} calls; ${picked} of ${barcodes.length} in the books`,
    }
  } finally {
    warehouse.network.recover()
    await context.close()
  }
}

// Makes the same scans on the bare page. Returns the delay between the last scan and its message.
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

// Scans 20 barcodes a second. Times in milliseconds: the start, and the duration of all scans.
async function scanAll(
  session: CDPSession,
  barcodes: readonly string[],
): Promise<{ readonly began: number; readonly scanned: number }> {
  const began = Date.now()
  const sent: Promise<void>[] = []
  for (const [index, barcode] of barcodes.entries()) {
    const wait = began + index * scanIntervalMs - Date.now()
    if (wait > 0) await new Promise((done) => setTimeout(done, wait))
    // Does not wait for the page: a busy page must not slow the scanner down.
    sent.push(sendTogether(session, planKeys(`${barcode}\n`, { gapMs: 3, holdMs: 1 })))
  }
  const scanned = Date.now() - began
  await Promise.all(sent)
  return { began, scanned }
}

const secondsBehind = (ms: number, scanned: number) => `${(Math.max(0, ms - scanned) / 1000).toFixed(1)} s`
