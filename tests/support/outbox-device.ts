import { onTestFinished, vi } from 'vitest'
import { createClient } from '#app/api/client.ts'
import type { Intent } from '#app/outbox/intent.ts'
import { createOutbox, type Outbox, type Settled } from '#app/outbox/outbox.ts'
import type { ConfirmedCall } from '#app/outbox/restore/confirmed-store.ts'
import { createStorage, type OutboxStorage } from '#app/outbox/storage.ts'
import { type Document, emptyLine } from '#core/kinds/document.ts'
import { emptyDatabases } from './indexed-db.ts'
import type { OutboxServer } from './outbox-server.ts'

// The app loads them on demand: the device's clock does not wait for that.
await Promise.all([
  import('#app/outbox/find-alike.ts'),
  import('#app/outbox/find-lines.ts'),
  import('#app/outbox/header-conflict.ts'),
  import('#app/outbox/read-after.ts'),
])

// A browser with the app's own outbox in its pages: the real storage on a database in memory, the real
// client, and a server in this process. Locks, channel and clock are the device's; a page that is killed does
// nothing more.

const PLACE = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }

/** Where issuance 10000001 waits. */
export const LANE = 'issuance 10000001'

/** A pick of 40 plants of a barcode, of the line that the server has under an ID. */
export function pickOf(barcode: string, quantity = 40): Intent {
  const line = { ...emptyLine, id: '1', barcode, ordered: 40, status: 'RESERVED' as const }
  return {
    type: 'line',
    kind: 'issuance',
    mode: 'inventory',
    place: PLACE,
    step: 'pick',
    line,
    quantity,
    reason: '',
  }
}

/** An order of 40 plants of a barcode that is not on the document yet. */
export function orderOf(barcode: string): Intent {
  const line = { ...emptyLine, barcode, ordered: 40, status: 'OPEN' as const }
  return { ...pickOf(barcode), type: 'line', step: 'order', line } as Intent
}

/** An edit of issuance 10000001: its comment was seen as another one. */
export function commentOf(text: string, seen = ''): Intent {
  const intent = { type: 'header', kind: 'issuance', mode: 'inventory', place: PLACE, step: 'edit' } as const
  return { ...intent, seen: { Comments: seen }, values: { Comments: text }, words: `Comment ${text}` }
}

