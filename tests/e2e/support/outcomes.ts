/** Records the tones and vibrations of a page. */
import type { Page } from 'playwright/test'

export interface HeardOutcomes {
  /** Tones in the order they began, each as its notes in hertz. */
  readonly heard: () => Promise<readonly (readonly number[])[]>
  /** Vibrations, each as on and off times in milliseconds. */
  readonly felt: () => Promise<readonly (readonly number[])[]>
  readonly forget: () => Promise<void>
}

/** Records from the next page load on. */
export async function listenToOutcomes(page: Page): Promise<HeardOutcomes> {
  await page.addInitScript(() => {
    const record = { heard: [] as number[][], felt: [] as number[][] }
    Object.assign(window, { outcomesRecord: record })
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        const oscillator = super.createOscillator()
        const notes: number[] = []
        record.heard.push(notes)
        const { frequency } = oscillator
        const set = frequency.setValueAtTime.bind(frequency)
        frequency.setValueAtTime = (hertz, at) => {
          notes.push(hertz)
          return set(hertz, at)
        }
        return oscillator
      }
    }
    navigator.vibrate = (pattern) => {
      record.felt.push(typeof pattern === 'number' ? [pattern] : [...pattern])
      return true
    }
  })
  const read = (what: 'heard' | 'felt') =>
    page.evaluate(
      (what) =>
        (window as unknown as { outcomesRecord: Record<string, readonly (readonly number[])[]> })
          .outcomesRecord[what] ?? [],
      what,
    )
  return {
    heard: () => read('heard'),
    felt: () => read('felt'),
    forget: () =>
      page.evaluate(() => {
        Object.assign((window as unknown as { outcomesRecord: object }).outcomesRecord, {
          heard: [],
          felt: [],
        })
      }),
  }
}
