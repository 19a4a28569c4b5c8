// The encoding of a text file, by its bytes: what spreadsheets save as 'CSV', 'CSV UTF-8' and 'Unicode text'.
import { createReadStream } from 'node:fs'

export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding that the first bytes show: a mark, or the zeros of UTF-16. Undefined: one without zeros. */
export function encodingOfStart(start: Buffer): FileEncoding | 'binary' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (!start.includes(0)) return undefined
  // A header row has Latin letters: every other byte of it is zero.
  const row = start.subarray(0, 64)
  const zerosAt = (parity: number) => row.filter((byte, at) => at % 2 === parity && byte === 0).length
  const half = Math.floor(row.length / 2)
  if (zerosAt(0) === 0 && zerosAt(1) >= half * 0.9) return 'utf-16le'
  return zerosAt(1) === 0 && zerosAt(0) >= half * 0.9 ? 'utf-16be' : 'binary'
}

/**
 * UTF-8 or Windows-1252, by the whole file: Windows-1252 has no letters that are valid in UTF-8. A file with
 * both is damaged UTF-8; `line` is where.
 */
export async function encodingOfText(
  path: string,
): Promise<
  { readonly ok: true; readonly encoding: FileEncoding } | { readonly ok: false; readonly line: number }
> {
  const decoder = new TextDecoder('utf-8')
  let line = 1
  let broken: number | undefined
  let isUtf8 = false
  let carriageReturn = ''
  const look = (decoded: string) => {
    // CRLF may be cut by the end of a chunk.
    const whole = carriageReturn + decoded
    carriageReturn = whole.endsWith('\r') ? '\r' : ''
    const text = whole.slice(0, whole.length - carriageReturn.length)
    const at = broken === undefined ? text.indexOf(REPLACEMENT) : -1
    if (at >= 0) broken = line + breaksIn(text.slice(0, at))
    isUtf8 ||= /[^\0-\u007F\uFFFD]/.test(text)
    line += breaksIn(text)
  }
  for await (const chunk of createReadStream(path)) look(decoder.decode(chunk, { stream: true }))
  look(decoder.decode())
  if (broken === undefined) return { ok: true, encoding: 'utf-8' }
  return isUtf8 ? { ok: false, line: broken } : { ok: true, encoding: 'windows-1252' }
}

// Stands in a decoded text for bytes that are not valid.
const REPLACEMENT = '\uFFFD'

/** The number of line breaks in a text. */
export function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
