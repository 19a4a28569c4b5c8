// Distinguishes a scanner's input method compositions, which arrive in one piece or grow fast, from a
// person's.

// A composition of at most this duration arrived in one piece, in milliseconds.
const wholeWithinMs = 150
// No person types letters this fast, in milliseconds per letter.
const minLetterMs = 25

/**
 * Returns undefined for a person's composition, which grows letter by letter and takes longer. `grown`: it
 * grew letter by letter, but too fast for a person.
 */
export function judgeComposition(updates: number, ms: number): { readonly grown?: true } | undefined {
  if (updates > 2) return ms <= updates * minLetterMs ? { grown: true } : undefined
  return ms <= wholeWithinMs ? {} : undefined
}
