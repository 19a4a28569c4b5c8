// People at work on the pages: they open documents and lists and use the offered actions, even on stale data.
import { type AppOperation, type Intent, isLocalNumber, laneOfDocument } from '#app/outbox/intent.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Place } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import { needsPerson } from '#core/outbox/index.ts'
import { type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import type { Book } from './book.ts'
import type { Clock } from './clock.ts'
import type { Device, Opened, Tab } from './device.ts'
import type { WorkedKind } from './page.ts'
import type { Random } from './random.ts'

/** A document that people work on. */
export interface DocumentRef {
  readonly kind: WorkedKind
  readonly number: string
}

export interface WorkParts {
  readonly clock: Clock
  readonly random: Random
  readonly bookOf: (device: Device) => Book
  /** The documents of each browser: the shared ones, and its own new ones. */
  readonly documents: Map<string, DocumentRef[]>
}

/** The location and season in which a document is worked on. */
export function placeOf({ device }: Tab, { kind }: Pick<DocumentRef, 'kind'>): Place {
  return device.site.placeOf(kind)
}
const actor = { keys: new Set(SECURITY_KEYS), readOnly: false }
const KINDS: readonly WorkedKind[] = ['issuance', 'transfer', 'dump']
// A page has at most so many open documents.
const MAX_OPEN = 3

const actions = {
  line: 24,
  open: 3,
  close: 1,
  list: 1,
  create: 1,
  adjust: 2,
  discard: 1,
  again: 1,
  step: 0.6,
  header: 0.6,
}

/** Does one random action on a page. */
export async function act(tab: Tab, parts: WorkParts): Promise<void> {
  if (!tab.app?.isOfPerson()) return
  const { random } = parts
  const what = tab.open.length === 0 ? 'open' : random.weighted(actions)
  switch (what) {
    case 'line':
      return line(tab, parts)
    case 'open':
      return open(tab, parts)
    case 'close':
      return close(tab, random.of(tab.open))
    case 'list':
      return toggleList(tab, random.of(KINDS))
    case 'create':
      return create(tab, parts)
    case 'adjust':
      return adjust(tab, parts)
    case 'step':
      return step(tab, parts)
    case 'header':
      return header(tab, parts)
    default:
      return decide(tab, parts, what)
  }
}

/** Sends a refused or held operation again, or discards it. Takes back an operation that was not sent. */
export function decide(tab: Tab, { random, clock }: WorkParts, what: 'discard' | 'again'): void {
  const { box } = tab.app
  const all = box.state().operations.filter(({ user }) => user === tab.person)
  // People do not repeat a change that the server already has.
  const isWanted = (each: AppOperation) => needsPerson(each) && each.why?.code !== 'outbox.madeAlready'
  const operation = random.of(what === 'again' ? all.filter(isWanted) : all)
  if (!operation) return
  clock.note(`${tab.name} ${what} ${operation.id} ${operation.state}`)
  if (what === 'again') box.resend(operation.id)
  else {
    if (random.chance(0.5)) box.discard(operation.id)
    else box.withdraw(operation.id)
    comeBackTo(tab, box.nameOf(operation.lane))
  }
}

// The outbox is a screen of its own: reopens the document afterwards.
function comeBackTo(tab: Tab, lane: string): void {
  for (const opened of tab.open) {
    if (laneOfDocument(opened.kind, numberNow(tab, opened)) !== lane) continue
    const { kind, session } = opened
    const number = numberNow(tab, opened)
    close(tab, opened)
    tab.open.push({ kind, number, ...tab.app.open(kind, session.stage, number, placeOf(tab, opened)) })
  }
}

/** The current number of a document. */
export function numberNow(tab: Tab, { kind, number }: DocumentRef): string {
  return tab.app.box.nameOf(laneOfDocument(kind, number)).split(' ').at(-1) ?? ''
}

function open(tab: Tab, parts: WorkParts): void {
  const { random, documents, clock } = parts
  const documentRef = random.of(documents.get(tab.device.name) ?? [])
  if (!documentRef) return
  if (tab.open.length >= MAX_OPEN) close(tab, tab.open[0])
  const { kind } = documentRef
  const number = numberNow(tab, documentRef)
  const stage = stageFor(kind, random)
  if (tab.open.some((each) => each.kind === kind && each.number === number)) return
  clock.note(`${tab.name} looks at ${kind} ${number} ${stage}`)
  tab.open.push({ kind, number, ...tab.app.open(kind, stage, number, placeOf(tab, documentRef)) })
}

const stageFor = (kind: WorkedKind, random: Random): StageId =>
  kind === 'transfer' ? 'receive' : random.chance(0.5) ? 'edit' : 'detail'

function close(tab: Tab, opened: Opened | undefined): void {
  if (!opened) return
  opened.close()
  tab.open = tab.open.filter((each) => each !== opened)
}

function toggleList(tab: Tab, kind: WorkedKind | undefined): void {
  if (kind === undefined) return
  const list = tab.lists.get(kind)
  list?.close()
  if (list) tab.lists.delete(kind)
  else tab.lists.set(kind, tab.app.openList(kind, placeOf(tab, { kind })))
}

// Checks the shown result of an action, now and again once the server has answered.
function show(tab: Tab, cause: string, outcome: CommandOutcome | undefined, book: Book): void {
  if (!outcome || tab.dead) return
  if (outcome.later) {
    void outcome.later.then((word) => {
      if (!tab.dead) book.shown(tab, cause, word)
    })
  } else if (outcome.tone !== 'ok') book.shown(tab, cause, outcome)
}

async function line(tab: Tab, parts: WorkParts): Promise<void> {
  const { random, bookOf, clock } = parts
  const book = bookOf(tab.device)
  const opened = random.of(tab.open)
  const sheet = opened?.session.core.get().sheet
  if (!opened || !sheet) return
  const { session } = opened
  const cause = { id: tab.device.newId(), source: random.chance(0.5) ? 'scan' : 'key' } as const
  const isEditor = session.stage === 'edit'
  const quantity = random.whole(1, 9)
  const entries = Object.values(sheet.entries)
  const note = (what: string, entry?: Entry) =>
    clock.note(`${tab.name} ${cause.id} ${what} ${entry?.key ?? ''} on ${opened.kind} ${opened.number}`)
  const finish = async (outcome: Promise<CommandOutcome | undefined> | CommandOutcome | undefined) =>
    show(tab, cause.id, await outcome, book)
  if (isEditor && random.chance(0.35)) {
    if (session.mayAddLine() !== true) return
    const barcode = random.of(tab.device.site.barcodes) ?? ''
    note(`adds ${barcode}`)
    return finish(session.addLine(barcode, quantity, cause))
  }
  if (random.chance(0.06)) {
    if (session.mayUndo() !== true) return
    note('undoes')
    return finish(session.undo(cause))
  }
  const entry = random.of(entries)
  if (!entry) return
  const { barcode } = entry.line
  if (random.chance(0.06)) {
    if (session.mayDeleteLine(barcode) !== true) return
    note('deletes', entry)
    return finish(session.deleteLine(barcode, cause))
  }
  if (session.mayPickRemainder(barcode) === true && random.chance(0.5)) {
    note('takes the rest', entry)
    return finish(session.pickRemainder(barcode, cause))
  }
  if (session.mayActOnLine(barcode) !== true) return
  const usual = random.chance(0.6) && !isEditor ? undefined : quantity
  note(`acts ${usual ?? ''}`, entry)
  return finish(opened.actOnEntry(entry.key, usual, cause))
}

// Completes or cancels a document.
async function step(tab: Tab, { random, bookOf, clock }: WorkParts): Promise<void> {
  const book = bookOf(tab.device)
  const opened = random.of(tab.open)
  if (!opened?.session.core.get().sheet) return
  const { session, kind } = opened
  const steps = Object.keys(kindNamed(kind).documentSteps)
  const name = random.of(steps.filter((each) => session.may(each) === true))
  if (name === undefined) return
  const cause = { id: tab.device.newId(), source: 'key' } as const
  clock.note(`${tab.name} ${cause.id} ${name} of ${kind} ${opened.number}`)
  const outcome = await session.takeStep(name, cause)
  if (outcome && !tab.dead && outcome.tone === 'ok') book.shownStep(`${cause.id}.${name}`, outcome.code)
}

// Enters the temperature of received plants.
async function header(tab: Tab, { random, bookOf, clock }: WorkParts): Promise<void> {
  const book = bookOf(tab.device)
  const opened = random.of(tab.open.filter(({ kind }) => kind === 'transfer'))
  if (!opened || opened.session.mayUpdateHeader() !== true) return
  const cause = { id: tab.device.newId(), source: 'key' } as const
  clock.note(`${tab.name} ${cause.id} temperature of ${opened.number}`)
  opened.typeField(String(random.whole(1, 9)))
  const outcome = await opened.session.updateHeader(cause)
  if (outcome && !tab.dead && outcome.tone === 'ok' && outcome.code !== 'documents.headerHere')
    book.shownStep(`${cause.id}.updateTemperature`, outcome.code)
  else show(tab, cause.id, outcome, book)
}

async function create(tab: Tab, parts: WorkParts): Promise<void> {
  const { random, documents, bookOf } = parts
  const book = bookOf(tab.device)
  const kindName = random.chance(0.6) ? 'issuance' : 'dump'
  const kind = kindNamed(kindName)
  const place = placeOf(tab, { kind: 'issuance' })
  const values = {
    ...kind.modes.inventory.form.start(place, actor, '2026-11-21'),
    ...(kindName === 'issuance'
      ? { IssueToType: 'Grower', IssueToNbr: tab.device.site.grower }
      : { AuthorizedBy: 'M. Reyes', AuthorizedDate: '2026-11-21' }),
  }
  const id = tab.device.newId()
  const created = await tab.app.create(kindName, place, values, id)
  if (tab.dead) return
  if ('number' in created && created.number !== null) {
    const known = documents.get(tab.device.name) ?? []
    if (!known.some(({ number }) => number === created.number))
      known.push({ kind: kindName, number: created.number })
  }
  if (created.type === 'refused' || created.type === 'held') book.shownFailed(id)
  if (created.type === 'created' && !isLocalNumber(created.number ?? '')) book.shownDone(id)
}

async function adjust(tab: Tab, parts: WorkParts): Promise<void> {
  const { random, bookOf } = parts
  const book = bookOf(tab.device)
  const barcode = random.of(tab.device.site.barcodes) ?? ''
  const place = placeOf(tab, { kind: 'issuance' })
  const found = await tab.app.perform(trimAdjustment.search(place, 'inventory', '', { barcode }))
  if (tab.dead || !found.ok) return
  const record: InventoryRecord | undefined = found.value.records.find(
    ({ StorageLocation }) => StorageLocation === tab.device.site.shelf,
  )
  if (!record) return
  const quantity = Math.max(1, onHand(record) + random.whole(-9, 9))
  const intent: Extract<Intent, { type: 'adjust' }> = {
    type: 'adjust',
    mode: 'inventory',
    place,
    record,
    quantity,
    reason: 'OPENING',
  }
  const id = tab.device.newId()
  const sent = await tab.app.correct(id, `${place.location} ${barcode}${tab.device.site.shelf}`, intent)
  if (!sent.ok || tab.dead) return
  const result = await sent.value.word
  if (tab.dead) return
  if (result.type === 'confirmed') book.shownDone(id)
  else book.shownFailed(id)
}
