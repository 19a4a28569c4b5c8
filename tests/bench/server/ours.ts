// Runs the built server as its own process on a filled database, and creates documents with lines to pick.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { prepare } from '#server/boot/prepare.mjs'
import { type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { type ServerProcess, spawnBuiltServer } from '#tests/support/server-process.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { barcodeOf, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { type OutgoingRequest, send } from './load.ts'

// The first barcode of the bench.
const first = 101
const username = 'sam.super'
const plantsEach = 1_000_000

/** A saved line of a document. */
export interface BenchLine {
  readonly id: string
  readonly tag: string
  readonly barcode: string
}

/** The measured server. */
export interface BenchServer {
  readonly port: number
  readonly pid: number
  /**
   * Creates an issuance with this number of ordered lines, beginning at the bench's barcode number `from`.
   */
  readonly document: (lines: number, from: number) => Promise<readonly BenchLine[]>
  /** A request to pick lines of one document. */
  readonly pick: (lines: readonly BenchLine[], quantity: number) => OutgoingRequest
  readonly ship: (tag: string) => OutgoingRequest
  readonly read: (tag: string) => OutgoingRequest
  readonly send: (outgoing: OutgoingRequest) => Promise<string>
  readonly close: () => Promise<void>
}

/** Fills the empty database at `place`, and runs the statements of `prepare` on it. */
export async function fill(
  place: DatabaseTarget,
  barcodes: number,
  prepare: readonly string[] = [],
): Promise<void> {
  const opened = await openDatabase(place)
  if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
  await fillWarehouse(opened.value, moreLots(first, barcodes, plantsEach))
  for (const statement of prepare) await opened.value.pool.query(statement)
  await opened.value.close()
}

/** Builds the server if it is outdated, starts it with these database settings, and signs a person in. */
export async function startOurs(settings: Readonly<Record<string, string>>): Promise<BenchServer> {
  if (!prepare({ development: true })) throw new Error('The server could not be built')
  const server: ServerProcess = spawnBuiltServer({
    ...settings,
    SEED_DEMO: 'no',
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '1000000',
    ACCESS_TOKEN_SECONDS: '86400',
  })
  const address = await server.ready
  const { accessToken }: Tokens = await signIn(address, username)
  const port = Number(new URL(address).port)
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const save = (header: object, lines: readonly object[]): OutgoingRequest => {
    return {
      method: 'POST',
      path: '/api/issuance',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        IssuanceHeader: {
          IssueToType: 'Grower',
          IssueToNbr: 'G1',
          Status: 'RESERVED',
          InventoryLocation: 'WAT',
          TrimSeasonID: 'S1',
          StorageType: 'INVENTORY',
          ...header,
        },
        InventoryLines: lines,
      }),
    }
  }
  const ask = async (outgoing: OutgoingRequest) =>
    JSON.parse(await send(agent, port, outgoing)) as Issuance['Reply'] & { TagNbr: string }
  return {
    port,
    pid: server.process.pid ?? 0,
    document: async (lines, from) => {
      const { TagNbr: tag } = await ask(save({ Status: 'OPEN' }, []))
      const ordered = Array.from({ length: lines }, (_, at) => ({
        ID: null,
        BarcodeID: barcodeOf(first + from + at),
        Status: 'RESERVED',
        OrderQty: 10,
        StorageLocation: 'A-01',
      }))
      const { InventoryLines } = await ask(save({ TagNbr: tag }, ordered))
      return InventoryLines.map(({ ID, BarcodeID }) => {
        if (ID === null) throw new Error(`${BarcodeID} was not ordered`)
        return { id: ID, tag, barcode: BarcodeID }
      })
    },
    pick: (lines, quantity) =>
      save(
        { TagNbr: lines[0]?.tag },
        lines.map(({ id, barcode }) => ({ ID: id, BarcodeID: barcode, Status: 'PICKED', PickQty: quantity })),
      ),
    ship: (tag) => save({ TagNbr: tag, Status: 'SHIPPED' }, []),
    read: (tag) => ({
      method: 'GET',
      path: `/api/issuance/${tag}?storagetype=INVENTORY`,
      headers: { authorization: headers.authorization },
      body: '',
    }),
    send: (outgoing) => send(agent, port, outgoing),
    close: async () => {
      agent.destroy()
      await server.end()
    },
  }
}
