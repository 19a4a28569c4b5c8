/** A scan log longer than the screen, with codes wider than a handheld and without break points. */
import type { Page } from 'playwright/test'

const longCode = 'W'.repeat(80)
const tones = ['ok', 'warning', 'error', 'busy'] as const
const kinds = ['barcode', 'number', 'command', 'unknown'] as const

/** Writes the log into the browser's scan database. The app reads it at the next page load. */
export async function fillScanLog(page: Page, userName: string): Promise<void> {
  const at = Date.now()
  const scans = Array.from({ length: 40 }, (_, index) => ({
    id: `full-${index}`,
    at: at - index * 1000,
    text: longCode,
    raw: index % 3 === 0 ? `B${index}` : longCode,
    kind: kinds[index % kinds.length],
    tone: tones[index % tones.length],
    code: 'noDataAvailable',
    args: { barcode: longCode, text: longCode },
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
