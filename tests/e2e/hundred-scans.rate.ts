// A hundred scans in ten seconds while each answer of the server takes two. Prints how long each waited for
// its first outcome, from the press of its Enter; asserts no times, but that every scan had its outcome and
// is in the books.
import type { Page } from 'playwright/test'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

const SCANS = 100
const EVERY = 100
const SLOW = 2000
const pace = { gapMs: 4, holdMs: 2 }

interface Seen {
  /** When the page heard each Enter. */
  readonly enters: readonly number[]
  /** When the strip first said what came of each barcode. */
  readonly outcomes: Readonly<Record<string, number>>
}

// Before the app, which keeps the keys of a scan from all listeners after it. In milliseconds of the page's
// clock.
const hearEnters = (page: Page) =>
  page.addInitScript(() => {
    const seen = { enters: [] as number[], outcomes: {} as Record<string, number> }
    Object.assign(window, { seen })
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter') seen.enters.push(performance.now())
    }
    window.addEventListener('keydown', press, { capture: true })
  })

const watchStrip = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: { enters: number[]; outcomes: Record<string, number> } }
    seen.enters = []
    const strip = document.querySelector('section[aria-label="Last scan"]')
    if (!strip) throw new Error('There is no strip')
    new MutationObserver(() => {
      const barcode = /(\w{10}): (?:\d+ saved here|picked)/.exec(strip.textContent)?.[1]
      if (barcode !== undefined) seen.outcomes[barcode] ??= performance.now()
    }).observe(strip, { subtree: true, childList: true, characterData: true })
  })

const describeTimes = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return `from Enter to the first outcome p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`
}
const seconds = (ms: number) => (ms / 1000).toFixed(1)

for (const throttle of [1, 4]) {
  test(`${SCANS} scans in ${(SCANS * EVERY) / 1000} s, processor at 1/${throttle}`, async ({ page }) => {
    const warehouse = await Warehouse.open()
    try {
      await hearEnters(page)
      const station = await Workstation.at(page, warehouse.url)
      const barcodes = await warehouse.plants(SCANS, { least: 20 })
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await station.openIssuance(tag)
      await expect(station.text(`0 of ${SCANS} lines`)).toBeVisible()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
      warehouse.network.slow(SLOW)
      warehouse.network.calls.length = 0
      await watchStrip(page)
      const began = Date.now()
      for (const [index, barcode] of barcodes.entries()) {
        await new Promise((done) => setTimeout(done, began + index * EVERY - Date.now()))
        await sendTogether(session, planKeys(`${barcode}\n`, pace))
      }
      const took = Date.now() - began
      await expect(station.text(`${SCANS} of ${SCANS} lines`)).toBeVisible({ timeout: 60_000 })
      await expect
        .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 120_000 })
        .toEqual(barcodes.map((barcode) => `${barcode} PICKED 10/10`).toSorted())
      await expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)
      const confirmed = Date.now() - began
      const calls = warehouse.network.calls.filter(({ method }) => method === 'POST').length
      const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
      expect(Object.keys(seen.outcomes).toSorted()).toEqual(barcodes.toSorted())
      expect(seen.enters).toHaveLength(SCANS)
      const times = barcodes.map(
        (barcode, index) => (seen.outcomes[barcode] ?? 0) - (seen.enters[index] ?? 0),
      )
      console.log(
        `processor at 1/${throttle}: ${describeTimes(times)}; ${SCANS} scans in ${seconds(took)} s, all confirmed after ${seconds(confirmed)} s, ${calls} calls`,
      )
      expect((await warehouse.readBooks(tag)).broken).toEqual([])
    } finally {
      await warehouse.close()
    }
  })
}
