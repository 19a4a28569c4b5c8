// The book of the simulation: what people have done, what they were told, what has left which page and what
// the server has done. It is kept apart from the app, and holds the one against the other.
import type { AppOperation, AppParcel, Intent } from '#app/outbox/intent.ts'
import type { Settled } from '#app/outbox/outbox.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
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
  /** When it was done, by the device's clock; undefined: it is not stored yet. */
  at: number | undefined
  /** Its place among all that were stored. */
  seq: number | undefined
  /** A person was shown that it is not done, and why. */
  shown: boolean
  /** A screen has taken it over, with the refusal of an earlier change of its line. */
  closed: boolean
  /** A person was asked whether it may have been done. */
  asked: boolean
  /** A person has sent it again as a new change, after a look. */
  renewed: boolean
}

interface Done {
  readonly key: string
  readonly user: string | undefined
  readonly status: number
  readonly body: unknown
  /** As the other server itself has it; its words do not show it. */
  readonly did: boolean | undefined
  /** The other server refused these, and its document was as they ask for: they may be shown as done. */
  readonly asMeant: ReadonlySet<Deed>
  /** When, in milliseconds since 1970, with all weeks that have passed. */
  readonly at: number
}

// So long the server keeps keys, in milliseconds.
const KEYS_KEPT = 30 * 24 * 60 * 60_000

// Questions to a person whether a change was made.
const QUESTIONS: ReadonlySet<string> = new Set([
  'outbox.madeAlready',
  'outbox.maybeMade',
  'outbox.lineMaybe',
  'outbox.unclear',
])
// Refusals of what was never sent: the document that was read has no place for it.
const FOUND_OUT_HERE: ReadonlySet<string> = new Set([
  'outbox.lineGone',
  'outbox.documentGone',
  'outbox.headerConflict',
  'outbox.fieldConflict',
])

export class Book {
  readonly deeds = new Map<string, Deed>()
  /** What is not as it has to be. */
  readonly wrong: string[] = []
  readonly wrongKinds = { lost: 0, doubled: 0, negative: 0, stuck: 0, untrue: 0 }
  /** The line that each deed on a known line has changed, by the server's id. */
  readonly changed = new Map<Deed, string>()
  /** Changes by their key, in the order in which the server first did them. */
  readonly done = new Map<string, Done>()
  /** What the server had done before an older backup was put back. */
  readonly undone = new Map<string, Done>()
  /** Keys that the server has deleted because of their age. */
  readonly forgotten = new Set<string>()
  /** So many milliseconds have passed beside the clock. */
  passed = 0
  /** Does the server do a change with the same key once? */
  readonly knowsKeys: boolean
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

