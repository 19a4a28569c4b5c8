import fc from 'fast-check'
import type { LineReply } from '#core/wire/documents.ts'
import type { InventoryRecord } from '#core/wire/inventory.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { adjustTrim } from '#features/adjustment/server/adjust-trim.ts'
import { decideAdjustment } from '#features/adjustment/server/adjustment-requests.ts'
import type { AllPorts } from '#server/boot/ports.ts'
import type { Person } from '#server/domain/people.ts'
import { deleteKnownLine, type KnownDocument, type KnownLine, saveShape } from './known-documents.ts'

// Random steps of every kind on a few documents and plants, in any order. Some come too late or ask for
// missing plants. Each sequence calls the domain's own functions in one transaction.

const index = fc.nat({ max: 1_000_000 })
const weighted = <const Act extends string>(weight: number, act: Act) => ({
  weight,
  arbitrary: fc.constant(act),
})
export const step = fc.record({
  act: fc.oneof(
    weighted(3, 'create'),
    weighted(10, 'order'),
    weighted(2, 'reorder'),
    weighted(14, 'pick'),
    weighted(2, 'delete'),
    weighted(1, 'edit'),
    weighted(14, 'ship'),
    weighted(14, 'receive'),
    weighted(2, 'unreceive'),
    weighted(14, 'complete'),
    weighted(1, 'cancel'),
    weighted(25, 'decide'),
    weighted(4, 'adjust'),
    weighted(6, 'dump'),
    weighted(8, 'dumpAll'),
    weighted(14, 'post'),
    weighted(12, 'count'),
    weighted(14, 'recount'),
    weighted(10, 'close'),
  ),
  kind: fc.constantFrom(
    'issuance',
    'issuance',
    'transfer',
    'transfer',
    'transfer',
    'dump',
    'return',
    'count',
  ),
  /** Plants come from grower storage, or go there. */
  kept: fc.boolean(),
  document: index,
  line: index,
  barcode: index,
  /** Whole plants; sometimes 0, or more than there are. */
  quantity: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 15 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 40, 500) },
  ),
  accepts: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

// For each act: suitable kinds and statuses, and the status of the lines when they are ready.
type Kinds = readonly KnownDocument['kind'][]
const ordered: Kinds = ['issuance', 'transfer', 'dump', 'return']
const everyKind: Kinds = [...ordered, 'count']
const sent: Kinds = ['issuance', 'transfer']
const unfinished = ['OPEN', 'RESERVED']
const targetsByAct: Readonly<
  Record<
    Exclude<Step['act'], 'create' | 'decide' | 'adjust'>,
    { readonly kinds: Kinds; readonly statuses: readonly string[]; readonly lines?: readonly string[] }
  >
> = {
  order: { kinds: ordered, statuses: unfinished },
  reorder: { kinds: ordered, statuses: unfinished },
  delete: { kinds: everyKind, statuses: unfinished },
  edit: { kinds: everyKind, statuses: unfinished },
  pick: { kinds: sent, statuses: unfinished },
  ship: { kinds: sent, statuses: ['RESERVED'], lines: ['PICKED'] },
  cancel: { kinds: ['issuance', 'transfer', 'dump', 'count'], statuses: unfinished },
  receive: { kinds: ['transfer'], statuses: ['SHIPPED'] },
  unreceive: { kinds: ['transfer'], statuses: ['SHIPPED'] },
  complete: { kinds: ['transfer'], statuses: ['SHIPPED'], lines: ['RECEIVED'] },
  dump: { kinds: ['dump'], statuses: ['OPEN'] },
  dumpAll: { kinds: ['dump'], statuses: ['OPEN'], lines: ['DUMPED'] },
  post: { kinds: ['return'], statuses: ['OPEN'], lines: ['OPEN'] },
  count: { kinds: ['count'], statuses: ['OPEN'] },
  recount: { kinds: ['count'], statuses: ['OPEN'] },
  close: { kinds: ['count'], statuses: ['OPEN'], lines: ['COUNTED', 'RECOUNTED'] },
}

