// Detects invisible characters: control characters (C0 and C1), direction marks, zero-width characters, line
// separators, lone surrogates. They can make two names look equal, or reorder the text around them.
const invisible = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
const allInvisible = new RegExp(invisible, 'gu')

/** Does a single-line text contain invisible characters? */
export function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/** Replaces each invisible character by `_`. */
export function replaceInvisible(text: string): string {
  return text.replace(allInvisible, '_')
}
