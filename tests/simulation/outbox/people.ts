// People at work on the pages: what they do follows from what a page shows them, be it old.
import { followersOf } from '#client/outbox/following.ts'
import {
  type AppOperation,
  type Intent,
  isLocalNumber,
  laneOfDocument,
  localNumber,
} from '#client/outbox/intent.ts'
import type { Settled } from '#client/outbox/outbox.ts'
import { withOperation } from '#client/outbox/packer.ts'
import { type InventoryRecord, onHand } from '#contract/inventory.ts'
import { SECURITY_KEYS } from '#contract/security-keys.ts'
import { trimAdjustment } from '#kinds/adjustment/rules.ts'
import { type Document, emptyLine, type Line, type Place } from '#kinds/document.ts'
import { quantityOf } from '#kinds/engine.ts'
import { kindNamed } from '#kinds/index.ts'
import { fieldOf } from '#kinds/values.ts'
import { discardedWith, needsPerson } from '#outbox/index.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'
import type { Book } from './book.ts'
import type { Clock } from './clock.ts'
import type { Tab } from './device.ts'
import type { Random } from './random.ts'
import { BARCODES, SHELVES } from './server.ts'

/** A document that people work on. */
export interface Worked {
  readonly kind: 'issuance' | 'transfer' | 'dump'
  readonly number: string
}

export interface WorkParts {
  readonly clock: Clock
  readonly random: Random
  readonly book: Book
  /** The documents of each browser: those that are known to all, and its own new ones. */
  readonly documents: Map<string, Worked[]>
  /** What a person means to do on the same page once the server has taken an operation. */
  readonly afterwards: Map<string, { readonly tab: Tab; readonly goOn: () => void }>
}

