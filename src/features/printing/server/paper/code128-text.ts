/** Can Code 128 encode the text here? Printable ASCII only. */
export function isEncodable(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text)
}
