// Measures in a page: React commits, layout shifts, long tasks, and when a scan is painted.
import type { CDPSession, Page } from 'playwright'
import { planKeys, sendTogether } from '#tests/support/trusted-keys.ts'

/** Times in milliseconds. */
export interface Painted {
  /** From Enter until the line is painted as picked. */
  readonly line: number
  /** From Enter until the strip shows the result. */
  readonly said: number
}

interface Probe {
  commits: number
  shifts: number
  longest: number
  enterAt: number
  keys: number[]
  /** Measures the paint after each key. Off in a flood, where it would request extra frames. */
  timesKey: boolean
  expectedCode: string | undefined
  painted: Partial<Painted>
  /** From the palette's key until the palette is painted and has the focus; undefined until then. */
  opened: number | undefined
  /** When strip and lines are in the page for the first time. */
  ready: number | undefined
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Installs the probe before any script of the page runs. */
export async function installProbe(page: Page): Promise<void> {
  // The compiler of this file adds calls of `__name` to named functions.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    const probe: Probe = {
      commits: 0,
      shifts: 0,
      longest: 0,
      enterAt: 0,
      keys: [],
      timesKey: false,
      expectedCode: undefined,
      painted: {},
      opened: undefined,
      ready: undefined,
    }
    window.probe = probe
    const pollForStart = () => {
      const strip = document.querySelector('section[aria-label="Last scan"]')
      if (strip && document.querySelector('[role="row"][aria-label]')) {
        afterPaint(() => {
          probe.ready = performance.now()
        })
      } else requestAnimationFrame(pollForStart)
    }
    requestAnimationFrame(pollForStart)
    // React reports each commit to the developer tools hook, in production too.
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

    // A message is delivered after the current frame.
    const channel = new MessageChannel()
    const callbacks: (() => void)[] = []
    channel.port1.addEventListener('message', () => {
      for (const run of callbacks.splice(0)) run()
    })
    channel.port1.start()
    const afterPaint = (run: () => void) => {
      callbacks.push(run)
      channel.port2.postMessage(0)
    }
    const checkScan = () => {
      const { expectedCode: code, painted, enterAt } = probe
      if (code === undefined) return
      const row = document.querySelector(`[aria-label="${code}"]`)
      const strip = document.querySelector('section[aria-label="Last scan"]')
      const done = {
        ...(painted.line === undefined && row?.hasAttribute('data-done') && { line: true }),
        ...(painted.said === undefined && strip?.textContent.includes(`${code}: `) && { said: true }),
      }
      if (Object.keys(done).length > 0) {
        afterPaint(() => {
          const time = performance.now() - enterAt
          for (const what of Object.keys(done)) probe.painted = { ...probe.painted, [what]: time }
        })
      }
      requestAnimationFrame(checkScan)
    }
    const pollForPalette = (at: number) => {
      if (document.activeElement?.closest('dialog, [role="dialog"]')) {
        afterPaint(() => {
          probe.opened = performance.now() - at
        })
      } else requestAnimationFrame(() => pollForPalette(at))
    }
    window.addEventListener(
      'keydown',
      (event) => {
        // The event's time stamp may be ahead of the clock.
        const at = Math.min(performance.now(), event.timeStamp)
        if (event.ctrlKey && event.key === 'k') requestAnimationFrame(() => pollForPalette(at))
        if (event.key === 'Enter') {
          probe.enterAt = at
          if (probe.expectedCode !== undefined) requestAnimationFrame(checkScan)
        } else if (probe.timesKey)
          requestAnimationFrame(() => afterPaint(() => probe.keys.push(performance.now() - at)))
      },
      { capture: true },
    )
  })
}

/** Scans one code. Resolves once its line and its result are painted. */
export async function scanAndWait(page: Page, session: CDPSession, code: string): Promise<Painted> {
  await page.evaluate((expected) => {
    window.probe.expectedCode = expected
    window.probe.painted = {}
  }, code)
  await sendTogether(session, planKeys(`${code}\n`, { gapMs: 4, holdMs: 2 }))
  await page.waitForFunction(
    () => window.probe.painted.line !== undefined && window.probe.painted.said !== undefined,
    undefined,
    { polling: 50 },
  )
  return page.evaluate(() => {
    window.probe.expectedCode = undefined
    const { line = 0, said = 0 } = window.probe.painted
    return { line, said }
  })
}

/** Presses a digit as a person does. Returns the milliseconds until the next frame is painted. */
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

/** Opens the palette by its key and closes it. Returns the milliseconds until it is painted. */
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

/** The counts since the page was opened. */
export function counted(page: Page): Promise<Pick<Probe, 'commits' | 'shifts' | 'longest'>> {
  return page.evaluate(() => {
    const { commits, shifts, longest } = window.probe
    return { commits, shifts, longest }
  })
}
