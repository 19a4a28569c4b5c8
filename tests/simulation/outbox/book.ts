// Records what people did, what the app showed them, what each page sent and what the server did, and finds
// contradictions. It is independent of the app.
import type { AppBatch, AppOperation, Intent, Settled } from '#app/outbox/intent.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import type { Clock } from './clock.ts'
import type { Device, Tab } from './device.ts'
import type { Calling, Served } from './server.ts'

/** One action of a person. */
export interface UserAction {
  readonly id: string
  readonly device: Device
  readonly person: string
  /** The lane on which it was done. A new document's lane has another name once the document has a number. */
  readonly lane: string
  readonly intent: Intent
  /** The app showed 'Saved on this device'. */
  saved: boolean
  /** The app showed 'Not saved'. */
  notSaved: boolean
  /** A person has discarded it. `gone`: the disk has no operation of it any more. */
  discarded: boolean
  gone: boolean
  discardedAs: string | undefined
  /** The time on the device's clock; undefined: not stored yet. */
  at: number | undefined
  /** Its place in the order of all stored actions. */
  seq: number | undefined
  /** The app showed the person that it is not done, and why. */
  shown: boolean
  /** A screen has closed it, together with the refusal of an earlier change of its line. */
  closed: boolean
  /** The app asked the person whether it may have been done. */
  asked: boolean
  /** A person has checked it and sent it again as a new change. */
  renewed: boolean
}

interface Done {
  readonly key: string
  readonly user: string | undefined
  readonly status: number
  readonly body: unknown
  /** Whether the other server did it. Its messages do not show that. */
  readonly did: boolean | undefined
  /** Refused actions that the other server's document already met. The app may show them as done. */
  readonly alreadySo: ReadonlySet<UserAction>
  /** Milliseconds since 1970, with all simulated weeks. */
  readonly at: number
}

// The server keeps idempotency keys for this time.
const KEY_LIFETIME_MS = 30 * 24 * 60 * 60_000

// Questions to a person whether a change was made.
const QUESTIONS: ReadonlySet<string> = new Set([
  'outbox.madeAlready',
  'outbox.maybeMade',
  'outbox.lineMaybe',
  'outbox.unclear',
])
// Refusals of changes that were never sent, because the document that was read does not allow them.
const FOUND_OUT_HERE: ReadonlySet<string> = new Set([
  'outbox.lineGone',
  'outbox.documentGone',
  'outbox.headerConflict',
  'outbox.fieldConflict',
])

export class Book {
  readonly actions = new Map<string, UserAction>()
  /** The findings. */
  readonly wrong: string[] = []
  readonly wrongKinds = { lost: 0, doubled: 0, negative: 0, stuck: 0, untrue: 0 }
  /** The server's line id for each action on a known line. */
  readonly changed = new Map<UserAction, string>()
  /** Changes by key, in the order in which the server first did them. */
  readonly done = new Map<string, Done>()
  /** Changes that the server had done before an older backup was restored. */
  readonly undone = new Map<string, Done>()
  /** Keys that the server deleted because of their age. */
  readonly forgotten = new Set<string>()
  /** Milliseconds of simulated weeks; the clock does not include them. */
  passed = 0
  /** Whether the server supports idempotency keys. */
  readonly knowsKeys: boolean
  readonly #clock: Clock
  /** Number of times that the app did not know whether something is saved. */
  unsure = 0
  #order = 0
  /** Actions that were discarded before they were sent, by the call that sent them. */
  readonly #sentAfterDiscard = new Map<Calling, string>()
  /** The operation ids of each call, by its key. */
  readonly #batches = new Map<string, readonly string[]>()
  /** The action of an operation that was sent again under a new id. */
  readonly #actionIds = new Map<string, string>()

  /** `own`: the book of the app's own server. If given, this is the book of another server, without keys. */
  constructor(clock: Clock, own?: Book) {
    this.#clock = clock
    this.knowsKeys = own === undefined
    if (own) Object.assign(this, { wrong: own.wrong, wrongKinds: own.wrongKinds })
  }

  /** Records a finding. */
  blame(kind: keyof Book['wrongKinds'], what: string): void {
    this.wrongKinds[kind] += 1
    this.wrong.push(what)
    this.#clock.note(`WRONG ${what}`)
  }

