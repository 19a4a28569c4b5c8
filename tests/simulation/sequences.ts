import fc from 'fast-check'
import type { LineReply } from '#contract/documents.ts'
import type { IssuanceBody } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import type { Result } from '#contract/result.ts'
import { SECURITY_KEYS } from '#contract/security-keys.ts'
import type { TransferBody } from '#contract/transfer.ts'
import { adjustTrim } from '#server/domain/adjust-trim.ts'
import { decideAdjustment } from '#server/domain/adjustment-requests.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { deleteIssuanceLine, saveIssuance } from '#server/domain/save-issuance.ts'
import { deleteTransferLine, saveTransfer } from '#server/domain/save-transfer.ts'

// Random work on a few documents and a few plants: every step of every kind, in any order, also on documents whose time is over
// and with quantities that are not there. The domain's own functions do it, in one transaction a sequence.

const index = fc.nat({ max: 1_000_000 })
const weighted = <const Act extends string>(weight: number, act: Act) => ({
  weight,
  arbitrary: fc.constant(act),
})
export const step = fc.record({
  act: fc.oneof(
    weighted(3, 'create'),
    weighted(10, 'order'),
    weighted(3, 'reorder'),
    weighted(10, 'pick'),
    weighted(3, 'delete'),
    weighted(1, 'edit'),
    weighted(5, 'ship'),
    weighted(8, 'receive'),
    weighted(2, 'unreceive'),
    weighted(5, 'complete'),
    weighted(2, 'cancel'),
    weighted(10, 'decide'),
    weighted(3, 'adjust'),
  ),
  kind: fc.constantFrom('issuance', 'transfer', 'transfer'),
  document: index,
  line: index,
  barcode: index,
  /** Whole plants; now and then none, or more than there are. */
  quantity: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 15 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 40, 500) },
  ),
  accepts: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface KnownLine {
  readonly id: string
  readonly barcode: string
  readonly status: string
  readonly quantity: number
}
interface KnownDocument {
  readonly number: string
  readonly kind: 'issuance' | 'transfer'
  status: string
  readonly lines: Map<string, KnownLine>
}

/** Someone who may do everything everywhere. */
const person: Person = {
  username: 'sam.super',
  keys: new Set(SECURITY_KEYS),
  locations: new Set(['WAT', 'SAL']),
  readOnly: false,
  isAdmin: true,
  keeps: { admin: true, entityAdmin: true },
}

const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

/** What came of a step; `nothing` where there was nothing to do it to. */
export type StepOutcome = 'done' | 'refused' | 'nothing'

