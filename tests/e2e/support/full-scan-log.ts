/**
 * A scan log longer than the screen, with codes that are wider than a handheld and have no place to break.
 */
import type { Page } from 'playwright/test'

const LONG = 'W'.repeat(80)
const tones = ['ok', 'warning', 'error', 'busy'] as const
const kinds = ['barcode', 'number', 'command', 'unknown'] as const

/** Writes it to the browser's database of scans; the app reads it when it is loaded the next time. */
export async function fillScanLog(page: Page, userName: string): Promise<void> {
  const at = Date.now()
  const scans = Array.from({ length: 40 }, (_, index) => ({
    id: `full-${index}`,
    at: at - index * 1000,
    text: LONG,
    raw: index % 3 === 0 ? `B${index}` : LONG,
    kind: kinds[index % kinds.length],
    tone: tones[index % tones.length],
    code: 'noDataAvailable',
    args: { barcode: LONG, text: LONG },
    quantity: 9_999_999,
    triedAgain: index % 5 === 0,
  }))
  await page.evaluate(
    ({ scans, userName }) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open('trimline-scans')
        opening.addEventListener('error', () => fail(new Error('The scans cannot be opened')))
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('scans', 'readwrite')
          for (const scan of scans) writing.objectStore('scans').put(scan, [userName, scan.id])
          writing.addEventListener('complete', () => {
            opening.result.close()
            done()
          })
          writing.addEventListener('abort', () => fail(new Error('The scans cannot be written')))
        })
      }),
    { scans, userName },
  )
}