  actionOf(id: string): UserAction | undefined {
    return this.actions.get(this.#actionIds.get(id) ?? id)
  }

  begin(action: Pick<UserAction, 'id' | 'device' | 'person' | 'lane' | 'intent'>): UserAction {
    const created = {
      ...action,
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
    this.actions.set(action.id, created)
    return created
  }

  /** Reads what a browser has committed to its disk. */
  committed(device: Device, durability: string): void {
    const { operations, parcels } = device.disk.durable
    if (durability !== 'strict') this.blame('untrue', `${device.name}: a commit that is ${durability}`)
    for (const [key, batch] of parcels) this.#batches.set(key, batch.operations)
    for (const operation of operations.values()) {
      const action = this.actionOf(operation.id) ?? this.#recognize(device, operation)
      if (action && operation.state === 'held' && QUESTIONS.has(operation.why?.code ?? ''))
        action.asked = true
      if (action && operation.closed !== undefined) action.closed = true
      if (!action || action.seq !== undefined) continue
      this.#order += 1
      action.seq = this.#order
      action.at = operation.at
    }
    for (const action of this.actions.values()) {
      if (!action.discarded || action.gone || action.device !== device) continue
      action.gone = !this.#isThere(action)
    }
  }

  // A repeated operation has another id: it names the earlier one, or is the same work of the same moment.
  #recognize(device: Device, { id, was, at, intent }: AppOperation): UserAction | undefined {
    const before = was === undefined ? undefined : this.actionOf(was)
    const action =
      before ??
      [...this.actions.values()].find(
        (each) =>
          each.device === device &&
          each.at === at &&
          JSON.stringify(keyOf(each.intent)) === JSON.stringify(keyOf(intent)),
      )
    if (action) this.#actionIds.set(id, action.id)
    return action
  }

  #isThere(action: UserAction): AppOperation | undefined {
    for (const operation of action.device.disk.durable.operations.values()) {
      if (this.actionOf(operation.id) === action) return operation
    }
    return undefined
  }

  isThere(action: UserAction): AppOperation | undefined {
    return this.#isThere(action)
  }

