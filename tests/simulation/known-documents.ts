import { kinds } from '#core/kinds/index.ts'
import type { LineReply } from '#core/wire/documents.ts'
import type { Problem } from '#core/wire/problem.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { deleteDocumentLine, saveBody } from '#documents/server/documents.ts'
import type { AllPorts } from '#server/boot/ports.ts'
import type { Person } from '#server/domain/people.ts'

// Documents as a worker last read them, and how each kind is sent. All are from Watsonville, to grower G1 or
// to Salinas, out of inventory or out of the storage of G1. Counts cover shelf A-01.

export interface KnownLine {
  readonly id: string
  readonly barcode: string
  readonly status: string
  readonly quantity: number
}
export interface KnownDocument {
  readonly number: string
  readonly kind: 'issuance' | 'transfer' | 'dump' | 'return' | 'count'
  /** Uses grower storage. A return goes there instead of being written off; a count is not blind. */
  readonly kept: boolean
  status: string
  readonly lines: Map<string, KnownLine>
}
export type Shape = Pick<KnownDocument, 'kind' | 'kept'> & { readonly number: string | null }
type Lines = readonly object[]

const storage = (kept: boolean) => (kept ? 'GROWERSTORAGE' : 'INVENTORY')
const same = { TrimSeasonID: 'S1', Comments: '', LastChangedDateTime: null }

const issuanceBody = ({ number, kept }: Shape, Status: string, lines: Lines) => ({
  IssuanceHeader: {
    ...same,
    TagNbr: number,
    IssueToType: 'Grower',
    IssueToNbr: 'G1',
    Status,
    InventoryLocation: 'WAT',
    StorageType: storage(kept),
    IssueDate: null,
    ReferenceNbr: '',
  },
  InventoryLines: lines,
})

const transferBody = ({ number }: Shape, Status: string, lines: Lines) => ({
  TransferHeader: {
    ...same,
    TransferNbr: number,
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
  },
  TransferLines: lines,
})

const dumpBody = ({ number, kept }: Shape, Status: string, lines: Lines) => ({
  DumpHeader: {
    ...same,
    LogNbr: number,
    Status,
    AuthorizedBy: 'M. Reyes',
    AuthorizedDate: '2026-11-21',
    DumpWarehouse: 'WAT',
    StorageType: storage(kept),
  },
  DumpLogLines: lines.map((line) => ({
    Key: '',
    ...line,
    ReasonCode: 'DISEASE',
    StorageLocation: kept ? '#GRG1' : '',
  })),
})

const returnBody = ({ number, kept }: Shape, PostStatus: string, lines: Lines) => ({
  ReturnHeader: {
    ...same,
    LogNbr: number,
    RefNbr: '',
    ReturnedFromNbr: 'G1',
    ReturnedFromType: 'Grower',
    ReturnWarehouse: 'WAT',
    InventoryEffect: kept ? 'GROWERSTORAGE' : 'DUMP',
    ReturnedDate: null,
    ReturnedBy: '',
    PostStatus,
  },
  ReturnLogLines: lines.map((line) => ({ ...line, ReasonCode: kept ? 'UNSOLD' : 'DISEASE' })),
})

const countBody = ({ number, kept }: Shape, Status: string, lines: Lines) => ({
  CountHeader: {
    ...same,
    CountNbr: number,
    InventoryLocation: 'WAT',
    Scope: 'SHELF',
    Shelf: 'A-01',
    Blind: kept ? 'NO' : 'YES',
    ReasonCode: 'UNSOLD',
    ReferenceNbr: '',
    Status,
  },
  CountLines: lines,
})

const bodies = {
  issuance: issuanceBody,
  transfer: transferBody,
  dump: dumpBody,
  return: returnBody,
  count: countBody,
}

/** Creates a document (no number), or changes the status of a document or of its lines. */
export async function saveShape(
  ports: AllPorts,
  person: Person,
  shape: Shape,
  status: string,
  lines: Lines,
): Promise<Result<{ number: string; lines: readonly LineReply[] }, Problem>> {
  const kind = kinds[shape.kind]
  const saved = await saveBody(ports, person, kind, bodies[shape.kind](shape, status, lines))
  if (!saved.ok) return saved
  const { [kind.names.number]: number, [kind.names.replied]: replied } = saved.value
  return succeed({ number: String(number), lines: replied as readonly LineReply[] })
}

/** Deletes a line by the identifiers that its kind of document uses. */
export function deleteKnownLine(
  ports: AllPorts,
  person: Person,
  { kind, kept, number }: KnownDocument,
  { id }: KnownLine,
): Promise<Result<unknown, Problem>> {
  return deleteDocumentLine(ports, person, kinds[kind], {
    id,
    ...(kind !== 'transfer' && { number }),
    ...(kind === 'issuance' && { storageType: storage(kept) }),
  })
}
