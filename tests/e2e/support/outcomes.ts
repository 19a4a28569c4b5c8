/** Records the tones and vibrations of a page. */
import type { Page } from 'playwright/test'

export interface RecordedOutcomes {
  /** Tones in the order they began, each as its notes in hertz. */
  readonly tones: () => Promise<readonly (readonly number[])[]>
  /** Vibrations, each as on and off times in milliseconds. */
  readonly vibrations: () => Promise<readonly (readonly number[])[]>
  readonly reset: () => Promise<void>
}

/** Records from the next page load on. */
export async function recordOutcomes(page: Page): Promise<RecordedOutcomes> {
  await page.addInitScript(() => {
    const record = { tones: [] as number[][], vibrations: [] as number[][] }
    Object.assign(window, { outcomesRecord: record })
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        const oscillator = super.createOscillator()
        const notes: number[] = []
        record.tones.push(notes)
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
      record.vibrations.push(typeof pattern === 'number' ? [pattern] : [...pattern])
      return true
    }
  })
  const read = (kind: 'tones' | 'vibrations') =>
    page.evaluate(
      (kind) =>
        (window as unknown as { outcomesRecord: Record<string, readonly (readonly number[])[]> })
          .outcomesRecord[kind] ?? [],
      kind,
    )
  return {
    tones: () => read('tones'),
    vibrations: () => read('vibrations'),
    reset: () =>
      page.evaluate(() => {
        Object.assign((window as unknown as { outcomesRecord: object }).outcomesRecord, {
          tones: [],
          vibrations: [],
        })
      }),
  }
}
