import { onTestFinished, vi } from 'vitest'
import { createClient } from '#app/api/client.ts'
import type { Intent, Settled } from '#app/outbox/intent.ts'
import { createOutbox, type Outbox } from '#app/outbox/outbox.ts'
import type { ConfirmedCall } from '#app/outbox/restore/confirmed-store.ts'
import { createStorage, type OutboxStorage } from '#app/outbox/storage.ts'
import { type Document, emptyLine } from '#core/kinds/document.ts'
import { emptyDatabases } from './indexed-db.ts'
import type { OutboxServer } from './outbox-server.ts'

// The app loads these modules on demand. They are loaded here because the device's clock does not wait for
// them.
await Promise.all([
  import('#app/outbox/find-similar-documents.ts'),
  import('#app/outbox/find-lines.ts'),
  import('#app/outbox/header-conflict.ts'),
  import('#app/outbox/verify-answer.ts'),
])

// A browser whose pages run the app's outbox, with the real storage on IndexedDB in memory, the real client,
// and a server in this process. Locks, channel and clock belong to the device. A killed page does nothing
// more.

const PLACE = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }

/** The lane of issuance 10000001. */
export const LANE = 'issuance 10000001'

/** A pick of 40 plants of a barcode, on the line with the server's ID 1. */
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

/** An edit of the comment of issuance 10000001. `seen` is the comment before the edit. */
export function commentOf(text: string, seen = ''): Intent {
  const intent = { type: 'header', kind: 'issuance', mode: 'inventory', place: PLACE, step: 'edit' } as const
  return { ...intent, seen: { Comments: seen }, values: { Comments: text }, words: `Comment ${text}` }
}

/** A new issuance with a local number. */
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
  /** Refused and held operations that this page has reported because they have no listener. */
  readonly told: Settled[]
  /** Signs in another person; null: signs out. */
  readonly signIn: (person: string | null) => void
  /** The same, but the outbox is not notified yet. */
  readonly signInWithoutNotice: (person: string | null) => void
  /**
   * Appends a pick to issuance 10000001, or the given intent, by the signed-in person or else by Pia. Its id
   * is the barcode.
   */
  readonly pick: (
    barcode: string,
    more?: { readonly lane?: string; readonly intent?: Intent },
  ) => Promise<boolean>
  /** Ends the page in the middle of its work. */
  readonly kill: () => void
}

export interface DeviceOptions {
  /** Without locks every page sends. */
  readonly locks?: boolean
  readonly server: OutboxServer
  /** The disk from an earlier session. */
  readonly disk?: IDBFactory
}

export class Device {
  now = 1_700_000_000_000
  /** Does its server apply a change with the same key only once? */
  remembersKeys = true
  /** Offset of its clock in milliseconds. */
  clockOffsetMs = 0
  /**
   * `timers`: how much too early its timers end. `looks`: how much time passes between two clock readings.
   * Both in milliseconds.
   */
  early = { timers: 0, looks: 0 }
  /** The confirmed calls that its pages have recorded. */
  readonly confirmed: ConfirmedCall[] = []
  /** The channel to other pages fails. */
  isChannelBroken = false
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
    const whileAlive = <Value>(value: Promise<Value>): Promise<Value> =>
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
    // A killed page writes nothing and receives nothing.
    const neverSettles = new Promise<never>(() => undefined)
    const ownStorage: OutboxStorage = {
      ...storage,
      read: () => (alive ? whileAlive(storage.read()) : neverSettles),
      append: (...given) => (alive ? whileAlive(storage.append(...given)) : neverSettles),
      operation: (...given) => (alive ? whileAlive(storage.operation(...given)) : neverSettles),
      write: (...given) => (alive ? whileAlive(storage.write(...given)) : neverSettles),
      storeBatch: (...given) => (alive ? whileAlive(storage.storeBatch(...given)) : neverSettles),
      document: (...given) => (alive ? whileAlive(storage.document(...given)) : neverSettles),
    }
    const token = () => Promise.resolve(signedIn === null ? undefined : `${signedIn}.token`)
    const client = createClient({
      apiBase: '/api/',
      tokens: { get: token, replace: () => Promise.resolve(undefined) },
    })
    const box = createOutbox({
      storage: ownStorage,
      perform: (ask, options) => (alive ? whileAlive(client(ask, options)) : neverSettles),
      person: () => (signedIn !== null && !this.#server.signedOut.has(signedIn) ? signedIn : null),
      now: () => this.now + this.clockOffsetMs,
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
      requestLeadership: (begin) => this.#lead(name, begin),
      page: { name, isAlive: async (other) => this.#pages.has(other) },
      channel: {
        post: (message) => {
          if (this.isChannelBroken) throw new DOMException('Closed', 'InvalidStateError')
          const sent: unknown = structuredClone(message)
          for (const [other, receive] of this.#pages) if (other !== name) queueMicrotask(() => receive(sent))
        },
        listen: (listener) => {
          this.#pages.set(name, (message) => {
            this.#activity += 1
            if (alive) listener(message)
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
      signInWithoutNotice: (next) => {
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

  /** Advances the clock by milliseconds and runs the timers that are due. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      await this.waitUntilIdle()
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at)
      if (!next || next.at > until) break
      this.#timers = this.#timers.filter((each) => each !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = until
  }

  /** Is a timer pending? */
  get hasPendingTimer(): boolean {
    return this.#timers.length > 0
  }

  /** Waits until nothing happens any more, except for answers that the server holds back. */
  async waitUntilIdle(): Promise<void> {
    let seen = -1
    for (let still = 0; still < 40; still += 1) {
      if (seen !== this.#activity) still = 0
      seen = this.#activity
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
  }

  /** The operations on the disk in order, as 'id state'. */
  async disk(): Promise<readonly string[]> {
    const { operations } = await createStorage().read()
    return operations.toSorted((one, other) => one.seq - other.seq).map(({ id, state }) => `${id} ${state}`)
  }
}
