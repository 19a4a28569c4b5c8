/** What Code 128 carries here: printable ASCII. */
export function isEncodable(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text)
}
