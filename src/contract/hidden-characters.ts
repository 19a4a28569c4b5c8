// Characters that nobody sees: control characters (C0 and C1), direction marks, zero-width characters, line
// separators, lone surrogates. In a name they make two names look alike, or turn the text around them.
const hidden = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
const eachHidden = new RegExp(hidden, 'gu')

/** Does a text of one line have characters that nobody sees? */
export function hasHidden(text: string): boolean {
  return hidden.test(text)
}

/** The text with `_` for each character that nobody sees. */
export function withoutHidden(text: string): string {
  return text.replace(eachHidden, '_')
}
