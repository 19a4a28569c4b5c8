import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

// Replaces the TCP socket of `pg` and passes whole batches of protocol messages to PGlite.
// PGlite's own node-postgres adapter breaks after a failed parameterised query.

function frame(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const parameterStatus = (name: string, value: string) => frame('S', Buffer.from(`${name}\0${value}\0`))

// The reply to the start-up packet: authentication, parameters, key, ready.
const startupReply = Buffer.concat([
  frame('R', Buffer.alloc(4)),
  parameterStatus('server_version', '18.0'),
  parameterStatus('client_encoding', 'UTF8'),
  parameterStatus('standard_conforming_strings', 'on'),
  frame('K', Buffer.alloc(8)),
  frame('Z', Buffer.from('I')),
])

// Messages that a server answers: Query, Sync, Flush, CopyDone, CopyFail.
const answeredMessageTypes = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)))
const terminate = 'X'.charCodeAt(0)

// Flushes the log by writing an empty logical message with flush. Skipped if nothing is unflushed.
const flushQuery =
  "select pg_logical_emit_message(false, '', '', true) where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()"

// Maximum milliseconds that PGlite may block the event loop.
const maxBlockMs = 5

/** Queues the work of all clients, because PGlite has one session. */
export class PgliteSession {
  readonly #database: PGlite
  #tail: Promise<void> = Promise.resolve()
  #lastTurn = performance.now()

  constructor(database: PGlite) {
    this.#database = database
  }

  /** Opens a socket for one `pg.Client`. */
  connect(): Duplex {
    return new PgliteSocket(this)
  }

  enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => undefined)
    return done
  }

  /** Rolls back the open transaction of a destroyed client. */
  async reset(): Promise<void> {
    await this.#database.exec('rollback')
    await this.#database.exec('discard all')
  }

  /** Flushes commits to disk, also inside a transaction. Fails if that transaction has failed. */
  flush(): Promise<void> {
    return this.enqueue(async () => void (await this.#database.exec(flushQuery)))
  }

  /** Runs COPY with these bytes as its file, in the open transaction. */
  async copyIn(into: string, bytes: Buffer): Promise<void> {
    await this.enqueue(async () => {
      await this.#database.query(`copy ${into} from '/dev/blob'`, [], {
        blob: new Blob([new Uint8Array(bytes)]),
      })
    })
  }

  async run(batch: Buffer): Promise<Buffer> {
    const parts: Buffer[] = []
    // Streamed, because PGlite never frees messages that it assembles itself.
    // Copied, because the bytes are PGlite's memory and valid only during the callback.
    await this.#database.execProtocolRawStream(new Uint8Array(batch), {
      onRawData: (bytes) => void parts.push(Buffer.from(bytes)),
    })
    // PGlite runs on this thread and yields only to microtasks.
    if (performance.now() - this.#lastTurn > maxBlockMs) {
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
        this.#send(startupReply)
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
    if (!answeredMessageTypes.has(type)) return
    const batch = Buffer.concat(this.#batch)
    this.#batch = []
    this.#enqueue(async () => {
      const answer = await this.#session.run(batch)
      if (answer.length > 0) this.#send(answer)
    })
  }

  /** Skips the work of a destroyed client: the next client's reset may already have run. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#session.enqueue(async () => {
      if (!this.destroyed) await work()
    })
  }

  #send(bytes: Buffer | null): void {
    if (!this.destroyed && !this.readableEnded) this.push(bytes)
  }
}
