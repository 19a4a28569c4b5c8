// Another server of the specification: it ignores idempotency keys and has its own messages and formats.
import { createForeignAnswers } from '#tests/support/foreign-server/server.ts'
import type { ServerStyle } from '#tests/support/foreign-server/server-style.ts'
import type { DocumentRef } from './people.ts'
import type { Random } from './random.ts'
import type { Calling, Served } from './server.ts'

/** The base address of its calls. */
export const OTHER = 'http://other.test/wh/'

/** Its barcodes, all with stock. */
export const OTHER_BARCODES = Array.from(
  { length: 24 },
  (_, index) => `R0000001${String(index).padStart(2, '0')}`,
)

export interface OtherServer {
  /** Its documents. */
  readonly documentRefs: readonly DocumentRef[]
  readonly serve: (calling: Calling) => Served
}

// None of these formats is strict about types: a strict one requires its master data first.
const FORMS: readonly ServerStyle[] = ['defaults', 'nulls']
const LOCKED = 'Season is locked by j.doe'
// Messages that are not in the specification, sent although the change was done.
const OWN_WORDS = ['Noted', 'Stored under your name']

/**
 * Opens the other server. `isGood`: whether this token is valid. Until `isHealed` it refuses some calls, and
 * answers some in its own words.
 */
export function openOther(
  random: Random,
  isGood: (token: string) => boolean,
  isHealed: () => boolean,
): OtherServer {
  const foreign = createForeignAnswers(random.of(FORMS) ?? 'nulls', OTHER_BARCODES.map(lotOf))
  const answer = (method: string, path: string, body: string | undefined) => {
    const { pathname, searchParams } = new URL(path)
    const relative = decodeURIComponent(pathname.replace('/wh/', ''))
    return foreign(method, relative, searchParams, body === undefined ? undefined : JSON.parse(body))
  }
  const post = (name: string, body: object) => {
    const answerBody = answer('POST', OTHER + name, JSON.stringify(body)).body
    return answerBody as Readonly<Record<string, unknown>>
  }
  const season = { TrimSeasonID: 5, TrimSeasonName: 'RASP 2026' }
  const issuance = (barcodes: readonly string[]): DocumentRef => {
    const header = {
      ...season,
      TagNbr: null,
      IssueToType: 'Grower',
      IssueToNbr: 41,
      InventoryLocation: 'WH1',
      StorageType: 'INVENTORY',
      Status: 'RESERVED',
    }
    const lines = barcodes.map((BarcodeID) => ({
      ...lineOf(BarcodeID),
      Status: 'RESERVED',
      OrderQty: 5,
      UpdateQty: 5,
    }))
    const { TagNbr } = post('issuance', { IssuanceHeader: header, InventoryLines: lines })
    return { kind: 'issuance', number: String(TagNbr) }
  }
  const dump = (barcodes: readonly string[]): DocumentRef => {
    const header = {
      ...season,
      LogNbr: null,
      DumpWarehouse: 'WH1',
      AuthorizedBy: 'M. Reyes',
      AuthorizedDate: '2026-11-21',
      StorageType: 'INVENTORY',
      Status: 'OPEN',
    }
    const lines = barcodes.map((BarcodeID) => ({
      ...lineOf(BarcodeID),
      Status: 'OPEN',
      DumpQty: 5,
      ReasonCode: 'DISEASE',
    }))
    const { LogNbr } = post('dump', { DumpHeader: header, DumpLogLines: lines })
    return { kind: 'dump', number: String(LogNbr) }
  }
  const documentRefs = [
    issuance(OTHER_BARCODES.slice(0, 6)),
    issuance(OTHER_BARCODES.slice(6, 10)),
    dump(OTHER_BARCODES.slice(10, 14)),
    { kind: 'transfer', number: '20000001' } as const,
  ]
  return {
    documentRefs,
    serve: ({ method, path, token, body }) => {
      if (!isGood(token)) return served(401, { Message: 'Who is there?' })
      if (method === 'GET') {
        const { status, body: answerBody } = answer(method, path, body)
        return served(status, answerBody)
      }
      const isUnwilling = !isHealed() && random.chance(0.06)
      if (isUnwilling)
        return { ...served(random.of([200, 409, 422]) ?? 409, { Message: LOCKED }), did: false }
      const { status, body: answerBody } = answer(method, path, body)
      const isOwnWay = !isHealed() && random.chance(0.1)
      const sentBody = isOwnWay ? inWords(answerBody, random.of(OWN_WORDS) ?? '') : answerBody
      return { ...served(status, sentBody), did: status === 200 }
    },
  }
}

const served = (status: number, body: unknown): Served => ({
  status,
  headers: new Headers({ 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' }),
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

// Replaces each message of an answer.
const inWords = (answer: unknown, words: string): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value: unknown) => (name === 'Message' ? words : value))

const plants = {
  Commodity: 'RASP',
  VarietyCode: 'MAR',
  TrimType: 'BARE ROOT',
  StockType: 'COMMERCIAL',
  UOM: 'EA',
}
const lineOf = (BarcodeID: string) => ({ ID: null, BarcodeID, Qty: 5, StorageLocation: 'A-1', ...plants })
const lotOf = (BarcodeID: string, index: number) => ({
  ID: 2001 + index,
  BarcodeID,
  ...plants,
  StorageType: 'INVENTORY',
  StorageLocation: 'A-1',
  InventoryLocation: 'WH1',
  ReceivedQty: 400,
})
