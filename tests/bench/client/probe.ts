// What a page tells about itself: commits of React, shifts of its layout, long tasks, and when a scan was
// painted.
import type { CDPSession, Page } from 'playwright'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'

/** In milliseconds of the page's clock. */
export interface Painted {
  /** From Enter until the line is painted as picked. */
  readonly line: number
  /** From Enter until the strip says so. */
  readonly said: number
}

interface Probe {
  commits: number
  shifts: number
  longest: number
  heard: number
  keys: number[]
  /** A key's paint is measured. In a flood nothing asks for frames: they would be the bench's own. */
  timesKey: boolean
  waitsFor: string | undefined
  painted: Partial<Painted>
  /**
   * From the key that asks for the palette until it is painted with the focus in it; undefined while it is
   * not.
   */
  opened: number | undefined
  /** When strip and lines stood in the page for the first time. */
  ready: number | undefined
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Before anything of the page runs. */
export async function installProbe(page: Page): Promise<void> {
  // What compiles this file calls it on each function that has a name.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    const probe: Probe = {
      commits: 0,
      shifts: 0,
      longest: 0,
      heard: 0,
      keys: [],
      timesKey: false,
      waitsFor: undefined,
      painted: {},
      opened: undefined,
      ready: undefined,
    }
    window.probe = probe
    const lookForStart = () => {
      const stands = document.querySelector('section[aria-label="Last scan"]')
      if (stands && document.querySelector('[role="row"][aria-label]')) {
        afterPaint(() => {
          probe.ready = performance.now()
        })
      } else requestAnimationFrame(lookForStart)
    }
    requestAnimationFrame(lookForStart)
    // React tells a developer tool of each commit, in production too.
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot: () => {
          probe.commits += 1
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
        probe.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.longest = Math.max(probe.longest, duration)
    }).observe({ type: 'longtask', buffered: true })

    // A message of its own arrives after the frame that was being made.
    const channel = new MessageChannel()
    const waits: (() => void)[] = []
    channel.port1.addEventListener('message', () => {
      for (const run of waits.splice(0)) run()
    })
    channel.port1.start()
    const afterPaint = (run: () => void) => {
      waits.push(run)
      channel.port2.postMessage(0)
    }
    const look = () => {
      const { waitsFor: code, painted, heard } = probe
      if (code === undefined) return
      const row = document.querySelector(`[aria-label="${code}"]`)
      const strip = document.querySelector('section[aria-label="Last scan"]')
      const done = {
        ...(painted.line === undefined && row?.hasAttribute('data-done') && { line: true }),
        ...(painted.said === undefined && strip?.textContent.includes(`${code}: `) && { said: true }),
      }
      if (Object.keys(done).length > 0) {
        afterPaint(() => {
          const time = performance.now() - heard
          for (const what of Object.keys(done)) probe.painted = { ...probe.painted, [what]: time }
        })
      }
      requestAnimationFrame(look)
    }
    const lookForPalette = (at: number) => {
      if (document.activeElement?.closest('dialog, [role="dialog"]')) {
        afterPaint(() => {
          probe.opened = performance.now() - at
        })
      } else requestAnimationFrame(() => lookForPalette(at))
    }
    window.addEventListener(
      'keydown',
      (event) => {
        // A plan may be ahead of the clock.
        const at = Math.min(performance.now(), event.timeStamp)
        if (event.ctrlKey && event.key === 'k') requestAnimationFrame(() => lookForPalette(at))
        if (event.key === 'Enter') {
          probe.heard = at
          if (probe.waitsFor !== undefined) requestAnimationFrame(look)
        } else if (probe.timesKey)
          requestAnimationFrame(() => afterPaint(() => probe.keys.push(performance.now() - at)))
      },
      { capture: true },
    )
  })
}

/** Scans one code; answers once its line and its outcome are painted. */
export async function scanAndWait(page: Page, session: CDPSession, code: string): Promise<Painted> {
  await page.evaluate((expected) => {
    window.probe.waitsFor = expected
    window.probe.painted = {}
  }, code)
  await sendTogether(session, planKeys(`${code}\n`, { gapMs: 4, holdMs: 2 }))
  await page.waitForFunction(
    () => window.probe.painted.line !== undefined && window.probe.painted.said !== undefined,
    undefined,
    { polling: 50 },
  )
  return page.evaluate(() => {
    window.probe.waitsFor = undefined
    const { line = 0, said = 0 } = window.probe.painted
    return { line, said }
  })
}

/**
 * Presses a digit as a person does; answers how long it took until the next frame was painted, in
 * milliseconds.
 */
export async function pressAndWait(page: Page, key: string): Promise<number> {
  const before = await page.evaluate(() => {
    window.probe.timesKey = true
    return window.probe.keys.length
  })
  await page.keyboard.press(key, { delay: 70 })
  await page.waitForFunction((count) => window.probe.keys.length > count, before, { polling: 50 })
  return page.evaluate((count) => {
    window.probe.timesKey = false
    return window.probe.keys[count] ?? 0
  }, before)
}

/**
 * Opens the palette by its key and closes it; answers how long it took until it was painted, in milliseconds.
 */
export async function openPaletteAndWait(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.probe.opened = undefined
  })
  await page.keyboard.press('Control+k', { delay: 70 })
  await page.waitForFunction(() => window.probe.opened !== undefined, undefined, { polling: 50 })
  const opened = await page.evaluate(() => window.probe.opened ?? 0)
  await page.keyboard.press('Escape', { delay: 70 })
  await page.waitForFunction(() => !document.activeElement?.closest('dialog, [role="dialog"]'), undefined, {
    polling: 50,
  })
  return opened
}

/** What has been counted since the page was opened. */
export function counted(page: Page): Promise<Pick<Probe, 'commits' | 'shifts' | 'longest'>> {
  return page.evaluate(() => {
    const { commits, shifts, longest } = window.probe
    return { commits, shifts, longest }
  })
}
