// The book of the simulation: what people have done, what they were told, what has left which page and what the server has done. It
// is kept apart from the app, and holds the one against the other.
import type { AppOperation, AppParcel, Intent } from '#client/outbox/intent.ts'
import type { Settled } from '#client/outbox/outbox.ts'
import type { Clock } from './clock.ts'
import type { Device, Tab } from './device.ts'
import type { Calling, Served } from './server.ts'

/** One deed of a person. */
export interface Deed {
  readonly id: string
  readonly device: Device
  readonly person: string
  /** Where it was done; a new document's has another name by now. */
  readonly lane: string
  readonly intent: Intent
  /** 'Saved here' was said. */
  saved: boolean
  /** 'Not saved' was said. */
  notSaved: boolean
  /** A person has thrown it away; `gone` once that stands on the disk. */
  discarded: boolean
  gone: boolean
  discardedAs: string | undefined
  /** Its place among all that were stored. */
  seq: number | undefined
}

interface Done {
  readonly key: string
  readonly user: string | undefined
  readonly status: number
  readonly body: unknown
}

// Refusals of what was never sent: the document that was read has no place for it.
const FOUND_OUT_HERE: ReadonlySet<string> = new Set(['outbox.lineGone', 'outbox.documentGone'])

export class Book {
  readonly deeds = new Map<string, Deed>()
  /** What is not as it has to be. */
  readonly wrong: string[] = []
  readonly wrongKinds = { lost: 0, doubled: 0, negative: 0, stuck: 0, untrue: 0 }
  /** The line that each deed on a known line has changed, by the server's id. */
  readonly changed = new Map<Deed, string>()
  /** Changes by their key, in the order in which the server first did them. */
  readonly done = new Map<string, Done>()
  readonly #clock: Clock
  /** How often nobody knew whether something is saved. */
  unsure = 0
  #order = 0
  /** What was thrown away before it was sent, by the call that has sent it. */
  readonly #afterwards = new Map<Calling, string>()
  /** What each call carries, by its key. */
  readonly #parcels = new Map<string, readonly string[]>()
  /** The deed that an operation stands for which was sent again under a new name. */
  readonly #meant = new Map<string, string>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes that something is not as it has to be. */
  blame(kind: keyof Book['wrongKinds'], what: string): void {
    this.wrongKinds[kind] += 1
    this.wrong.push(what)
    this.#clock.note(`WRONG ${what}`)
  }

  deedOf(id: string): Deed | undefined {
    return this.deeds.get(this.#meant.get(id) ?? id)
  }

  /** A refused operation goes as one of another name. */
  rename(id: string, newId: string): void {
    this.#meant.set(newId, this.#meant.get(id) ?? id)
  }

  begin(deed: Omit<Deed, 'saved' | 'notSaved' | 'discarded' | 'gone' | 'discardedAs' | 'seq'>): Deed {
    const whole = {
      ...deed,
      saved: false,
      notSaved: false,
      discarded: false,
      gone: false,
      discardedAs: undefined,
      seq: undefined,
    }
    this.deeds.set(deed.id, whole)
    return whole
  }

  /** The disk of a browser has something new. */
  committed(device: Device, durability: string): void {
    const { operations, parcels } = device.disk.durable
    if (durability !== 'strict') this.blame('untrue', `${device.name}: a commit that is ${durability}`)
    for (const [key, parcel] of parcels) this.#parcels.set(key, parcel.operations)
    for (const operation of operations.values()) {
      const deed = this.deedOf(operation.id)
      if (!deed || deed.seq !== undefined) continue
      this.#order += 1
      deed.seq = this.#order
    }
    for (const deed of this.deeds.values()) {
      if (!deed.discarded || deed.gone || deed.device !== device) continue
      deed.gone = !this.#isThere(deed)
    }
  }

  #isThere(deed: Deed): AppOperation | undefined {
    for (const operation of deed.device.disk.durable.operations.values()) {
      if (this.deedOf(operation.id) === deed) return operation
    }
    return undefined
  }

  isThere(deed: Deed): AppOperation | undefined {
    return this.#isThere(deed)
  }

