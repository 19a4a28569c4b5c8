import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

// PGlite's own node-postgres adapter breaks after a failed parameterised query, so `pg` uses the wire
// protocol instead: this stream replaces the TCP socket and passes whole batches of messages to PGlite.

function frame(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const parameterStatus = (name: string, value: string) => frame('S', Buffer.from(`${name}\0${value}\0`))

// The reply to a start-up packet: authenticated, parameters, a key, ready.
const greeting = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  parameterStatus('server_version', '18.0'),
  parameterStatus('client_encoding', 'UTF8'),
  parameterStatus('standard_conforming_strings', 'on'),
  frame('K', Buffer.alloc(8)),
  frame('Z', Buffer.from('I')),
])

// Messages after which a server answers: Query, Sync, Flush, CopyDone, CopyFail.
const answered = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)))
const terminate = 'X'.charCodeAt(0)

// Where nothing was written there is nothing to wait for. A message in the log that nobody reads is what can
// be asked to be flushed.
const flushing =
  "select pg_logical_emit_message(false, '', '', true) where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()"

// How long PGlite may block the event loop, in milliseconds.
const longestTurn = 5

/** PGlite has one session; all clients share this queue, in order of arrival. */
export class PgliteSession {
  readonly #database: PGlite
  #tail: Promise<void> = Promise.resolve()
  #lastTurn = performance.now()

  constructor(database: PGlite) {
    this.#database = database
  }

  /** A socket for one `pg.Client`. */
  connect(): Duplex {
    return new PgliteSocket(this)
  }

  enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => undefined)
    return done
  }

  /** Rolls back what a destroyed client has left open. */
  async reset(): Promise<void> {
    await this.#database.exec('rollback')
    await this.#database.exec('discard all')
  }

  /** Brings what is committed to the disk, also in somebody's transaction; fails in one that has failed. */
  flush(): Promise<void> {
    return this.enqueue(async () => void (await this.#database.exec(flushing)))
  }

  /** Carries out a COPY with these bytes as its file, in the transaction that is open. */
  async copyIn(into: string, bytes: Buffer): Promise<void> {
    await this.enqueue(async () => {
      await this.#database.query(`copy ${into} from '/dev/blob'`, [], {
        blob: new Blob([new Uint8Array(bytes)]),
      })
    })
  }

  async run(batch: Buffer): Promise<Buffer> {
    const parts: Buffer[] = []
    // Streamed, because PGlite never frees messages that it assembles itself. The bytes are its own memory,
    // valid only during the callback: copied.
    await this.#database.execProtocolRawStream(new Uint8Array(batch), {
      onRawData: (bytes) => void parts.push(Buffer.from(bytes)),
    })
    // PGlite runs on this thread and yields only to microtasks.
    if (performance.now() - this.#lastTurn > longestTurn) {
      await new Promise((turn) => setImmediate(turn))
      this.#lastTurn = performance.now()
    }
    return Buffer.concat(parts)
  }
}

class PgliteSocket extends Duplex {
  readonly #session: PgliteSession
  #received: Buffer = Buffer.alloc(0)
  #batch: Buffer[] = []
  #started = false
  #work: Promise<void> = Promise.resolve()

  constructor(session: PgliteSession) {
    super()
    this.#session = session
  }

  // Methods that `pg` calls on a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk
    for (let message = this.#takeMessage(); message; message = this.#takeMessage()) this.#accept(message)
    this.#work.then(() => done(), done)
  }

  override _final(done: () => void): void {
    const end = () => {
      this.#send(null)
      done()
    }
    this.#work.then(end, end)
  }

  #takeMessage(): Buffer | undefined {
    const typeBytes = this.#started ? 1 : 0 // the start-up packet has no type byte
    if (this.#received.length < typeBytes + 4) return undefined
    const length = typeBytes + this.#received.readInt32BE(typeBytes)
    if (this.#received.length < length) return undefined
    const message = this.#received.subarray(0, length)
    this.#received = this.#received.subarray(length)
    if (!this.#started) {
      this.#started = true
      this.#enqueue(async () => {
        await this.#session.reset()
        this.#send(greeting)
      })
      return this.#takeMessage()
    }
    return message
  }

  #accept(message: Buffer): void {
    const type = message[0] ?? 0
    if (type === terminate) {
      this.#enqueue(async () => this.#send(null))
      return
    }
    this.#batch.push(message)
    if (!answered.has(type)) return
    const batch = Buffer.concat(this.#batch)
    this.#batch = []
    this.#enqueue(async () => {
      const answer = await this.#session.run(batch)
      if (answer.length > 0) this.#send(answer)
    })
  }

  /** Work of a destroyed client is dropped: the next client's reset may already have run. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#session.enqueue(async () => {
      if (!this.destroyed) await work()
    })
  }

  #send(bytes: Buffer | null): void {
    if (!this.destroyed && !this.readableEnded) this.push(bytes)
  }
}