// A person with all rights at all locations.
const person: Person = {
  username: 'sam.super',
  keys: new Set(SECURITY_KEYS),
  locations: new Set(['WAT', 'SAL']),
  readOnly: false,
  isAdmin: true,
  rank: 1,
  maintains: { admin: true, entityAdmin: true },
}
// The person for second counts.
const secondPerson: Person = { ...person, username: 'ada.admin' }

const toQuantityEntry = ({ BarcodeID, Qty }: InventoryRecord) => [BarcodeID, Qty ?? 0] as const

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

/** The result of a step; `nothing`: there was no suitable document or line. */
export type StepOutcome = 'done' | 'refused' | 'nothing'

/** Starts work on `barcodes`. The returned function does one step and returns its result. */
export function startWork(ports: AllPorts, barcodes: readonly string[]) {
  const documents: KnownDocument[] = []
  const requests: { readonly number: string; readonly lineId: string }[] = []

  const sentLine = (
    { id, barcode, status, quantity }: KnownLine,
    to: string,
    wanted: number,
    stale: boolean,
  ) => ({
    ID: id,
    BarcodeID: barcode,
    Status: to,
    Qty: null,
    OrderQty: wanted,
    PickQty: wanted,
    ReceiveQty: wanted,
    ReceivedQty: null,
    DumpQty: wanted,
    UpdateQty: null,
    CountedQty: wanted,
    SecondQty: wanted,
    StorageLocation: '',
    ...(stale ? {} : { SeenStatus: status, SeenQty: quantity }),
  })

  const applyReplies = (known: KnownDocument, replies: readonly LineReply[]) => {
    let done = false
    for (const { ID, BarcodeID, Status, Qty, Message } of replies) {
      if (!Message.endsWith('successfully')) continue
      done = true
      known.lines.set(BarcodeID, {
        id: ID ?? '',
        barcode: BarcodeID,
        status: Status,
        quantity: Qty ?? 0,
      })
    }
    return done
  }

  /** Does a step on lines or on the whole document, and applies the answer to the known document. */
  async function change(
    known: KnownDocument,
    status: string,
    lines: readonly object[],
    after?: string,
    by = person,
  ) {
    const saved = await saveShape(ports, by, known, status, lines)
    if (!saved.ok) return 'refused'
    const done = applyReplies(known, saved.value.lines)
    const isDone = done || lines.length === 0
    if (after !== undefined && isDone) known.status = after
    else if (done && known.status === 'OPEN' && sent.includes(known.kind)) known.status = 'RESERVED'
    return isDone ? 'done' : 'refused'
  }

  async function adjust(barcode: string, { quantity, kept }: Step): Promise<StepOutcome> {
    const kind = kept ? 'grower-storage' : 'stock'
    const [now] = await ports.stock.find([barcode], { kind: kind, owner: 'WAT' })
    if (!now) return 'nothing'
    const adjusted = await adjustTrim(ports, person, {
      TransactionType: 'ADJUST',
      TransactionReason: 'OPENING',
      InventoryLocation: 'WAT',
      StorageLocation: kept ? '#GRG1' : 'A-01',
      BarcodeID: barcode,
      Qty: quantity * (kept ? 2 : 4),
      Status: '',
      SourceLoc: '',
      DestinationLoc: '',
      StorageType: kept ? 'GROWERSTORAGE' : 'INVENTORY',
      TrimSeason: 'S1',
      LastChangedBy: '',
      LastChangedDateTime: null,
    })
    return adjusted.ok && /processed/.test(adjusted.value.Message) ? 'done' : 'refused'
  }

  async function decide(next: Step): Promise<StepOutcome> {
    const wanted = pick(requests, next.document)
    if (!wanted) return 'nothing'
    const decided = await decideAdjustment(ports, person, {
      Adjustment: {
        RequestID: wanted.number,
        Status: 'OPEN',
        TrimSeason: 'S1',
        LastChangedDateTime: null,
      },
      AdjustmentLine: {
        LineID: wanted.lineId,
        BarcodeID: '',
        Status: next.accepts ? 'ACCEPT' : 'REJECT',
      },
    })
    if (!decided.ok || !/processed/.test(decided.value.Message)) return 'refused'
    // Some stay on the list, so that others decide on them too late.
    if (next.line % 3 > 0) requests.splice(requests.indexOf(wanted), 1)
    return 'done'
  }

  async function create({ kind, kept }: Step): Promise<StepOutcome> {
    const created = await saveShape(ports, person, { kind, kept, number: null }, 'OPEN', [])
    if (!created.ok) return 'refused'
    documents.push({ number: created.value.number, kind, kept, status: 'OPEN', lines: new Map() })
    return 'done'
  }

  /** Usually a document that is ready for the step; sometimes one that is too early or too late for it. */
  function choose(act: keyof typeof targetsByAct, next: Step): KnownDocument | undefined {
    const { kinds, statuses, lines } = targetsByAct[act]
    const ofKind = documents.filter(({ kind }) => kinds.includes(kind))
    const matching = ofKind.filter(({ status }) => statuses.includes(status))
    const ready = matching.filter(
      (known) =>
        lines !== undefined &&
        known.lines.size > 0 &&
        [...known.lines.values()].every(({ status }) => lines.includes(status)),
    )
    if (lines !== undefined && next.line % 5 > 0) return pick(ready, next.document)
    return pick(next.line % 8 > 0 && matching.length > 0 ? matching : ofKind, next.document)
  }

  /** A barcode that can be added. For a return: one that was shipped to the grower. */
  function findAddableBarcode({ kind, lines }: KnownDocument, { barcode }: Step): string | undefined {
    const shipped = documents.filter((known) => known.kind === 'issuance' && known.status === 'SHIPPED')
    const candidates = kind === 'return' ? shipped.flatMap((known) => [...known.lines.keys()]) : barcodes
    return pick(
      candidates.filter((each) => !lines.has(each)),
      barcode,
    )
  }

  /** Simulates the count of a shelf: quantities near the booked ones, one of them far off. */
  async function countShelf({ quantity, barcode }: Step): Promise<ReadonlyMap<string, number>> {
    const { records } = await ports.stock.search({
      location: 'WAT',
      commodity: 'STRAW',
      storageType: 'INVENTORY',
      place: 'A-01',
    })
    const quantities = new Map([
      ...barcodes.map((each) => [each, 0] as const),
      ...records.map(toQuantityEntry),
    ])
    const farOffBarcode = pick(barcodes, barcode)
    const deviation = (each: string) => (quantity - 8) * (each === farOffBarcode ? 3 : 1)
    return new Map([...quantities].map(([each, qty]) => [each, Math.max(0, qty + deviation(each))]))
  }

  async function count(known: KnownDocument, next: Step, stale: boolean): Promise<StepOutcome> {
    const counted = await countShelf(next)
    const one = pick(barcodes, next.barcode) ?? ''
    const wanted =
      next.line % 4 === 0 ? [one] : [...counted.keys()].filter((barcode) => !known.lines.has(barcode))
    const lines = wanted.map((barcode) => {
      const line = known.lines.get(barcode)
      const first = { id: '', barcode, status: '', quantity: 0 }
      const sent = sentLine(line ?? first, 'COUNTED', counted.get(barcode) ?? 0, stale || !line)
      return line ? sent : { ...sent, ID: null }
    })
    return lines.length > 0 ? change(known, 'OPEN', lines) : 'nothing'
  }

  async function recount(known: KnownDocument, next: Step, stale: boolean): Promise<StepOutcome> {
    const lines = [...known.lines.values()]
    const open = lines.filter(({ status }) => status === 'RECOUNT')
    const line = pick(open.length > 0 ? open : lines, next.line)
    if (!line) return 'nothing'
    const counted = await countShelf(next)
    // Half of them confirm the booked quantity, the others the first count.
    const quantity = next.accepts ? (counted.get(line.barcode) ?? 0) : line.quantity
    const by = next.line % 4 === 0 ? person : secondPerson
    return change(known, 'OPEN', [sentLine(line, 'RECOUNTED', quantity, stale)], undefined, by)
  }

  return async (next: Step): Promise<StepOutcome> => {
    const barcode = pick(barcodes, next.barcode) ?? ''
    const { act, quantity } = next
    if (act === 'adjust') return adjust(barcode, next)
    if (act === 'decide') return decide(next)
    if (act === 'create' || documents.length === 0) return create(next)
    const known = choose(act, next)
    if (!known) return 'nothing'
    const lines = [...known.lines.values()]
    const line = pick(lines, next.line)
    const stale = next.line % 5 === 0
    /** All lines, or with every third quantity only one line with that quantity. */
    const chooseLines = (to: string, others: (each: KnownLine) => number) =>
      line && quantity % 3 === 0
        ? [sentLine(line, to, quantity, stale)]
        : lines.map((each) => sentLine(each, to, others(each), stale))
    const open = sent.includes(known.kind) ? 'RESERVED' : 'OPEN'
    switch (act) {
      case 'edit':
        return change(known, known.status, [])
      case 'order': {
        const wanted = next.line % 6 > 0 ? findAddableBarcode(known, next) : undefined
        const added = sentLine(
          { id: '', barcode: wanted ?? barcode, status: '', quantity: 0 },
          open,
          quantity,
          true,
        )
        return change(known, open, [{ ...added, ID: null }])
      }
      case 'reorder':
        return line ? change(known, open, [sentLine(line, open, quantity, stale)]) : 'nothing'
      case 'pick': {
        // Pickers pick the lines that they see; sometimes one line with another quantity than was ordered.
        const picked = chooseLines('PICKED', (each) => each.quantity)
        return picked.length > 0 ? change(known, 'RESERVED', picked) : 'nothing'
      }
      case 'receive': {
        const received = chooseLines('RECEIVED', (each) => Math.max(0, each.quantity + (next.line % 3) - 1))
        return received.length > 0 ? change(known, 'SHIPPED', received) : 'nothing'
      }
      case 'dump': {
        const dumped = chooseLines('DUMPED', (each) => each.quantity)
        return dumped.length > 0 ? change(known, 'OPEN', dumped) : 'nothing'
      }
      case 'unreceive':
        return line ? change(known, 'SHIPPED', [sentLine(line, 'SHIPPED', 0, stale)]) : 'nothing'
      case 'ship':
        return end(known, 'SHIPPED', stale)
      case 'dumpAll':
        return end(known, 'DUMPED', stale)
      case 'post':
        return end(known, 'POSTED', stale)
      case 'complete': {
        const outcome = await end(known, 'RECEIVED', stale)
        if (outcome === 'done') await readRequest(known.number)
        return outcome
      }
      case 'count':
        return count(known, next, stale)
      case 'recount':
        return recount(known, next, stale)
      case 'close': {
        const outcome = await end(known, 'CLOSED', stale)
        if (outcome === 'done') await readRequest(known.number)
        return outcome
      }
      case 'cancel':
        return change(known, 'CANCELLED', [], 'CANCELLED')
      case 'delete': {
        if (!line) return 'nothing'
        const deleted = await deleteKnownLine(ports, person, known, line)
        if (!deleted.ok) return 'refused'
        known.lines.delete(line.barcode)
        if (known.lines.size === 0) known.status = 'OPEN'
        return 'done'
      }
    }
  }

  /** Completes the whole document with its known lines. */
  function end(known: KnownDocument, to: string, stale: boolean) {
    const lines = [...known.lines.values()].map((each) => sentLine(each, to, each.quantity, stale))
    return change(known, to, lines, to)
  }

  async function readRequest(number: string) {
    const open = await ports.requests.list({ origin: 'WAT', statuses: ['OPEN'] })
    const own = open.find(({ TransferNbr, OfNbr }) => (OfNbr || TransferNbr) === number)
    const found = own && (await ports.requests.find(own.RequestID))
    for (const line of found?.document.lines ?? []) {
      requests.push({ number: found?.document.number ?? '', lineId: line.id ?? '' })
    }
  }
}