  /**
   * `own`: the book of the app's own server. Given, this is the book of another server, which has no keys.
   */
  constructor(clock: Clock, own?: Book) {
    this.#clock = clock
    this.knowsKeys = own === undefined
    if (own) Object.assign(this, { wrong: own.wrong, wrongKinds: own.wrongKinds })
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

  begin(deed: Pick<Deed, 'id' | 'device' | 'person' | 'lane' | 'intent'>): Deed {
    const whole = {
      ...deed,
      saved: false,
      notSaved: false,
      discarded: false,
      gone: false,
      discardedAs: undefined,
      at: undefined,
      seq: undefined,
      shown: false,
      closed: false,
      asked: false,
      renewed: false,
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
      const deed = this.deedOf(operation.id) ?? this.#recognize(device, operation)
      if (deed && operation.state === 'held' && QUESTIONS.has(operation.why?.code ?? '')) deed.asked = true
      if (deed && operation.closed !== undefined) deed.closed = true
      if (!deed || deed.seq !== undefined) continue
      this.#order += 1
      deed.seq = this.#order
      deed.at = operation.at
    }
    for (const deed of this.deeds.values()) {
      if (!deed.discarded || deed.gone || deed.device !== device) continue
      deed.gone = !this.#isThere(deed)
    }
  }

  // What is sent again has another id: it names the one before, or is the same work of the same moment.
  #recognize(device: Device, { id, was, at, intent }: AppOperation): Deed | undefined {
    const before = was === undefined ? undefined : this.deedOf(was)
    const deed =
      before ??
      [...this.deeds.values()].find(
        (each) =>
          each.device === device &&
          each.at === at &&
          JSON.stringify(keyOf(each.intent)) === JSON.stringify(keyOf(intent)),
      )
    if (deed) this.#meant.set(id, deed.id)
    return deed
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

  /** A page finds out what has become of an operation. */
  told(tab: Tab, { operation, word }: Settled): void {
    const deed = this.deedOf(operation.id)
    this.#clock.note(
      `${tab.name} says ${operation.id} ${word.type}${word.type === 'confirmed' ? '' : ` ${word.why.code}`}`,
    )
    if (!deed) {
      this.blame('untrue', `${operation.id}: nobody has done it`)
      return
    }
    if (word.type === 'confirmed' && !this.hasEverSucceeded(deed)) {
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

  /** A person is shown what became of their action: of all operations whose ids begin with its own. */
  shown(tab: Tab, cause: string, outcome: CommandOutcome): void {
    this.#clock.note(`${tab.name} shows ${cause} ${outcome.tone} ${outcome.code}`)
    for (const deed of this.deeds.values()) {
      if (!deed.id.startsWith(`${cause}.`)) continue
      if (outcome.tone !== 'ok') deed.shown = true
      else if (!this.hasEverSucceeded(deed) && !deed.discarded)
        this.blame('untrue', `${deed.id}: shown as done (${outcome.code}), and the server has not done it`)
    }
  }

  /**
   * Was a person shown that it is not done? One report is for all that waited on a line, on the page of the
   * first: its document may be closed on the page of another.
   */
  isShown({ shown, closed, device, person, lane, intent, seq = 0 }: Deed): boolean {
    if (shown || !closed || !('line' in intent)) return shown
    const line = lineKey(intent.line)
    return [...this.deeds.values()].some(
      (each) =>
        each.shown &&
        each.device === device &&
        each.person === person &&
        each.lane === lane &&
        'line' in each.intent &&
        lineKey(each.intent.line) === line &&
        each.seq !== undefined &&
        each.seq < seq,
    )
  }

  /** It is shown that this is not done, and why. */
  shownAs(id: string): void {
    const deed = this.deedOf(id)
    if (deed) deed.shown = true
  }

  /** It is shown that this is done. */
  shownDone(id: string): void {
    const deed = this.deedOf(id)
    if (deed && !this.hasEverSucceeded(deed))
      this.blame('untrue', `${id}: shown as done, and the server has not done it`)
  }

  /** A step of a whole document is shown as done. */
  shownStep(key: string, code: string): void {
    // A step that is repeated has the key of its first attempt, or one that ends otherwise.
    const device = key.charAt(0)
    const step = key.slice(key.indexOf('.'))
    const all = [...this.done.values(), ...this.undone.values()]
    const tries = all.filter((each) => each.key.startsWith(device) && each.key.includes(step))
    if (!tries.some(({ status, did = true }) => status === 200 && did))
      this.blame('untrue', `${key}: shown as done (${code}), and the server has not done it`)
  }

  /** A page reports the result of something of before, for a barcode or for all. */
  reported(tab: Tab, outcome: CommandOutcome, barcode: string): void {
    this.#clock.note(`${tab.name} reports ${barcode} ${outcome.tone} ${outcome.code}`)
    if (outcome.tone === 'ok') return
    for (const deed of this.deeds.values()) {
      const { intent } = deed
      const own = intent.type === 'line' || intent.type === 'delete' ? intent.line.barcode : ''
      if (deed.device === tab.device && (barcode === '' || own === '' || own === barcode)) deed.shown = true
    }
  }

  /** The people of a device whose confirmed work the server has lost, and that was not sent again. */
  losersOn(device: Device): readonly string[] {
    const lost = [...this.deeds.values()].filter(
      (deed) =>
        deed.device === device &&
        !deed.discarded &&
        !this.isShown(deed) &&
        !this.#isThere(deed) &&
        this.succeeded(deed) === 0 &&
        this.hasEverSucceeded(deed),
    )
    return [...new Set(lost.map(({ person }) => person))]
  }

  /** An operation goes again under another id. */
  renamed(id: string, was: string): void {
    const deed = this.deedOf(was)
    if (!deed) return
    deed.renewed = true
    this.#meant.set(id, deed.id)
  }

  /** Notes that a person has thrown an operation away. */
  discarded(id: string): void {
    const deed = this.deedOf(id)
    if (deed) Object.assign(deed, { discarded: true, discardedAs: id })
  }

  /** What the server has done, to come back to it. */
  backUp(): ReadonlySet<string> {
    return new Set(this.done.keys())
  }

  /** The server has only this any more. */
  restore(kept: ReadonlySet<string>): void {
    for (const [key, done] of [...this.done]) {
      if (kept.has(key)) continue
      this.done.delete(key)
      this.undone.set(key, done)
    }
    for (const deed of [...this.changed.keys()]) if (this.succeeded(deed) === 0) this.changed.delete(deed)
  }

  /** Weeks pass: the keys that the server deletes by then. */
  pass(ms: number): readonly string[] {
    this.passed += ms
    const now = this.#clock.now + this.passed
    const old = [...this.done.values()].filter(
      ({ at, key }) => now - at > KEYS_KEPT && !this.forgotten.has(key),
    )
    for (const { key } of old) this.forgotten.add(key)
    return old.map(({ key }) => key)
  }

  #isAnswered(id: string): boolean {
    const all = [...this.done.values(), ...this.undone.values()]
    return all.some(({ key }) => this.#parcels.get(key)?.includes(id))
  }

  /** A change leaves a page. */
  sent(tab: Tab, calling: Calling, user: string | undefined): void {
    const { key = '' } = calling
    for (const id of this.#carried(tab.device, key)) {
      const deed = this.deedOf(id)
      if (!deed) continue
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

  /**
   * The server has answered a change. `isSo`: is the document at another server as this operation asks for?
   */
  served(
    calling: Calling,
    { status, headers, text, did }: Served,
    user: string | undefined,
    isSo: (operation: AppOperation, device: Device) => boolean = () => false,
  ): void {
    const { key = '' } = calling
    const repeated = headers.get('idempotency-replayed') !== null
    this.#clock.note(`server ${key} ${status}${repeated ? ' again' : ''}`)
    // A body that nobody could read is not remembered, nor is what never came to be looked at.
    if (repeated || [400, 401, 403, 429].includes(status) || status >= 500) return
    const body = parse(text)
    if (isObject(body) && (body['code'] === 'request_in_progress' || body['code'] === 'key_reused')) return
    const thrown = this.#afterwards.get(calling)
    if (thrown !== undefined && status === 200) this.blame('untrue', `${thrown}: discarded, and done`)
    if (this.knowsKeys && this.done.has(key)) this.blame('doubled', `${key}: the server did it twice`)
    const at = this.#clock.now + this.passed
    const asMeant = new Set(did === false ? this.#deedsIn(key, isSo) : [])
    const name = this.knowsKeys ? key : `${key} ${this.done.size}`
    this.done.set(name, { key, user, status, body, did, asMeant, at })
    if (status === 200) this.#noteLines(key, calling.body, body)
  }

  #deedsIn(key: string, isSo: (operation: AppOperation, device: Device) => boolean): readonly Deed[] {
    return (this.#parcels.get(key) ?? []).flatMap((id) => {
      const deed = this.deedOf(id)
      const operation = deed?.device.disk.durable.operations.get(id)
      return deed && operation && isSo(operation, deed.device) ? [deed] : []
    })
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

  /** Has the server done it, even if it has lost that since? */
  hasEverSucceeded(deed: Deed): boolean {
    const all = [...this.done.values(), ...this.undone.values()]
    return this.#count(deed, undefined, all) > 0 || this.isAsMeant(deed)
  }

  /** Was the other server's document as it asks for, although it was refused? */
  isAsMeant(deed: Deed): boolean {
    return [...this.done.values()].some(({ asMeant }) => asMeant.has(deed))
  }

  /**
   * Is it the key of something that people have done? Comparisons with a restored server have keys of their
   * own.
   */
  isKeyOfDeed(key: string): boolean {
    return this.#parcels.has(key) || /^[a-z]\d+([.+]|$)/.test(key)
  }

  /** Had the server lost it in between? Then it was done again, in another order. */
  wasLost(deed: Deed): boolean {
    return this.#count(deed, undefined, [...this.undone.values()]) > 0
  }

  /** How often the server has done a deed, under whatever key; `id`: only as this operation. */
  succeeded(deed: Deed, id?: string): number {
    return this.#count(deed, id, [...this.done.values()])
  }

  #count(deed: Deed, id: string | undefined, among: readonly Done[]): number {
    let n = 0
    for (const { key, status, body, did } of among) {
      if (status !== 200 || did === false) continue
      // A step of the whole document is sent at once: its key is its id.
      const carried = this.#parcels.get(key) ?? [key]
      const own = carried.some((each) => this.deedOf(each) === deed && (id === undefined || each === id))
      if (own && (did ?? isDone(deed.intent, body))) n += 1
    }
    return n
  }

  /**
   * Was it done too often? Without keys a new line or document may be there twice, but only after a question.
   */
  isDoubled(deed: Deed): boolean {
    const { intent } = deed
    const isNew = intent.type === 'create' || (intent.type === 'line' && intent.line.id === null)
    return this.succeeded(deed) > 1 && (this.knowsKeys ? !deed.renewed : isNew && !deed.asked)
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
  if (intent.type === 'whole' || intent.type === 'header')
    return message === '' || /successfully/i.test(message)
  return linesOf(body).some(
    (line) => line['BarcodeID'] === intent.line.barcode && textOf(line['Message']).endsWith('successfully'),
  )
}

// The same work, whatever its document is called.
const keyOf = (intent: Intent) =>
  'line' in intent
    ? [intent.type, lineKey(intent.line), 'quantity' in intent ? [intent.step, intent.quantity] : []]
    : [intent.type]

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