/** Work on `barcodes`, one step after the other; each step answers what came of it. */
export function startWork(ports: Ports, barcodes: readonly string[]) {
  const documents: KnownDocument[] = []
  const requests: { readonly number: string; readonly lineId: string }[] = []

  const issuanceBody = (known: KnownDocument | null, Status: string, lines: readonly object[]) =>
    ({
      IssuanceHeader: {
        TagNbr: known?.number ?? null,
        IssueToType: 'Grower',
        IssueToNbr: 'G1',
        Status,
        InventoryLocation: 'WAT',
        TrimSeasonID: 'S1',
        StorageType: 'INVENTORY',
        IssueDate: null,
        ReferenceNbr: '',
        Comments: '',
        LastChangedDateTime: null,
      },
      InventoryLines: lines,
    }) as unknown as IssuanceBody
  const transferBody = (known: KnownDocument | null, Status: string, lines: readonly object[]) =>
    ({
      TransferHeader: {
        TransferNbr: known?.number ?? null,
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        ExpectedShipDate: '2026-11-21',
        ExpectedArrivalDate: '2026-11-22',
        ShipPlantTemperature: '',
        ReceiptPlantTemperature: '-1',
        ReferenceNbr: '',
        CarrierName: '',
        TruckID: '',
        Status,
        TrimSeasonID: 'S1',
        LastChangedDateTime: null,
      },
      TransferLines: lines,
    }) as unknown as TransferBody

  async function save(
    kind: KnownDocument['kind'],
    known: KnownDocument | null,
    status: string,
    lines: readonly object[],
  ): Promise<Result<{ number: string; lines: readonly LineReply[] }, Problem>> {
    if (kind === 'issuance') {
      const saved = await saveIssuance(ports, person, issuanceBody(known, status, lines))
      if (!saved.ok) return saved
      return {
        ok: true,
        value: {
          number: String(saved.value.TagNbr),
          lines: saved.value.InventoryLines ?? [],
        },
      }
    }
    const saved = await saveTransfer(ports, person, transferBody(known, status, lines))
    if (!saved.ok) return saved
    return {
      ok: true,
      value: {
        number: String(saved.value.TransferNbr),
        lines: saved.value.TransferLines ?? [],
      },
    }
  }

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
    UpdateQty: null,
    StorageLocation: '',
    ...(stale ? {} : { SeenStatus: status, SeenQty: quantity }),
  })

  const note = (known: KnownDocument, replies: readonly LineReply[]) => {
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

  /** Takes a step on lines or on the whole document, and learns from the answer. */
  async function change(known: KnownDocument, status: string, lines: readonly object[], after?: string) {
    const saved = await save(known.kind, known, status, lines)
    if (!saved.ok) return 'refused'
    const done = note(known, saved.value.lines)
    if (after !== undefined) known.status = after
    else if (done && known.status === 'OPEN') known.status = 'RESERVED'
    return done || lines.length === 0 ? 'done' : 'refused'
  }

  return async (next: Step): Promise<StepOutcome> => {
    const barcode = pick(barcodes, next.barcode) ?? ''
    const { act, quantity } = next
    const lineOf = (known: KnownDocument) => pick([...known.lines.values()], next.line)
    /** Mostly a document that the step fits, now and then any. */
    const among = (...statuses: readonly string[]) => {
      const fitting = documents.filter(({ status }) => statuses.includes(status))
      return pick(next.line % 8 > 0 && fitting.length > 0 ? fitting : documents, next.document)
    }
    if (act === 'adjust') {
      const now = (await ports.stock.find([barcode], { kind: 'stock', location: 'WAT' }))[0]
      if (!now) return 'nothing'
      const adjusted = await adjustTrim(ports, person, {
        TransactionType: 'ADJUST',
        TransactionReason: 'OPENING',
        InventoryLocation: 'WAT',
        StorageLocation: 'A-01',
        BarcodeID: barcode,
        Qty: quantity * 4,
        Status: '',
        SourceLoc: '',
        DestinationLoc: '',
        StorageType: 'INVENTORY',
        TrimSeason: 'S1',
        LastChangedBy: '',
        LastChangedDateTime: null,
      })
      return adjusted.ok && /processed/.test(adjusted.value.Message) ? 'done' : 'refused'
    }
    if (act === 'decide') {
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
      // Now and then it stays on the list, for somebody to come too late to.
      if (next.line % 3 > 0) requests.splice(requests.indexOf(wanted), 1)
      return 'done'
    }
    if (act === 'create' || documents.length === 0) {
      const created = await save(next.kind, null, 'OPEN', [])
      if (!created.ok) return 'refused'
      documents.push({
        number: created.value.number,
        kind: next.kind,
        status: 'OPEN',
        lines: new Map(),
      })
      return 'done'
    }
    const onItsWay = ['receive', 'unreceive', 'complete'].includes(act)
    const isAll = (status: string) => (document: KnownDocument) =>
      document.lines.size > 0 && [...document.lines.values()].every((each) => each.status === status)
    const ready =
      act === 'ship'
        ? documents.filter(isAll('PICKED')).filter(({ status }) => status === 'RESERVED')
        : act === 'complete'
          ? documents.filter(isAll('RECEIVED')).filter(({ status }) => status === 'SHIPPED')
          : []
    const fitting = onItsWay ? among('SHIPPED') : among('OPEN', 'RESERVED')
    const known = (next.line % 4 > 0 ? pick(ready, next.document) : undefined) ?? fitting
    if (!known || (onItsWay && known.kind === 'issuance')) return 'nothing'
    const line = lineOf(known)
    const lines = [...known.lines.values()]
    const stale = next.line % 5 === 0
    switch (act) {
      case 'edit':
        return change(known, known.status, [])
      case 'order':
        return change(known, 'RESERVED', [
          {
            ...sentLine({ id: '', barcode, status: '', quantity: 0 }, 'RESERVED', quantity, true),
            ID: null,
          },
        ])
      case 'reorder':
        return line ? change(known, 'RESERVED', [sentLine(line, 'RESERVED', quantity, stale)]) : 'nothing'
      case 'pick': {
        // Pickers work through what they see; now and then one line, with another quantity than was ordered.
        const picked =
          line && quantity % 3 === 0
            ? [sentLine(line, 'PICKED', quantity, stale)]
            : lines.map((each) => sentLine(each, 'PICKED', each.quantity, stale))
        return picked.length > 0 ? change(known, 'RESERVED', picked) : 'nothing'
      }
      case 'receive': {
        const received =
          line && quantity % 3 === 0
            ? [sentLine(line, 'RECEIVED', quantity, stale)]
            : lines.map((each) =>
                sentLine(each, 'RECEIVED', Math.max(0, each.quantity + (next.line % 3) - 1), stale),
              )
        return received.length > 0 ? change(known, 'SHIPPED', received) : 'nothing'
      }
      case 'unreceive':
        return line ? change(known, 'SHIPPED', [sentLine(line, 'SHIPPED', 0, stale)]) : 'nothing'
      case 'ship':
        return change(
          known,
          'SHIPPED',
          lines.map((each) => sentLine(each, 'SHIPPED', 0, stale)),
          'SHIPPED',
        )
      case 'complete': {
        if (known.kind === 'issuance') return 'nothing'
        const sent = lines.map((each) => sentLine(each, 'RECEIVED', 0, stale))
        const outcome = await change(known, 'RECEIVED', sent, 'RECEIVED')
        if (outcome === 'done') await learnRequest(known.number)
        return outcome
      }
      case 'cancel':
        return change(known, 'CANCELLED', [], 'CANCELLED')
      case 'delete': {
        if (!line) return 'nothing'
        const deleted =
          known.kind === 'issuance'
            ? await deleteIssuanceLine(ports, person, {
                id: line.id,
                number: known.number,
                storageType: 'INVENTORY',
              })
            : await deleteTransferLine(ports, person, line.id)
        if (!deleted.ok) return 'refused'
        known.lines.delete(line.barcode)
        if (known.lines.size === 0) known.status = 'OPEN'
        return 'done'
      }
    }
  }

  async function learnRequest(transferNumber: string) {
    const open = await ports.requests.list({ origin: 'WAT', statuses: ['OPEN'] })
    const own = open.find(({ TransferNbr }) => TransferNbr === transferNumber)
    const found = own && (await ports.requests.find(own.RequestID))
    for (const line of found?.document.lines ?? []) {
      requests.push({ number: found?.document.number ?? '', lineId: line.id ?? '' })
    }
  }
}
