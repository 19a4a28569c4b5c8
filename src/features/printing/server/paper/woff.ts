// Extracts the font from a WOFF 1.0 file (W3C), whose tables are compressed; PDF libraries need the plain
// font.
import { inflateSync } from 'node:zlib'

const headerOfWoff = 44
const entryOfWoff = 20
const headerOfFont = 12
const entryOfFont = 16

/** Returns the TrueType or OpenType font in a WOFF file. Throws if the file is not WOFF. */
export function extractFont(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headerOfWoff + index * entryOfWoff
    const from = file.readUInt32BE(at + 4)
    const packed = file.subarray(from, from + file.readUInt32BE(at + 8))
    const length = file.readUInt32BE(at + 12)
    return {
      tag: file.subarray(at, at + 4),
      checksum: file.subarray(at + 16, at + 20),
      data: packed.length < length ? inflateSync(packed) : packed,
    }
  })
  const power = 2 ** Math.floor(Math.log2(count))
  const header = Buffer.alloc(headerOfFont + count * entryOfFont)
  file.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = headerOfFont + index * entryOfFont
    tag.copy(header, at)
    checksum.copy(header, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(data.length, at + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}
