// Measures one size of the ledger: response times, exports, checks and bytes on disk.
import { type Database, openDatabase } from '#server/database/database.ts'
import { verifyChains } from '#server/database/verify-chains.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { databaseProcess } from '../server/cpu.ts'
import { type OutgoingRequest, sum, turn } from '../server/load.ts'
import { type BenchServer, startOurs } from '../server/ours.ts'
import { fillLedger, lotBarcode, lotLocation, movementsOfLot } from './fill.ts'
import { comparePartitions, type Partitions } from './partitions.ts'
import { readSizes, type Sizes, vacuumSeconds } from './sizes.ts'

/** Milliseconds of an answer: median and 99th percentile, and CPU time of server and database together. */
export interface Times {
  readonly p50: number
  readonly p99: number
  readonly cpu: number
}

/** The results of one size. */
export interface Measured {
  readonly movements: number
  readonly lots: number
  readonly fillSeconds: number
  readonly sizes: Sizes
  /** By the name of the request. */
  readonly times: Readonly<Record<string, Times>>
  readonly exportRowsASecond: number
  /** Undefined: not measured. */
  readonly verifyMovementsASecond: number | undefined
  readonly vacuumSeconds: number
  /** Undefined: not measured. */
  readonly partitions: Partitions | undefined
  readonly restartSeconds: number
}

const secondsOfTurn = 4
const lines = 200
// A longer ledger is neither copied nor verified: the check goes from lot to lot at the same speed.
const maxPartitionedMovements = 1_000_000
const maxVerifiedMovements = 1_000_000
// Number of rows that are read of an export: the other rows come at the same speed.
const exportedRows = 200_000

/** Creates a database with this many movements on the server at `url`, measures it, and drops it. */
export async function measure(
  url: string,
  movements: number,
  report: (step: string) => void,
): Promise<Measured> {
  const testDatabase = await createTestDatabase(url)
  try {
    const opened = await openDatabase({ kind: 'postgres', url: testDatabase.url })
    if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
    const database = opened.value
    try {
      return await measureIn(database, testDatabase.url, movements, report)
    } finally {
      await database.close()
    }
  } finally {
    await testDatabase.drop()
  }
}

async function measureIn(
  database: Database,
  url: string,
  movements: number,
  report: (step: string) => void,
): Promise<Measured> {
  const lots = movements / movementsOfLot
  let began = performance.now()
  const seconds = () => {
    const taken = (performance.now() - began) / 1000
    began = performance.now()
    return taken
  }
  await fillWarehouse(database, moreLots(101, lines, 1_000_000))
  await fillLedger(url, movements, report)
  const fillSeconds = seconds()

  report('restart')
  seconds()
  const server = await startOurs({ DATABASE_URL: url })
  const restartSeconds = seconds()
  try {
    const times = await measureAnswers(server, await databaseProcess(url), lots, report)
    report('export')
    const exportRowsASecond = await exportPace(server, movements)
    report('verify')
    const verifyMovementsASecond =
      movements > maxVerifiedMovements ? undefined : await verifyPace(database, movements)
    const sizes = await readSizes(database.pool)
    report('partitions')
    const partitions =
      movements > maxPartitionedMovements
        ? undefined
        : await comparePartitions(url, (round) => lotBarcode((round * 7919) % lots))
    report('vacuum')
    return {
      movements,
      lots,
      fillSeconds,
      sizes,
      partitions,
      times,
      exportRowsASecond,
      verifyMovementsASecond,
      vacuumSeconds: await vacuumSeconds(url),
      restartSeconds,
    }
  } finally {
    await server.close()
  }
}

