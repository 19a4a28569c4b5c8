// Creates the warehouse that every seed starts with.
import { barcodeOf } from '#tests/support/warehouse.ts'
import { loadPageCode } from './page-code.ts'
import type { DocumentRef } from './people.ts'
import type { Start } from './run-seed.ts'
import { BARCODES, openServer } from './server.ts'

/** A server with documents to work on: issuances with lines to pick, dumps with lines, shipped transfers. */
export async function openStart(): Promise<Start> {
  const world: Start['world'] = { provider: undefined, now: Date.now() }
  const known: Readonly<Record<string, string>> = { start: 'pia.picker', judge: 'pia.picker' }
  const server = await openServer(
    (token) => known[token] ?? world.provider?.check(token)?.person,
    () => world.now,
  )
  let next = 0
  const barcodes = (n: number) => Array.from({ length: n }, () => barcodeOf(BARCODES.first + next++))
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const { status, text } = await server.serve({
      method: 'POST',
      path: `/api/${path}`,
      token: 'start',
      key: undefined,
      body: JSON.stringify(body),
    })
    if (status !== 200)
      throw new Error(`The start cannot be made: ${status} ${text} ${server.failures.join()}`)
    return JSON.parse(text)
  }
  const season = { TrimSeasonID: 'S1' }
  const issuance = async (): Promise<DocumentRef> => {
    const header = {
      ...season,
      IssueToType: 'Grower',
      IssueToNbr: 'G1',
      InventoryLocation: 'WAT',
      StorageType: 'INVENTORY',
    }
    const lines = barcodes(8).map((BarcodeID) => ({
      ID: null,
      BarcodeID,
      Status: 'RESERVED',
      OrderQty: 5,
      StorageLocation: 'A-01',
    }))
    const { TagNbr } = await post('issuance', {
      IssuanceHeader: { ...header, TagNbr: null, Status: 'RESERVED' },
      InventoryLines: lines,
    })
    return { kind: 'issuance', number: String(TagNbr) }
  }
  const dump = async (): Promise<DocumentRef> => {
    const header = {
      ...season,
      DumpWarehouse: 'WAT',
      AuthorizedBy: 'M. Reyes',
      AuthorizedDate: '2026-11-21',
      StorageType: 'INVENTORY',
      Status: 'OPEN',
    }
    const lines = barcodes(5).map((BarcodeID) => ({
      ID: null,
      BarcodeID,
      Status: 'OPEN',
      DumpQty: 3,
      ReasonCode: 'DISEASE',
      StorageLocation: 'A-01',
    }))
    const { LogNbr } = await post('dump', { DumpHeader: { ...header, LogNbr: null }, DumpLogLines: lines })
    return { kind: 'dump', number: String(LogNbr) }
  }
  const transfer = async (): Promise<DocumentRef> => {
    const start = {
      ...season,
      OriginLocationID: 'WAT',
      DestinationLocationID: 'SAL',
      ExpectedShipDate: '2026-11-21',
      ExpectedArrivalDate: '2026-11-22',
    }
    let lines: readonly object[] = barcodes(8).map((BarcodeID) => ({
      ID: null,
      BarcodeID,
      OrderQty: 5,
      PickQty: 5,
      StorageLocation: 'A-01',
    }))
    let number: string | null = null
    for (const [status, to] of [
      ['RESERVED', 'RESERVED'],
      ['RESERVED', 'PICKED'],
      ['SHIPPED', 'SHIPPED'],
    ] as const) {
      const reply: Record<string, unknown> = await post('transfers', {
        TransferHeader: { ...start, TransferNbr: number, Status: status },
        TransferLines: lines.map((line) => ({ ...line, Status: to, PickQty: 5 })),
      })
      number = String(reply['TransferNbr'])
      lines = (reply['TransferLines'] as readonly { ID: string; BarcodeID: string }[]).map(
        ({ ID, BarcodeID }) => ({ ID, BarcodeID }),
      )
    }
    return { kind: 'transfer', number: number ?? '' }
  }
  const documentRefs = [
    await issuance(),
    await issuance(),
    await issuance(),
    await dump(),
    await dump(),
    await transfer(),
    await transfer(),
  ]
  await server.keepAsStart()
  return { server, documentRefs, world, startPage: await loadPageCode() }
}
