// Encodes PostgreSQL's extended query protocol into one buffer for a single write.
import { prepareValue } from 'pg/lib/utils.js'

const code = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, sync: 0x53 } as const
// The unnamed portal; all rows.
const describePortal = Buffer.from([code.describe, 0, 0, 0, 6, 0x50, 0])
const executePortal = Buffer.from([code.execute, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const syncMessage = Buffer.from([code.sync, 0, 0, 0, 4])

// Shared by all writers, because each message is written and taken synchronously.
let bytes = Buffer.allocUnsafe(16_384)
// A larger buffer is released after use.
const maxBufferBytes = 1_048_576

export class MessageWriter {
  #end = 0

  parse(name: string, text: string): void {
    const begin = this.#begin(code.parse)
    this.#text(name)
    this.#text(text)
    // No parameter types: the database infers them.
    this.#int16(0)
    this.#finish(begin)
  }

  bind(name: string, values: readonly unknown[]): void {
    const prepared = values.map((value) => prepareValue(value))
    const begin = this.#begin(code.bind)
    // The unnamed portal.
    this.#text('')
    this.#text(name)
    const isBinary = prepared.some((value) => Buffer.isBuffer(value))
    this.#int16(isBinary ? prepared.length : 0)
    if (isBinary) for (const value of prepared) this.#int16(Buffer.isBuffer(value) ? 1 : 0)
    this.#int16(prepared.length)
    for (const value of prepared) this.#value(value)
    // Results as text.
    this.#int16(0)
    this.#finish(begin)
  }

  describe(): void {
    this.#add(describePortal)
  }
  execute(): void {
    this.#add(executePortal)
  }
  sync(): void {
    this.#add(syncMessage)
  }

  /** Returns all written bytes. */
  take(): Buffer {
    const taken = Buffer.from(bytes.subarray(0, this.#end))
    if (bytes.length > maxBufferBytes) bytes = Buffer.allocUnsafe(16_384)
    return taken
  }

  #value(value: string | Buffer | null): void {
    if (value === null) {
      this.#int32(-1)
    } else if (Buffer.isBuffer(value)) {
      this.#int32(value.length)
      this.#add(value)
    } else {
      const at = this.#end
      this.#int32(0)
      this.#string(value)
      bytes.writeInt32BE(this.#end - at - 4, at)
    }
  }

  #begin(type: number): number {
    this.#reserve(5)
    const begin = this.#end
    bytes[begin] = type
    this.#end += 5
    return begin
  }
  // The length field excludes the type byte.
  #finish(begin: number): void {
    bytes.writeInt32BE(this.#end - begin - 1, begin + 1)
  }
  #text(text: string): void {
    this.#string(text)
    this.#reserve(1)
    bytes[this.#end] = 0
    this.#end += 1
  }
  #string(text: string): void {
    // UTF-8 needs at most three bytes per UTF-16 unit.
    this.#reserve(text.length * 3)
    this.#end += bytes.write(text, this.#end, 'utf8')
  }
  #int16(value: number): void {
    this.#reserve(2)
    this.#end = bytes.writeUInt16BE(value, this.#end)
  }
  #int32(value: number): void {
    this.#reserve(4)
    this.#end = bytes.writeInt32BE(value, this.#end)
  }
  #add(part: Buffer): void {
    this.#reserve(part.length)
    this.#end += part.copy(bytes, this.#end)
  }
  #reserve(more: number): void {
    if (this.#end + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, this.#end + more))
    bytes.copy(larger, 0, 0, this.#end)
    bytes = larger
  }
}