const season = { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' }
const placeOf = ({ kind }: Pick<Worked, 'kind'>): Place => ({
  location: kind === 'transfer' ? 'SAL' : 'WAT',
  season,
})
const actor = { keys: new Set(SECURITY_KEYS), readOnly: false }

/** Does one thing on a page. */
export async function act(tab: Tab, parts: WorkParts): Promise<void> {
  const { random } = parts
  const what = random.weighted({ line: 14, open: 1, create: 1, adjust: 2, discard: 1, again: 1 })
  if (what === 'create') return create(tab, parts)
  if (what === 'adjust') return adjust(tab, parts)
  if (what === 'discard' || what === 'again') return decide(tab, parts, what)
  const worked = random.of(parts.documents.get(tab.device.name) ?? [])
  if (!worked) return
  return what === 'open' ? open(tab, worked) : line(tab, worked, parts)
}

/** What waits for a person is sent again, or thrown away; an operation that has not left is taken back. */
export function decide(tab: Tab, { random, book, clock }: WorkParts, what: 'discard' | 'again'): void {
  const { box } = tab
  const all = box.state().operations.filter(({ user }) => user === tab.person)
  const operation = random.of(what === 'again' ? all.filter(needsPerson) : all)
  if (!operation) return
  clock.note(`${tab.name} ${what} ${operation.id} ${operation.state}`)
  if (what === 'again') {
    book.rename(operation.id, tab.device.nextId())
    box.again(operation.id)
    return
  }
  const together = discardedWith(box.state(), operation)
  if (random.chance(0.5) ? box.discard(operation.id) : box.takeBack(operation.id)) {
    for (const each of [operation, ...together]) noteDiscarded(book, each)
  }
}

/** As an open document does with a refusal: the entry is back on its line, with what was to follow on it. */
export function takeOver(tab: Tab, { operation, word }: Settled, parts: WorkParts): void {
  const { random, book, afterwards } = parts
  if (word.type === 'confirmed') {
    const next = afterwards.get(operation.id)
    if (next?.tab !== tab) return
    afterwards.delete(operation.id)
    next.goOn()
  }
  if (word.type !== 'refused' || random.chance(0.5)) return
  const { box } = tab
  for (const each of [...followersOf(operation, box.waiting(operation.lane)), operation]) {
    if (box.discard(each.id)) noteDiscarded(book, each)
  }
}

const noteDiscarded = (book: Book, { id }: AppOperation) => {
  const deed = book.deedOf(id)
  if (deed) Object.assign(deed, { discarded: true, discardedAs: id })
}

// Reads a document from the server, and keeps it.
async function open(tab: Tab, worked: Worked): Promise<void> {
  const number = numberNow(tab, worked)
  if (isLocalNumber(number)) return
  const beganAt = performance.now()
  const read = await tab.perform(kindNamed(worked.kind).wire.detail(placeOf(worked), 'inventory', number))
  if (!tab.dead && read.ok && read.value) await tab.box.keep(read.value, beganAt)
}

const laneOf = ({ kind, number }: Worked) => laneOfDocument(kind, number)
const numberNow = (tab: Tab, worked: Worked): string => tab.box.nameOf(laneOf(worked)).split(' ').at(-1) ?? ''

async function line(tab: Tab, worked: Worked, parts: WorkParts): Promise<void> {
  const { random } = parts
  const lane = laneOf(worked)
  const kept = await tab.box.kept(lane)
  if (tab.dead) return
  if (!kept) return open(tab, worked)
  const shown = tab.box
    .waiting(lane)
    .filter(({ state }) => state !== 'refused')
    .reduce<Document>((now, operation) => withOperation(now, operation), kept.document)
  if (worked.kind !== 'transfer' && random.chance(0.08)) return takeRest(tab, shown, worked, parts)
  const meant = nextOn(shown, worked, random)
  if (!meant) return
  const more = { kind: worked.kind, mode: 'inventory', place: placeOf(worked) } as const
  const reason = worked.kind === 'dump' ? 'DISEASE' : ''
  const { step, line: on, quantity } = meant
  if (step === 'delete') return void (await append(tab, lane, { type: 'delete', line: on, ...more }, parts))
  const intent = { type: 'line', step, line: { ...on, reason }, quantity, reason, ...more } as const
  await append(tab, lane, intent, parts)
  // A line of a dump is saved, and dumped at once.
  if (step !== 'save' || tab.dead || random.chance(0.3)) return
  const saved: Line = { ...intent.line, ordered: quantity, status: 'OPEN' }
  await append(tab, lane, { ...intent, step: 'dump', line: saved }, parts)
}

// What a shelf lacks comes from the other one, as src/client/documents/session/take-rest.ts does it: the line there
// first where it is picked, the line here first where it is dumped; each after the server's word about the one before.
async function takeRest(tab: Tab, shown: Document, worked: Worked, parts: WorkParts): Promise<void> {
  const { random, afterwards } = parts
  const line = random.of(shown.lines.filter(({ status }) => status === 'RESERVED' || status === 'OPEN'))
  if (!line || quantityOf(line) < 2) return
  const shelf = SHELVES.find((each) => each !== line.storageLocation) ?? SHELVES[1]
  const here = random.whole(1, quantityOf(line) - 1)
  const rest = quantityOf(line) - here
  const there: Line = { ...emptyLine, barcode: line.barcode, storageLocation: shelf, secondShelf: true }
  const isDump = worked.kind === 'dump'
  const [first, second] = isDump ? (['save', 'dump'] as const) : (['order', 'pick'] as const)
  const reason = isDump ? 'DISEASE' : ''
  const more = { kind: worked.kind, mode: 'inventory', place: placeOf(worked), reason } as const
  const change = async (on: Line, quantity: number, goesOn: boolean): Promise<string> => {
    const status = isDump ? 'OPEN' : 'RESERVED'
    const changed: Line = { ...on, reason, ordered: quantity, status }
    const ask = { type: 'line', ...more } as const
    const id = await append(tab, laneOf(worked), { ...ask, step: first, line: on, quantity }, parts)
    if (!goesOn || tab.dead) return id
    return append(tab, laneOf(worked), { ...ask, step: second, line: changed, quantity }, parts)
  }
  const add = () => change(there, rest, isDump)
  const keep = () => change(line, here, true)
  const id = await (isDump ? keep() : add())
  if (!tab.dead) afterwards.set(id, { tab, goOn: () => void (isDump ? add() : keep()) })
}

interface Meant {
  readonly step: string
  readonly line: Line
  readonly quantity: number
}

function nextOn(shown: Document, { kind }: Worked, random: Random): Meant | undefined {
  const quantity = random.whole(1, 9)
  const fresh = () => {
    const barcode = barcodeOf(BARCODES.first + random.whole(0, BARCODES.count - 1))
    const known = shown.lines.some((each) => each.barcode === barcode)
    const storageLocation = SHELVES[random.chance(0.15) ? 1 : 0]
    return known && random.chance(0.8) ? undefined : { ...emptyLine, barcode, storageLocation }
  }
  const at = (...statuses: readonly string[]) =>
    random.of(shown.lines.filter(({ status }) => statuses.includes(status)))
  if (kind === 'transfer') {
    const line = random.chance(0.15) ? at('RECEIVED') : at('SHIPPED')
    if (!line) return undefined
    const isBack = line.status === 'RECEIVED' && random.chance(0.5)
    return { step: isBack ? 'unreceive' : 'receive', line, quantity: isBack ? 0 : quantity }
  }
  const [first, second] = kind === 'dump' ? (['save', 'dump'] as const) : (['order', 'pick'] as const)
  const what = random.weighted({ new: 3, second: 7, change: 1, delete: 1 })
  if (what === 'new' || shown.lines.length === 0) {
    const line = fresh()
    return line && { step: first, line, quantity }
  }
  const line = what === 'second' ? at('RESERVED', 'OPEN') : at('RESERVED', 'OPEN', 'PICKED')
  if (!line) return undefined
  if (what === 'delete') return { step: 'delete', line, quantity: 0 }
  const usual = random.chance(0.6) ? Math.max(1, quantityOf(line)) : quantity
  return what === 'second' ? { step: second, line, quantity: usual } : { step: first, line, quantity }
}

async function create(tab: Tab, parts: WorkParts): Promise<void> {
  const { random, documents } = parts
  const kind = kindNamed(random.chance(0.6) ? 'issuance' : 'dump')
  const place = placeOf({ kind: 'issuance' })
  const number = localNumber(random.hex(6))
  const worked = { kind: kind.kind === 'dump' ? 'dump' : 'issuance', number } as const
  const values = {
    ...kind.modes.inventory.form.start(place, actor, '2026-11-21'),
    ...(worked.kind === 'issuance'
      ? { IssueToType: 'Grower', IssueToNbr: 'G1' }
      : { AuthorizedBy: 'M. Reyes', AuthorizedDate: '2026-11-21' }),
  }
  const document: Document = {
    kind: worked.kind,
    mode: 'inventory',
    number,
    status: 'OPEN',
    header: { ...values, [fieldOf(kind.header, 'number')]: number },
    lines: [],
  }
  documents.get(tab.device.name)?.push(worked)
  const intent = { type: 'create', kind: worked.kind, mode: 'inventory', place, number, values } as const
  await append(tab, laneOf(worked), intent, parts, document)
}

async function adjust(tab: Tab, parts: WorkParts): Promise<void> {
  const { random } = parts
  const barcode = barcodeOf(BARCODES.first + random.whole(0, BARCODES.count - 1))
  const place = placeOf({ kind: 'issuance' })
  const found = await tab.perform(trimAdjustment.search(place, 'inventory', '', { barcode }))
  if (tab.dead || !found.ok) return
  const record: InventoryRecord | undefined = found.value.records.find(
    ({ StorageLocation }) => StorageLocation === 'A-01',
  )
  if (!record) return
  const quantity = Math.max(1, onHand(record) + random.whole(-9, 9))
  const intent = { type: 'adjust', mode: 'inventory', place, record, quantity, reason: 'OPENING' } as const
  await append(tab, `adjust ${barcode}A-01`, intent, parts)
}

async function append(
  tab: Tab,
  lane: string,
  intent: Intent,
  { book, clock }: WorkParts,
  document?: Document,
): Promise<string> {
  const { device, person } = tab
  const id = device.newId()
  const deed = book.begin({ id, device, person, lane, intent })
  device.follow(tab, lane)
  const what = intent.type === 'line' ? `${intent.step} ${intent.line.barcode}` : intent.type
  clock.note(`${tab.name} ${id} ${what} on ${lane}`)
  const appended = await tab.box.append({ id, user: person, lane, intent, ...(document && { document }) })
  // Who has lost the page has been told nothing.
  if (!tab.dead) book.said(deed, appended.ok ? 'saved' : appended.error)
  return id
}
