/** Compositions of an input method: a scanner's come at once or grow fast. */

// A composition up to this duration came in one piece, in milliseconds.
const wholeWithinMs = 150
// No person writes letters this fast one after the other, in milliseconds each.
const grownLetterMs = 25

/**
 * Undefined for a person's composition, which grows letter by letter and takes longer. `grown`: no person
 * grows it so fast.
 */
export function judgeComposition(updates: number, ms: number): { readonly grown?: true } | undefined {
  if (updates > 2) return ms <= updates * grownLetterMs ? { grown: true } : undefined
  return ms <= wholeWithinMs ? {} : undefined
}