/** A new issuance that is called so here. */
export function newIssuance(number: string): { readonly intent: Intent; readonly document: Document } {
  const values = { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT' }
  return {
    intent: { type: 'create', kind: 'issuance', mode: 'inventory', place: PLACE, number, values },
    document: {
      kind: 'issuance',
      mode: 'inventory',
      number,
      status: 'OPEN',
      header: { ...values, TagNbr: number },
      lines: [],
    },
  }
}

export interface Page {
  readonly name: string
  readonly box: Outbox
  readonly storage: OutboxStorage
  /** What this page has told of refused and held work that nobody follows. */
  readonly told: Settled[]
  /** Somebody else signs in, or nobody is any more. */
  readonly signIn: (person: string | null) => void
  /** The same, before the outbox is told of it. */
  readonly signInUnheard: (person: string | null) => void
  /**
   * Appends a pick to issuance 10000001, or what is given, by its person, or by Pia; its id is the barcode.
   */
  readonly pick: (
    barcode: string,
    more?: { readonly lane?: string; readonly intent?: Intent },
  ) => Promise<boolean>
  /** The page is gone in the middle of whatever it did. */
  readonly kill: () => void
}

export interface DeviceOptions {
  /** Without locks every page sends. */
  readonly locks?: boolean
  readonly server: OutboxServer
  /** What stands on its disk from before. */
  readonly disk?: IDBFactory
}

export class Device {
  now = 1_700_000_000_000
  /** Does its server do a change with the same key only once? */
  remembersKeys = true
  /** How far its clock was set, in milliseconds. */
  clockOff = 0
  /**
   * So much earlier its timers end, and so long it takes from one look at the time to the next, in
   * milliseconds.
   */
  early = { timers: 0, looks: 0 }
  /** What its pages have kept of what the server has confirmed. */
  readonly confirmed: ConfirmedCall[] = []
  /** Nothing can be told to other pages. */
  mute = false
  readonly indexedDB: IDBFactory
  readonly #server: OutboxServer
  readonly #locks: boolean
  readonly #pages = new Map<string, (message: unknown) => void>()
  #leaders: { readonly page: string; readonly begin: () => void }[] = []
  #timers: { readonly at: number; readonly run: () => void }[] = []
  #activity = 0
  #names = 0

  constructor({ server, locks = true, disk = emptyDatabases() }: DeviceOptions) {
    this.#server = server
    this.indexedDB = disk
    this.#locks = locks
    vi.stubGlobal('indexedDB', disk)
    vi.stubGlobal('fetch', (address: string, options?: RequestInit) => {
      this.#activity += 1
      return server.fetch(address, options)
    })
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
  }

  open(person: string | null = 'pia', storage = createStorage()): Page {
    this.#names += 1
    const name = `page ${this.#names}`
    let signedIn = person
    let alive = true
    const living = <Value>(value: Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        const settle = (done: () => void) => () => {
          this.#activity += 1
          if (alive) done()
        }
        value.then(
          (given) => settle(() => resolve(given))(),
          (error) => settle(() => reject(error))(),
        )
      })
    // A page that is gone writes nothing and hears nothing.
    const gone = new Promise<never>(() => undefined)
    const own: OutboxStorage = {
      ...storage,
      read: () => (alive ? living(storage.read()) : gone),
      append: (...given) => (alive ? living(storage.append(...given)) : gone),
      operation: (...given) => (alive ? living(storage.operation(...given)) : gone),
      write: (...given) => (alive ? living(storage.write(...given)) : gone),
      pack: (...given) => (alive ? living(storage.pack(...given)) : gone),
      document: (...given) => (alive ? living(storage.document(...given)) : gone),
    }
    const token = () => Promise.resolve(signedIn === null ? undefined : `${signedIn}.token`)
    const client = createClient({
      apiBase: '/api/',
      tokens: { get: token, replace: () => Promise.resolve(undefined) },
    })
    const box = createOutbox({
      storage: own,
      perform: (ask, options) => (alive ? living(client(ask, options)) : gone),
      person: () => (signedIn !== null && !this.#server.signedOut.has(signedIn) ? signedIn : null),
      now: () => this.now + this.clockOff,
      elapsed: () => {
        this.now += this.early.looks
        return this.now
      },
      remembersKeys: () => this.remembersKeys,
      confirmed: (call) => this.confirmed.push(call),
      newId: () => `again-${this.#activity}`,
      after: (run, ms) => {
        const timer = { at: this.now + Math.max(0, ms - this.early.timers), run: () => alive && run() }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((each) => each !== timer)
        }
      },
      lead: (begin) => this.#lead(name, begin),
      page: { name, isAlive: async (other) => this.#pages.has(other) },
      channel: {
        post: (message) => {
          if (this.mute) throw new DOMException('Closed', 'InvalidStateError')
          const sent: unknown = structuredClone(message)
          for (const [other, hear] of this.#pages) if (other !== name) queueMicrotask(() => hear(sent))
        },
        listen: (heard) => {
          this.#pages.set(name, (message) => {
            this.#activity += 1
            if (alive) heard(message)
          })
        },
      },
    })
    const told: Settled[] = []
    box.watch((settled) => told.push(settled))
    return {
      name,
      box,
      storage,
      told,
      signInUnheard: (next) => {
        signedIn = next
      },
      signIn: (next) => {
        signedIn = next
        box.personChanged()
      },
      pick: async (barcode, { lane = LANE, intent = pickOf(barcode) } = {}) => {
        const user = signedIn ?? 'pia'
        return (await box.append({ id: barcode, user, lane, intent })).ok
      },
      kill: () => {
        alive = false
        this.#pages.delete(name)
        const [leader] = this.#leaders
        this.#leaders = this.#leaders.filter(({ page }) => page !== name)
        if (leader?.page === name) this.#leaders[0]?.begin()
      },
    }
  }

  #lead(page: string, begin: () => void): void {
    this.#leaders.push({ page, begin })
    if (!this.#locks || this.#leaders.length === 1) begin()
  }

  /** So many milliseconds go by, and what is due is done. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      await this.quiet()
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at)
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((each) => each !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = until
  }

  /** Is there a time at which something will be looked at again? */
  get waits(): boolean {
    return this.#timers.length > 0
  }

  /** Nothing is being done any more, but for what the server holds back. */
  async quiet(): Promise<void> {
    let seen = -1
    for (let still = 0; still < 40; still += 1) {
      if (seen !== this.#activity) still = 0
      seen = this.#activity
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
  }

  /** What stands on the disk, as 'id state', in its order. */
  async disk(): Promise<readonly string[]> {
    const { operations } = await createStorage().read()
    return operations.toSorted((one, other) => one.seq - other.seq).map(({ id, state }) => `${id} ${state}`)
  }
}
