// Sends 100 scans in 10 seconds while each server response takes 2 seconds.
// Prints the time from each Enter to the first result. Asserts no times, only that every scan has a result
// and is stored.
import type { Page } from 'playwright/test'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

const scanCount = 100
const intervalMs = 100
const responseMs = 2000
const pace = { gapMs: 4, holdMs: 2 }

interface ScanTimes {
  /** When the page received each Enter. */
  readonly enters: readonly number[]
  /** When the strip first showed a result for each barcode. */
  readonly outcomes: Readonly<Record<string, number>>
}

// Runs before the app, which hides a scan's keys from later listeners. Times in milliseconds of the page's
// clock.
const recordEnters = (page: Page) =>
  page.addInitScript(() => {
    const recorded = { enters: [] as number[], outcomes: {} as Record<string, number> }
    Object.assign(window, { recorded })
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter') recorded.enters.push(performance.now())
    }
    window.addEventListener('keydown', press, { capture: true })
  })

const watchStrip = (page: Page) =>
  page.evaluate(() => {
    const { recorded } = window as unknown as {
      recorded: { enters: number[]; outcomes: Record<string, number> }
    }
    recorded.enters = []
    const strip = document.querySelector('section[aria-label="Last scan"]')
    if (!strip) throw new Error('There is no strip')
    new MutationObserver(() => {
      const barcode = /(\w{10}): (?:\d+ saved on this device|picked)/.exec(strip.textContent)?.[1]
      if (barcode !== undefined) recorded.outcomes[barcode] ??= performance.now()
    }).observe(strip, { subtree: true, childList: true, characterData: true })
  })

const describeTimes = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const percentile = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `from Enter to the first outcome p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, max ${percentile(1)} ms`
}
const seconds = (ms: number) => (ms / 1000).toFixed(1)

for (const throttle of [1, 4]) {
  test(`${scanCount} scans in ${(scanCount * intervalMs) / 1000} s, processor at 1/${throttle}`, async ({
    page,
  }) => {
    const warehouse = await Warehouse.open()
    try {
      await recordEnters(page)
      const station = await Workstation.at(page, warehouse.url)
      const barcodes = await warehouse.plants(scanCount, { least: 20 })
      const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 10 })))
      await station.begin('pia.picker', warehouse.place)
      await station.openIssuance(tag)
      await expect(station.text(`0 of ${scanCount} lines`)).toBeVisible()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
      warehouse.network.slow(responseMs)
      warehouse.network.calls.length = 0
      await watchStrip(page)
      const startedAt = Date.now()
      for (const [index, barcode] of barcodes.entries()) {
        await new Promise((done) => setTimeout(done, startedAt + index * intervalMs - Date.now()))
        await sendTogether(session, planKeys(`${barcode}\n`, pace))
      }
      const scanMs = Date.now() - startedAt
      await expect(station.text(`${scanCount} of ${scanCount} lines`)).toBeVisible({ timeout: 60_000 })
      await expect
        .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 120_000 })
        .toEqual(barcodes.map((barcode) => `${barcode} PICKED 10/10`).toSorted())
      await expect.poll(() => station.waitingInOutbox(), { timeout: 60_000 }).toBe(0)
      const confirmedMs = Date.now() - startedAt
      const calls = warehouse.network.calls.filter(({ method }) => method === 'POST').length
      const recorded = await page.evaluate(() => (window as unknown as { recorded: ScanTimes }).recorded)
      expect(Object.keys(recorded.outcomes).toSorted()).toEqual(barcodes.toSorted())
      expect(recorded.enters).toHaveLength(scanCount)
      const times = barcodes.map(
        (barcode, index) => (recorded.outcomes[barcode] ?? 0) - (recorded.enters[index] ?? 0),
      )
      console.log(
        `processor at 1/${throttle}: ${describeTimes(times)}; ${scanCount} scans in ${seconds(scanMs)} s, all confirmed after ${seconds(confirmedMs)} s, ${calls} calls`,
      )
      expect((await warehouse.readBooks(tag)).broken).toEqual([])
    } finally {
      await warehouse.close()
    }
  })
}