  /** 'Saved here', 'not saved' or 'not sure' was said. */
  said(deed: Deed, word: 'saved' | 'notSaved' | 'notSure'): void {
    if (word === 'notSure') this.unsure += 1
    else if (word === 'saved') {
      deed.saved = true
      if (!this.#isThere(deed) && !this.succeeded(deed))
        this.blame('untrue', `${deed.id}: said saved, and is not on the disk`)
    } else {
      deed.notSaved = true
      if (this.#isThere(deed)) this.blame('untrue', `${deed.id}: said not saved, and is on the disk`)
    }
  }

  /** A page says what has become of an operation. */
  told(tab: Tab, { operation, word }: Settled): void {
    const deed = this.deedOf(operation.id)
    this.#clock.note(`${tab.name} says ${operation.id} ${word.type}`)
    if (!deed) {
      this.blame('untrue', `${operation.id}: nobody has done it`)
      return
    }
    if (word.type === 'confirmed' && this.succeeded(deed) === 0) {
      this.blame('untrue', `${deed.id}: said confirmed, and the server has not done it`)
    }
    if (word.type !== 'refused') return
    if (this.succeeded(deed, operation.id) > 0) {
      this.blame('untrue', `${deed.id}: said refused, and the server has done it`)
    }
    if (!FOUND_OUT_HERE.has(word.why.code) && !this.#isAnswered(operation.id)) {
      this.blame('untrue', `${deed.id}: said refused, and the server has said nothing`)
    }
  }

  #isAnswered(id: string): boolean {
    return [...this.done.keys()].some((key) => this.#parcels.get(key)?.includes(id))
  }

  /** A change leaves a page. */
  sent(tab: Tab, calling: Calling, userOf: (token: string) => string | undefined): void {
    const { key = '', token } = calling
    for (const id of this.#carried(tab.device, key)) {
      const deed = this.deedOf(id)
      if (!deed) continue
      const user = tab.token?.value === token ? tab.token.person : userOf(token)
      if (user !== undefined && user !== deed.person) {
        this.blame('untrue', `${deed.id}: ${deed.person}'s, sent as ${user}`)
      }
      // Sent again on another page at the same moment it has another name.
      if (deed.gone && deed.discardedAs === id) this.#afterwards.set(calling, deed.id)
      if (!this.#parcels.has(key)) this.blame('untrue', `${key}: sent, and not on the disk`)
    }
  }

  /** The operations in a call; one that is not stored carries what its key says. */
  #carried(device: Device, key: string): readonly string[] {
    const stored: AppParcel | undefined = device.disk.durable.parcels.get(key)
    return stored?.operations ?? this.#parcels.get(key) ?? [key.replace(/\+\d+$/, '')]
  }

  /** The server has answered a change. */
  served(calling: Calling, { status, headers, text }: Served, user: string | undefined): void {
    const { key = '' } = calling
    const repeated = headers.get('idempotency-replayed') !== null
    this.#clock.note(`server ${key} ${status}${repeated ? ' again' : ''}`)
    // A body that nobody could read is not remembered, nor is what never came to be looked at.
    if (repeated || status === 400 || status === 401 || status === 429 || status >= 500) return
    const body = parse(text)
    if (isObject(body) && body['code'] === 'request_in_progress') return
    const thrown = this.#afterwards.get(calling)
    if (thrown !== undefined && status === 200) this.blame('untrue', `${thrown}: discarded, and done`)
    if (this.done.has(key)) this.blame('doubled', `${key}: the server did it twice`)
    this.done.set(key, { key, user, status, body })
    if (status === 200) this.#noteLines(key, calling.body, body)
  }

  // A barcode is in a call once.
  #noteLines(key: string, sent: string | undefined, body: unknown): void {
    const asked = linesOf(parse(sent ?? ''))
    const told = linesOf(body)
    for (const id of this.#parcels.get(key) ?? []) {
      const deed = this.deedOf(id)
      if (deed?.intent.type !== 'line' || !isDone(deed.intent, body)) continue
      const { barcode } = deed.intent.line
      const [line] = [...asked, ...told].flatMap((each) =>
        each['BarcodeID'] === barcode && textOf(each['ID']) !== '' ? [textOf(each['ID'])] : [],
      )
      if (line !== undefined) this.changed.set(deed, line)
    }
  }

  /** How often the server has done a deed, under whatever key; `id`: only as this operation. */
  succeeded(deed: Deed, id?: string): number {
    let n = 0
    for (const { key, status, body } of this.done.values()) {
      if (status !== 200) continue
      const carried = this.#parcels.get(key) ?? []
      const own = carried.some((each) => this.deedOf(each) === deed && (id === undefined || each === id))
      if (own && isDone(deed.intent, body)) n += 1
    }
    return n
  }

  /** The first call of each deed that the server has done or refused, in the order in which it did. */
  firsts(): readonly { readonly deed: Deed; readonly key: string }[] {
    const seen = new Set<Deed>()
    return [...this.done.values()].flatMap(({ key }) =>
      (this.#parcels.get(key) ?? []).flatMap((id) => {
        const deed = this.deedOf(id)
        if (!deed || seen.has(deed)) return []
        seen.add(deed)
        return [{ deed, key }]
      }),
    )
  }
}

// What the server's answer says of one deed, read apart from the app.
function isDone(intent: Intent, body: unknown): boolean {
  if (!isObject(body)) return false
  const message = textOf(body['Message'])
  if (intent.type === 'create' || intent.type === 'adjust') return /processed successfully/i.test(message)
  if (intent.type === 'delete') return /deleted/i.test(message)
  return linesOf(body).some(
    (line) => line['BarcodeID'] === intent.line.barcode && textOf(line['Message']).endsWith('successfully'),
  )
}

// The lines of a call or of its answer.
const linesOf = (body: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const lines: unknown = isObject(body) ? Object.values(body).find(Array.isArray) : undefined
  return Array.isArray(lines) ? lines.filter(isObject) : []
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
