// Writes the messages of PostgreSQL's extended query protocol into one buffer, which goes out as one write.
import { prepareValue } from 'pg/lib/utils.js'

const code = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, sync: 0x53 } as const
// The unnamed portal; all rows.
const describePortal = Buffer.from([code.describe, 0, 0, 0, 6, 0x50, 0])
const executePortal = Buffer.from([code.execute, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const syncMessage = Buffer.from([code.sync, 0, 0, 0, 4])

// All messages are written here and taken at once: nothing else runs meanwhile.
let bytes = Buffer.allocUnsafe(16_384)
// A longer one is not kept.
const longestKept = 1_048_576

export class MessageWriter {
  #end = 0

  parse(name: string, text: string): void {
    const begin = this.#begin(code.parse)
    this.#text(name)
    this.#text(text)
    // The database finds the types of the parameters.
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
    // Answers as text.
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

  /** All that was written. */
  take(): Buffer {
    const taken = Buffer.from(bytes.subarray(0, this.#end))
    if (bytes.length > longestKept) bytes = Buffer.allocUnsafe(16_384)
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
    this.#room(5)
    const begin = this.#end
    bytes[begin] = type
    this.#end += 5
    return begin
  }
  // A message says its own length, without its code.
  #finish(begin: number): void {
    bytes.writeInt32BE(this.#end - begin - 1, begin + 1)
  }
  #text(text: string): void {
    this.#string(text)
    this.#room(1)
    bytes[this.#end] = 0
    this.#end += 1
  }
  #string(text: string): void {
    // At most three bytes for each unit of UTF-16.
    this.#room(text.length * 3)
    this.#end += bytes.write(text, this.#end, 'utf8')
  }
  #int16(value: number): void {
    this.#room(2)
    this.#end = bytes.writeUInt16BE(value, this.#end)
  }
  #int32(value: number): void {
    this.#room(4)
    this.#end = bytes.writeInt32BE(value, this.#end)
  }
  #add(part: Buffer): void {
    this.#room(part.length)
    this.#end += part.copy(bytes, this.#end)
  }
  #room(more: number): void {
    if (this.#end + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, this.#end + more))
    bytes.copy(larger, 0, 0, this.#end)
    bytes = larger
  }
}