  /** Checks the message 'saved on this device', 'not saved' or 'not sure' against the disk. */
  saveReported(action: UserAction, message: 'saved' | 'notSaved' | 'notSure'): void {
    if (message === 'notSure') this.unsure += 1
    else if (message === 'saved') {
      action.saved = true
      if (!this.#isThere(action) && !this.succeeded(action))
        this.blame('untrue', `${action.id}: said saved, and is not on the disk`)
    } else {
      action.notSaved = true
      if (this.#isThere(action)) this.blame('untrue', `${action.id}: said not saved, and is on the disk`)
    }
  }

  /** Checks the result of an operation against the server's answers. */
  settled(tab: Tab, { operation, result }: Settled): void {
    const action = this.actionOf(operation.id)
    this.#clock.note(
      `${tab.name} says ${operation.id} ${result.type}${result.type === 'confirmed' ? '' : ` ${result.why.code}`}`,
    )
    if (!action) {
      this.blame('untrue', `${operation.id}: nobody has done it`)
      return
    }
    if (result.type === 'confirmed' && !this.hasEverSucceeded(action)) {
      this.blame('untrue', `${action.id}: said confirmed, and the server has not done it`)
    }
    if (result.type !== 'refused') return
    if (this.succeeded(action, operation.id) > 0) {
      this.blame('untrue', `${action.id}: said refused, and the server has done it`)
    }
    if (!FOUND_OUT_HERE.has(result.why.code) && !this.#isAnswered(operation.id)) {
      this.blame('untrue', `${action.id}: said refused, and the server has said nothing`)
    }
  }

  /** Notes the shown result of a person's action, for all operations whose ids begin with its id. */
  shown(tab: Tab, cause: string, outcome: CommandOutcome): void {
    this.#clock.note(`${tab.name} shows ${cause} ${outcome.tone} ${outcome.code}`)
    for (const action of this.actions.values()) {
      if (!action.id.startsWith(`${cause}.`)) continue
      if (outcome.tone !== 'ok') action.shown = true
      else if (!this.hasEverSucceeded(action) && !action.discarded)
        this.blame('untrue', `${action.id}: shown as done (${outcome.code}), and the server has not done it`)
    }
  }

  /**
   * Whether the app showed that it is not done. One report, on the page of the first, covers all operations
   * that waited on a line: another page may have closed the document.
   */
  isShown({ shown, closed, device, person, lane, intent, seq = 0 }: UserAction): boolean {
    if (shown || !closed || !('line' in intent)) return shown
    const line = lineKey(intent.line)
    return [...this.actions.values()].some(
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

  /** Notes that the app showed that an operation is not done, and why. */
  shownFailed(id: string): void {
    const action = this.actionOf(id)
    if (action) action.shown = true
  }

  /** Checks that the server did an operation that the app shows as done. */
  shownDone(id: string): void {
    const action = this.actionOf(id)
    if (action && !this.hasEverSucceeded(action))
      this.blame('untrue', `${id}: shown as done, and the server has not done it`)
  }

  /** Checks that the server did a step of a whole document that the app shows as done. */
  shownStep(key: string, code: string): void {
    // A repeated step has the key of its first attempt, or a key with another beginning.
    const device = key.charAt(0)
    const step = key.slice(key.indexOf('.'))
    const all = [...this.done.values(), ...this.undone.values()]
    const tries = all.filter((each) => each.key.startsWith(device) && each.key.includes(step))
    if (!tries.some(({ status, did = true }) => status === 200 && did))
      this.blame('untrue', `${key}: shown as done (${code}), and the server has not done it`)
  }

  /** Notes the reported result of an earlier operation, for one barcode or for all. */
  reported(tab: Tab, outcome: CommandOutcome, barcode: string): void {
    this.#clock.note(`${tab.name} reports ${barcode} ${outcome.tone} ${outcome.code}`)
    if (outcome.tone === 'ok') return
    for (const action of this.actions.values()) {
      const { intent } = action
      const own = intent.type === 'line' || intent.type === 'delete' ? intent.line.barcode : ''
      if (action.device === tab.device && (barcode === '' || own === '' || own === barcode))
        action.shown = true
    }
  }

  /** The people of a device whose confirmed work the server has lost and who have not sent it again. */
  peopleWithLostWork(device: Device): readonly string[] {
    const lost = [...this.actions.values()].filter(
      (action) =>
        action.device === device &&
        !action.discarded &&
        !this.isShown(action) &&
        !this.#isThere(action) &&
        this.succeeded(action) === 0 &&
        this.hasEverSucceeded(action),
    )
    return [...new Set(lost.map(({ person }) => person))]
  }

  /** Notes that an operation is sent again under another id. */
  renamed(id: string, was: string): void {
    const action = this.actionOf(was)
    if (!action) return
    action.renewed = true
    this.#actionIds.set(id, action.id)
  }

  /** Notes that a person has discarded an operation. */
  discarded(id: string): void {
    const action = this.actionOf(id)
    if (action) Object.assign(action, { discarded: true, discardedAs: id })
  }

  /** The keys that the server has done, for `restore`. */
  backUp(): ReadonlySet<string> {
    return new Set(this.done.keys())
  }

  /** Resets the record to a backup of the server. */
  restore(kept: ReadonlySet<string>): void {
    for (const [key, done] of [...this.done]) {
      if (kept.has(key)) continue
      this.done.delete(key)
      this.undone.set(key, done)
    }
    for (const action of [...this.changed.keys()])
      if (this.succeeded(action) === 0) this.changed.delete(action)
  }

  /** Lets weeks pass. Returns the keys that the server deletes by then. */
  passWeeks(ms: number): readonly string[] {
    this.passed += ms
    const now = this.#clock.now + this.passed
    const old = [...this.done.values()].filter(
      ({ at, key }) => now - at > KEY_LIFETIME_MS && !this.forgotten.has(key),
    )
    for (const { key } of old) this.forgotten.add(key)
    return old.map(({ key }) => key)
  }

  #isAnswered(id: string): boolean {
    const all = [...this.done.values(), ...this.undone.values()]
    return all.some(({ key }) => this.#batches.get(key)?.includes(id))
  }

  /** Checks a change that leaves a page. */
  sent(tab: Tab, calling: Calling, user: string | undefined): void {
    const { key = '' } = calling
    for (const id of this.#carried(tab.device, key)) {
      const action = this.actionOf(id)
      if (!action) continue
      if (user !== undefined && user !== action.person) {
        this.blame('untrue', `${action.id}: ${action.person}'s, sent as ${user}`)
      }
      // A change that another page sends again at the same moment has another id.
      if (action.gone && action.discardedAs === id) this.#sentAfterDiscard.set(calling, action.id)
      if (!this.#batches.has(key)) this.blame('untrue', `${key}: sent, and not on the disk`)
    }
  }

  /** The operation ids of a call. A call that is not stored has its id in its key. */
  #carried(device: Device, key: string): readonly string[] {
    const stored: AppBatch | undefined = device.disk.durable.parcels.get(key)
    return stored?.operations ?? this.#batches.get(key) ?? [key.replace(/\+\d+$/, '')]
  }

  /** Notes the server's answer to a change. `isSo`: whether an operation was already in effect elsewhere. */
  served(
    calling: Calling,
    { status, headers, text, did }: Served,
    user: string | undefined,
    isSo: (operation: AppOperation, device: Device) => boolean = () => false,
  ): void {
    const { key = '' } = calling
    const repeated = headers.get('idempotency-replayed') !== null
    this.#clock.note(`server ${key} ${status}${repeated ? ' again' : ''}`)
    // The server stores no answer for malformed or unauthorized requests, nor after its own failures.
    if (repeated || [400, 401, 403, 429].includes(status) || status >= 500) return
    const body = parse(text)
    if (isObject(body) && (body['code'] === 'request_in_progress' || body['code'] === 'key_reused')) return
    const discardedId = this.#sentAfterDiscard.get(calling)
    if (discardedId !== undefined && status === 200)
      this.blame('untrue', `${discardedId}: discarded, and done`)
    if (this.knowsKeys && this.done.has(key)) this.blame('doubled', `${key}: the server did it twice`)
    const at = this.#clock.now + this.passed
    const alreadySo = new Set(did === false ? this.#actionsIn(key, isSo) : [])
    const name = this.knowsKeys ? key : `${key} ${this.done.size}`
    this.done.set(name, { key, user, status, body, did, alreadySo, at })
    if (status === 200) this.#noteLines(key, calling.body, body)
  }

  #actionsIn(key: string, isSo: (operation: AppOperation, device: Device) => boolean): readonly UserAction[] {
    return (this.#batches.get(key) ?? []).flatMap((id) => {
      const action = this.actionOf(id)
      const operation = action?.device.disk.durable.operations.get(id)
      return action && operation && isSo(operation, action.device) ? [action] : []
    })
  }

  // A barcode appears once in a call.
  #noteLines(key: string, sent: string | undefined, body: unknown): void {
    const requestLines = linesOf(parse(sent ?? ''))
    const answerLines = linesOf(body)
    for (const id of this.#batches.get(key) ?? []) {
      const action = this.actionOf(id)
      if (action?.intent.type !== 'line' || !isDone(action.intent, body)) continue
      const { barcode } = action.intent.line
      const [line] = [...requestLines, ...answerLines].flatMap((each) =>
        each['BarcodeID'] === barcode && textOf(each['ID']) !== '' ? [textOf(each['ID'])] : [],
      )
      if (line !== undefined) this.changed.set(action, line)
    }
  }

  /** Whether the server did it at any time, even if it lost it later. */
  hasEverSucceeded(action: UserAction): boolean {
    const all = [...this.done.values(), ...this.undone.values()]
    return this.#count(action, undefined, all) > 0 || this.wasAlreadySo(action)
  }

  /** Whether it was refused, but the other server's document already was as it requests. */
  wasAlreadySo(action: UserAction): boolean {
    return [...this.done.values()].some(({ alreadySo }) => alreadySo.has(action))
  }

  /** Whether this is the key of a person's action. Comparisons with a restored server have other keys. */
  isKeyOfAction(key: string): boolean {
    return this.#batches.has(key) || /^[a-z]\d+([.+]|$)/.test(key)
  }

  /** Whether the server had lost it in between. Then it was done again, in another order. */
  wasLost(action: UserAction): boolean {
    return this.#count(action, undefined, [...this.undone.values()]) > 0
  }

  /** How often the server did an action, under any key. `id`: only as this operation. */
  succeeded(action: UserAction, id?: string): number {
    return this.#count(action, id, [...this.done.values()])
  }

  #count(action: UserAction, id: string | undefined, among: readonly Done[]): number {
    let n = 0
    for (const { key, status, body, did } of among) {
      if (status !== 200 || did === false) continue
      // A step of the whole document is sent immediately, with its id as key.
      const carried = this.#batches.get(key) ?? [key]
      const own = carried.some((each) => this.actionOf(each) === action && (id === undefined || each === id))
      if (own && (did ?? isDone(action.intent, body))) n += 1
    }
    return n
  }

  /** Whether it was done too often. Without keys, the app may repeat a creation only after a question. */
  isDoubled(action: UserAction): boolean {
    const { intent } = action
    const isNew = intent.type === 'create' || (intent.type === 'line' && intent.line.id === null)
    return this.succeeded(action) > 1 && (this.knowsKeys ? !action.renewed : isNew && !action.asked)
  }

  /** The first call of each action that the server did or refused, in the server's order. */
  firstCalls(): readonly { readonly action: UserAction; readonly key: string }[] {
    const seen = new Set<UserAction>()
    return [...this.done.values()].flatMap(({ key }) =>
      (this.#batches.get(key) ?? []).flatMap((id) => {
        const action = this.actionOf(id)
        if (!action || seen.has(action)) return []
        seen.add(action)
        return [{ action, key }]
      }),
    )
  }
}

// Whether the answer confirms this action. Does not use the app's own code.
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

// A key for the same work, independent of the document's number.
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