async function measureAnswers(
  server: BenchServer,
  databasePid: number,
  lots: number,
  report: (step: string) => void,
): Promise<Readonly<Record<string, Times>>> {
  const picked = [await server.document(lines / 2, 0), await server.document(lines / 2, lines / 2)]
  const lineFor = (client: number, count: number) => {
    const clientLines = picked[client % 2] ?? []
    const line = clientLines[count % clientLines.length]
    if (!line) throw new Error('No lines')
    return line
  }
  // Far apart, so that each read goes to another part of the tables.
  const lotAt = (count: number) => (count * 7919) % lots
  const get = (path: string, query: Readonly<Record<string, string>>): OutgoingRequest => ({
    ...server.read('0'),
    path: `/api/${path}?${new URLSearchParams(query)}`,
  })
  const list = (extraQuery: Readonly<Record<string, string>>) =>
    get('issuance', { trimseasonid: 'S1', inventorylocation: 'WAT', ...extraQuery })
  const stockOf = (at: number, extraQuery: Readonly<Record<string, string>>) =>
    get('plantinventory', { inventorylocation: lotLocation(at, lots), commodity: 'STRAW', ...extraQuery })
  const documentsHere = Math.floor((lots * (movementsOfLot - 1)) / 20 / 50)
  const requests: Readonly<
    Record<string, readonly [number, (client: number, count: number) => OutgoingRequest]>
  > = {
    'pick of a line, 1 client': [
      1,
      (client, count) => server.pick([lineFor(client, count)], 1 + (count % 97)),
    ],
    'pick of a line, 8 clients': [
      8,
      (client, count) => server.pick([lineFor(client, count)], 1 + (count % 97)),
    ],
    'look-up of a barcode': [1, (_, count) => stockOf(lotAt(count), { barcodeid: lotBarcode(lotAt(count)) })],
    'search, first page': [
      1,
      (_, count) => stockOf(lotAt(count), { varietycode: 'MON', after: '', limit: '50' }),
    ],
    'history of a barcode': [
      1,
      (_, count) => get(`history/barcode/${lotBarcode(lotAt(count % lots))}`, { after: '', limit: '50' }),
    ],
    'document list, all, first page': [
      1,
      () => list({ status: 'OPEN,RESERVED,SHIPPED', after: '', limit: '50' }),
    ],
    'document list, open': [1, () => list({ status: 'OPEN,RESERVED', after: '', limit: '50' })],
    'document list, all, last page': [
      1,
      () => list({ status: 'OPEN,RESERVED,SHIPPED', limit: '50', after: '10000040' }),
    ],
    'the same by its offset': [
      1,
      () =>
        list({
          status: 'OPEN,RESERVED,SHIPPED',
          limit: '50',
          offset: String(Math.max(0, documentsHere - 40)),
        }),
    ],
    'document of 20 lines': [
      1,
      (_, count) => server.read(String(10_000_001 + (lotAt(count) % documentsHere))),
    ],
  }
  const times: Record<string, Times> = {}
  for (const [what, [clients, next]] of Object.entries(requests)) {
    report(what)
    await turn(server.port, clients, 0.5, next)
    const pids = [server.pid, databasePid]
    const { p50, p99, cpu } = sum([await turn(server.port, clients, secondsOfTurn, next, pids)])
    times[what] = { p50, p99, cpu }
  }
  return times
}

// Rows per second of the export of all movements, measured on its first rows.
async function exportPace(server: BenchServer, movements: number): Promise<number> {
  const { headers } = server.read('0')
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/export/movements`, { headers })
  const rowLimit = Math.min(exportedRows, movements)
  let rows = -1
  if (!answer.ok || !answer.body) throw new Error(`No export: ${answer.status}`)
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    for (const byte of chunk) if (byte === 10) rows += 1
    if (rows >= rowLimit) break
  }
  return rows / ((performance.now() - began) / 1000)
}

async function verifyPace(database: Database, movements: number): Promise<number> {
  const began = performance.now()
  const { faults, movements: checked } = await verifyChains(database)
  if (faults.length > 0 || checked < movements)
    throw new Error(`The ledger was filled wrongly: ${JSON.stringify(faults[0])}`)
  return checked / ((performance.now() - began) / 1000)
}
