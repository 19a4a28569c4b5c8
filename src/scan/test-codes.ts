/**
 * The codes that a device is measured with. Between them they have every digit, the letters that keyboard layouts exchange,
 * and the characters of a command barcode; each is as long as a barcode, so that a handheld's screen has room for it.
 */

/** In the order in which they are scanned. The last is a command barcode: anywhere else it opens the set-up screen. */
export const testCodes = ['AZERTY0123', 'QWMZY45678', '%T.SCANNER'] as const

/** How many characters of a code are in a text, in the code's order; capitals and small letters are the same. */
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

/** Whether a recorded text may be a scan of this code at all: most of it is there. */
export function isScanOf(code: string, text: string): boolean {
  return findAlike(code, text) >= code.length / 2
}
