/** What Code 128 carries here: printable ASCII. */
export const isEncodable = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)
