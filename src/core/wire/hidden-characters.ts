// Invisible characters: control characters (C0 and C1), direction marks, zero-width characters, line
// separators, lone surrogates. In a name they make two names look equal, or reorder the text around them.
const hidden = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
const eachHidden = new RegExp(hidden, 'gu')

/** Does a line of text have invisible characters? */
export function hasHidden(text: string): boolean {
  return hidden.test(text)
}

/** The text with `_` for each invisible character. */
export function withoutHidden(text: string): string {
  return text.replace(eachHidden, '_')
}
