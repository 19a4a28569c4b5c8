/**
 * The test codes for calibration. Together they have every digit, the letters that differ between keyboard
 * layouts, and the characters of a command barcode; each has a barcode's length, to fit a handheld's screen.
 */

/** In scanning order. The last is a command barcode: on other screens it opens the set-up screen. */
export const testCodes = ['AZERTY0123', 'QWMZY45678', '%T.SCANNER'] as const

/** How many characters of a code are in a text, in order, ignoring case. */
export function findAlike(code: string, text: string): number {
  const there = text.toUpperCase()
  let row = new Array<number>(there.length + 1).fill(0)
  for (const character of code.toUpperCase()) {
    const next = [0]
    for (let index = 0; index < there.length; index += 1) {
      next.push(
        character === there[index] ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0),
      )
    }
    row = next
  }
  return row[there.length] ?? 0
}

/** May a recorded text be a scan of this code? At least half of it is there. */
export function isScanOf(code: string, text: string): boolean {
  return findAlike(code, text) >= code.length / 2
}
