import type { LineReply } from '#contract/documents.ts'
import type { DumpBody } from '#contract/dump.ts'
import type { IssuanceBody } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { type Result, succeed } from '#contract/result.ts'
import type { ReturnBody } from '#contract/return.ts'
import type { TransferBody } from '#contract/transfer.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { deleteDumpLine, saveDump } from '#server/domain/save-dump.ts'
import { deleteIssuanceLine, saveIssuance } from '#server/domain/save-issuance.ts'
import { deleteReturnLine, saveReturn } from '#server/domain/save-return.ts'
import { deleteTransferLine, saveTransfer } from '#server/domain/save-transfer.ts'

// Documents as someone at work knows them, and how each kind of them is sent: from Watsonville, to grower G1 or to Salinas, out
// of stock or out of what is kept for G1.

export interface KnownLine {
  readonly id: string
  readonly barcode: string
  readonly status: string
  readonly quantity: number
}
export interface KnownDocument {
  readonly number: string
  readonly kind: 'issuance' | 'transfer' | 'dump' | 'return'
  /** Out of grower storage; a return goes there, or is written off. */
  readonly kept: boolean
  status: string
  readonly lines: Map<string, KnownLine>
}
export type Shape = Pick<KnownDocument, 'kind' | 'kept'> & { readonly number: string | null }
type Lines = readonly object[]

const storage = (kept: boolean) => (kept ? 'GROWERSTORAGE' : 'INVENTORY')
const same = { TrimSeasonID: 'S1', Comments: '', LastChangedDateTime: null }

const issuanceBody = ({ number, kept }: Shape, Status: string, lines: Lines) =>
  ({
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
  }) as unknown as IssuanceBody

const transferBody = ({ number }: Shape, Status: string, lines: Lines) =>
  ({
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
  }) as unknown as TransferBody

const dumpBody = ({ number, kept }: Shape, Status: string, lines: Lines) =>
  ({
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
  }) as unknown as DumpBody

const returnBody = ({ number, kept }: Shape, PostStatus: string, lines: Lines) =>
  ({
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
  }) as unknown as ReturnBody

/** Creates a document (no number), or takes it or its lines to a status. */
export async function saveShape(
  ports: Ports,
  person: Person,
  shape: Shape,
  status: string,
  lines: Lines,
): Promise<Result<{ number: string; lines: readonly LineReply[] }, Problem>> {
  switch (shape.kind) {
    case 'issuance': {
      const saved = await saveIssuance(ports, person, issuanceBody(shape, status, lines))
      return saved.ok ? answer(saved.value.TagNbr, saved.value.InventoryLines) : saved
    }
    case 'transfer': {
      const saved = await saveTransfer(ports, person, transferBody(shape, status, lines))
      return saved.ok ? answer(saved.value.TransferNbr, saved.value.TransferLines) : saved
    }
    case 'dump': {
      const saved = await saveDump(ports, person, dumpBody(shape, status, lines))
      return saved.ok ? answer(saved.value.LogNbr, saved.value.InventoryLines) : saved
    }
    case 'return': {
      const saved = await saveReturn(ports, person, returnBody(shape, status, lines))
      return saved.ok ? answer(saved.value.LogNbr, saved.value.InventoryLines) : saved
    }
  }
}

const answer = (number: string | null, lines: readonly LineReply[] | null | undefined) =>
  succeed({ number: String(number), lines: lines ?? [] })

/** Deletes a line. */
export function deleteKnownLine(
  ports: Ports,
  person: Person,
  { kind, kept, number }: KnownDocument,
  { id }: KnownLine,
): Promise<Result<unknown, Problem>> {
  switch (kind) {
    case 'issuance':
      return deleteIssuanceLine(ports, person, { id, number, storageType: storage(kept) })
    case 'transfer':
      return deleteTransferLine(ports, person, id)
    case 'dump':
      return deleteDumpLine(ports, person, { id, number })
    case 'return':
      return deleteReturnLine(ports, person, { id, number })
  }
}
