/**
 * The test codes for calibration. Together they have every digit, the letters that differ between keyboard
 * layouts, and the characters of a command barcode; each has a barcode's length, to fit a handheld's screen.
 */

/** The test codes in scanning order. The last is a command barcode that opens the set-up screen elsewhere. */
export const testCodes = ['AZERTY0123', 'QWMZY45678', '%T.SCANNER'] as const

/** The number of characters of a code that a text has in the same order, ignoring case. */
export function countMatching(code: string, text: string): number {
  const upper = text.toUpperCase()
  let row = new Array<number>(upper.length + 1).fill(0)
  for (const character of code.toUpperCase()) {
    const next = [0]
    for (let index = 0; index < upper.length; index += 1) {
      next.push(
        character === upper[index] ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0),
      )
    }
    row = next
  }
  return row[upper.length] ?? 0
}

/** May a recorded text be a scan of this code: does it have at least half of its characters? */
export function isScanOf(code: string, text: string): boolean {
  return countMatching(code, text) >= code.length / 2
}
