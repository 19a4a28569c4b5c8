// Rounds of work of every kind. Each request depends on the answers before it.

interface Line {
  readonly ID: string | null
  readonly BarcodeID: string
}
export interface Answered {
  readonly Message?: string
  readonly TagNbr?: string
  readonly TransferNbr?: string
  readonly LogNbr?: string
  readonly CountNbr?: string
  readonly InventoryLines?: readonly Line[]
  readonly TransferLines?: readonly Line[]
  readonly CountLines?: readonly Line[]
}

export const roundKinds = ['issuance', 'transfer', 'dump', 'return', 'count', 'adjustment'] as const
export type RoundKind = (typeof roundKinds)[number]

/** A request that is about to be sent. */
export interface Asked {
  readonly kind: RoundKind
  readonly step: string
  /** The document's number, once there is one. */
  readonly number: string | null
  /** The status of its lines after the step; for an adjustment the quantity. */
  readonly to: string
  /** The status of its header after the step. */
  readonly status: string
  readonly path: string
  readonly body: object
}

type Ask = (asked: Asked) => Promise<Answered>
interface Shape {
  readonly path: string
  readonly header: string
  readonly lines: string
  readonly number: 'TagNbr' | 'TransferNbr' | 'LogNbr' | 'CountNbr'
  readonly status: string
  readonly start: object
  readonly startLine: object
}

const season = { TrimSeasonID: 'S1' }
const shapes: Readonly<Record<Exclude<RoundKind, 'adjustment'>, Shape>> = {
  issuance: {
    path: 'issuance',
    header: 'IssuanceHeader',
    lines: 'InventoryLines',
    number: 'TagNbr',
    status: 'Status',
    start: { ...season, IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT' },
    startLine: { OrderQty: 2, StorageLocation: 'A-01' },
  },
  transfer: {
    path: 'transfers',
    header: 'TransferHeader',
    lines: 'TransferLines',
    number: 'TransferNbr',
    status: 'Status',
    start: {
      ...season,
      OriginLocationID: 'WAT',
      DestinationLocationID: 'SAL',
      ExpectedShipDate: '2026-11-21',
      ExpectedArrivalDate: '2026-11-22',
    },
    startLine: { OrderQty: 2, StorageLocation: 'A-01' },
  },
  dump: {
    path: 'dump',
    header: 'DumpHeader',
    lines: 'DumpLogLines',
    number: 'LogNbr',
    status: 'Status',
    start: { ...season, DumpWarehouse: 'WAT', AuthorizedBy: 'M. Reyes', AuthorizedDate: '2026-11-21' },
    startLine: { DumpQty: 1, ReasonCode: 'DISEASE', StorageLocation: 'A-01' },
  },
  return: {
    path: 'return',
    header: 'ReturnHeader',
    lines: 'ReturnLogLines',
    number: 'LogNbr',
    status: 'PostStatus',
    start: { ...season, ReturnWarehouse: 'WAT', ReturnedFromNbr: 'G1', InventoryEffect: 'GROWERSTORAGE' },
    startLine: { OrderQty: 1, ReasonCode: 'UNSOLD' },
  },
  count: {
    path: 'count',
    header: 'CountHeader',
    lines: 'CountLines',
    number: 'CountNbr',
    status: 'Status',
    start: { ...season, InventoryLocation: 'WAT', Scope: 'SHELF', Blind: 'YES', ReasonCode: 'UNSOLD' },
    startLine: {},
  },
}

// The steps of each kind: name, status of the header, status of the lines, other fields of the lines.
const steps: Readonly<Record<keyof typeof shapes, readonly (readonly [string, string, string, object?])[]>> =
  {
    issuance: [
      ['create', 'RESERVED', 'RESERVED'],
      ['pick', 'RESERVED', 'PICKED', { PickQty: 1 }],
      ['ship', 'SHIPPED', 'SHIPPED'],
    ],
    transfer: [
      ['create', 'RESERVED', 'RESERVED'],
      ['pick', 'RESERVED', 'PICKED', { PickQty: 1 }],
      ['ship', 'SHIPPED', 'SHIPPED'],
      ['receive', 'SHIPPED', 'RECEIVED', { ReceiveQty: 1 }],
      ['complete', 'RECEIVED', 'RECEIVED'],
    ],
    dump: [
      ['create', 'OPEN', 'OPEN'],
      ['dump', 'OPEN', 'DUMPED', { DumpQty: 1, ReasonCode: 'DISEASE' }],
      ['complete', 'DUMPED', 'DUMPED', { ReasonCode: 'DISEASE' }],
    ],
    return: [
      ['create', 'OPEN', 'OPEN'],
      ['post', 'POSTED', 'POSTED', { ReasonCode: 'UNSOLD' }],
    ],
    count: [
      ['create', 'OPEN', 'COUNTED'],
      ['close', 'CLOSED', 'CLOSED'],
    ],
  }

/** The shelf that a round counts. It holds only the round's own plants. */
export function shelfOf(barcode: string): string {
  return `K-${barcode}`
}
/** The counted quantity in whole plants: 9 different values, close to each other. */
export function foundBy(count: number): number {
  return 1_000 + (count % 9)
}

/**
 * Creates a document with two lines and takes it to its end, one plant of each barcode; or makes one
 * adjustment.
 */
export async function workRound(
  ask: Ask,
  kind: RoundKind,
  barcodes: readonly string[],
  count: number,
): Promise<void> {
  if (kind === 'adjustment') {
    const body = {
      TransactionType: 'ADJUST',
      TransactionReason: 'OPENING',
      InventoryLocation: 'SAL',
      StorageLocation: 'C-01',
      BarcodeID: barcodes[0],
      Qty: count,
      TrimSeason: 'S1',
    }
    await ask({
      kind,
      step: 'adjust',
      number: null,
      to: String(count),
      status: '',
      path: 'plantinventory',
      body,
    })
    return
  }
  const shape = shapes[kind]
  const shelf = kind === 'count' ? { Shelf: shelfOf(barcodes[0] ?? '') } : {}
  const found = kind === 'count' ? { CountedQty: foundBy(count) } : {}
  let number: string | null = null
  let lines: readonly Line[] = []
  for (const [step, status, to, lineFields] of steps[kind]) {
    const header = { ...shape.start, ...shelf, [shape.status]: status, [shape.number]: number }
    const sent =
      number === null
        ? barcodes.map((BarcodeID) => ({ BarcodeID, Status: to, ...shape.startLine, ...found }))
        : lines.map((line) => ({ ...line, Status: to, ...lineFields }))
    const body = { [shape.header]: header, [shape.lines]: sent }
    const answer = await ask({ kind, step, number, to, status, path: shape.path, body })
    if (number === null) {
      number = answer[shape.number] ?? null
      lines = (answer.InventoryLines ?? answer.TransferLines ?? answer.CountLines ?? []).map(
        ({ ID, BarcodeID }) => ({
          ID,
          BarcodeID,
        }),
      )
    }
  }
}

/** The number of the document that an answer is about. */
export function answeredNumber(kind: RoundKind, answer: Answered | undefined): string | null {
  return kind === 'adjustment' ? null : (answer?.[shapes[kind].number] ?? null)
}
