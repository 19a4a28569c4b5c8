// Detects the encoding of a text file: the forms 'CSV', 'CSV UTF-8' and 'Unicode text' of spreadsheets.
import { createReadStream } from 'node:fs'

export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Detects UTF-16 by a byte order mark or zero bytes. Undefined for files without zero bytes. */
export function detectEncodingByStart(start: Buffer): FileEncoding | 'binary' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (!start.includes(0)) return undefined
  // Header letters are Latin, so every other byte of UTF-16 is zero.
  const row = start.subarray(0, 64)
  const zerosAt = (parity: number) => row.filter((byte, at) => at % 2 === parity && byte === 0).length
  const half = Math.floor(row.length / 2)
  if (zerosAt(0) === 0 && zerosAt(1) >= half * 0.9) return 'utf-16le'
  return zerosAt(1) === 0 && zerosAt(0) >= half * 0.9 ? 'utf-16be' : 'binary'
}

/**
 * Detects UTF-8 or Windows-1252 by the whole file: Windows-1252 letters are invalid in UTF-8.
 * A file with both is damaged UTF-8; `line` is the position.
 */
export async function detectTextEncoding(
  path: string,
): Promise<
  { readonly ok: true; readonly encoding: FileEncoding } | { readonly ok: false; readonly line: number }
> {
  const decoder = new TextDecoder('utf-8')
  let line = 1
  let invalidLine: number | undefined
  let hasUtf8Letters = false
  let carriageReturn = ''
  const scan = (decoded: string) => {
    // A chunk may end between CR and LF.
    const whole = carriageReturn + decoded
    carriageReturn = whole.endsWith('\r') ? '\r' : ''
    const text = whole.slice(0, whole.length - carriageReturn.length)
    const at = invalidLine === undefined ? text.indexOf(REPLACEMENT) : -1
    if (at >= 0) invalidLine = line + countLineBreaks(text.slice(0, at))
    hasUtf8Letters ||= /[^\0-\u007F\uFFFD]/.test(text)
    line += countLineBreaks(text)
  }
  for await (const chunk of createReadStream(path)) scan(decoder.decode(chunk, { stream: true }))
  scan(decoder.decode())
  if (invalidLine === undefined) return { ok: true, encoding: 'utf-8' }
  return hasUtf8Letters ? { ok: false, line: invalidLine } : { ok: true, encoding: 'windows-1252' }
}

// Replaces invalid bytes in a decoded text.
const REPLACEMENT = '\uFFFD'

/** The number of line breaks in a text. */
export function countLineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
