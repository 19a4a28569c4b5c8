import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { kinds } from '#core/kinds/index.ts'
import { createAllPorts } from '#server/boot/ports.ts'
import type { Database } from '#server/database/database.ts'
import { openTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { INDEX_USES } from '#tests/support/index-uses.ts'
import { FIRST_DOCUMENT, fillManyRows, manyBarcode } from '#tests/support/many-rows.ts'

// Searches in a large warehouse read by an index the rows of their page and few more, for every page. The
// embedded database has the same planner, but too few rows here to choose an index.

const barcodes = testDatabaseUrl ? 100_000 : 5_000
const documents = barcodes / 10
const large = ['balance', 'barcode', 'document', 'document_line', 'issuance', 'movement']

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Node[]
}

let database: Database
let ports: ReturnType<typeof createAllPorts>

beforeAll(async () => {
  database = await openTestDatabase()
  await fillManyRows(database, barcodes)
  ports = createAllPorts(database.queries)
}, 120_000)
afterAll(() => database.close())

const stock = { location: 'WAT', commodity: 'STRAW', storageType: 'INVENTORY' } as const
const list = { mode: 'inventory', seasonId: 'S1', at: { InventoryLocation: 'WAT' }, statuses: [] } as const
const page = { offset: 0, after: '', limit: 25 }

test('pages by key have every record once, in order, and count up to a thousand', async () => {
  const all = await ports.stock.search({ ...stock, place: 'M-100' })
  const seen: string[] = []
  let after: string | null | undefined = ''
  while (typeof after === 'string') {
    const found = await ports.stock.search({
      ...stock,
      place: 'M-100',
      page: { offset: 0, limit: 4, after },
    })
    seen.push(...found.records.map(({ BarcodeID, AvailableQty }) => `${AvailableQty} ${BarcodeID}`))
    expect(found.total).toBe(all.records.length)
    after = found.next
  }
  expect(seen).toEqual(all.records.map(({ BarcodeID, AvailableQty }) => `${AvailableQty} ${BarcodeID}`))
  expect(new Set(seen).size).toBeGreaterThan(5)
  const everywhere = await ports.stock.search({ ...stock, page })
  expect(everywhere.total).toBe(1_001)
  // Pages by offset, as specified, count all records.
  const counted = await ports.documents.list(kinds.issuance, { ...list, offset: documents - 5, limit: 25 })
  expect([counted.records.length, counted.total, counted.next]).toEqual([5, documents, undefined])
})

if (testDatabaseUrl) searches()

function searches() {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  afterAll(() => querySpy.mockRestore())

  // Returns the query plans of all statements of this work, run on any connection or on the given one.
  async function plansOf(
    work: () => Promise<unknown>,
    options = '',
    on: Pick<pg.Pool, 'query'> | pg.PoolClient = database.pool,
  ): Promise<readonly Node[]> {
    querySpy.mockClear()
    await work()
    const statements = querySpy.mock.calls.map(([statement, values]: unknown[]) => ({
      text: (statement as pg.QueryConfig).text,
      values: (statement as pg.QueryConfig).values ?? (values as unknown[] | undefined),
    }))
    expect(statements.length).toBeGreaterThan(0)
    const nodes: Node[] = []
    const walk = (node: Node) => {
      nodes.push(node)
      node.Plans?.forEach(walk)
    }
    for (const { text, values } of statements) {
      const { rows } = await on.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>(
        `explain (${options}format json) ${text}`,
        values,
      )
      for (const row of rows) walk(row['QUERY PLAN'][0].Plan)
    }
    return nodes
  }

  // Returns the tables that the statements of this work read in full, and the number of rows read.
  async function cost(work: () => Promise<unknown>): Promise<{ whole: string[]; rows: number }> {
    const nodes = await plansOf(work, 'analyze, timing off, ')
    const read = nodes.filter((node) => large.includes(node['Relation Name'] ?? ''))
    return {
      whole: read.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' ? [String(node['Relation Name'])] : [],
      ),
      rows: read.reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      ),
    }
  }

  const grower = { location: 'WAT', seasonId: 'S1', issueToType: 'Grower', issueToNumber: 'G1' } as const
  const here = { locations: ['WAT'], withGrowerStorage: true }
  const nearTheEnd = `1 ${manyBarcode(barcodes - 200)} `
  const works: readonly (readonly [string, number, () => Promise<{ records: readonly unknown[] }>])[] = [
    ['stock', 8_000, () => ports.stock.search({ ...stock, page })],
    [
      'stock, one of the last pages',
      8_000,
      () => ports.stock.search({ ...stock, page: { ...page, after: nearTheEnd } }),
    ],
    ['stock of a variety', 8_000, () => ports.stock.search({ ...stock, varietyCode: 'V7', page })],
    ['stock at a place', 8_000, () => ports.stock.search({ ...stock, place: 'M-100', page })],
    ['all documents', 3_000, () => ports.documents.list(kinds.issuance, { ...list, ...page })],
    [
      'all documents, the last page',
      3_000,
      () => ports.documents.list(kinds.issuance, { ...list, ...page, after: String(FIRST_DOCUMENT + 25) }),
    ],
    [
      'open documents',
      3_000,
      () => ports.documents.list(kinds.issuance, { ...list, statuses: ['OPEN', 'RESERVED'], ...page }),
    ],
    [
      'shipped and cancelled documents from the middle',
      3_000,
      () =>
        ports.documents.list(kinds.issuance, {
          ...list,
          statuses: ['SHIPPED', 'CANCELLED'],
          ...page,
          after: String(FIRST_DOCUMENT + documents / 2),
        }),
    ],
    [
      'history of a barcode with 1,000 movements',
      3_000,
      () => ports.history.ofBarcode(manyBarcode(1), here, page),
    ],
    ['history of a document', 100, () => ports.history.ofDocument(String(FIRST_DOCUMENT), page)],
  ]
  for (const [what, most, work] of works) {
    test(`${what}: reads few rows more than the page, by an index`, async () => {
      const { records } = await work()
      expect(records.length).toBeGreaterThan(2)
      const { whole, rows } = await cost(work)
      expect(whole).toEqual([])
      expect(rows).toBeLessThan(most)
    })
  }

  test('each part of an export reads only its own rows', async () => {
    const after = { barcode: manyBarcode(barcodes / 2), kind: 'stock', owner: 'WAT', place: '' } as const
    const found = await cost(() => ports.exports.stock({ ...here, after }))
    expect(found.whole).toEqual([])
    expect(found.rows).toBeLessThan(20_000)
    const moved = await cost(() => ports.exports.movements({ ...here, after: barcodes / 2, until: 1e9 }))
    expect(moved).toEqual({ whole: [], rows: 2_000 })
  })

  test('searches of issued plants and of holders use an index', async () => {
    expect((await ports.issued.list(grower)).length).toBeGreaterThan(50)
    const issued = await cost(() => ports.issued.list(grower))
    expect(issued.whole).toEqual([])
    expect(issued.rows).toBeLessThan(1_000)
    const held = await cost(() =>
      ports.stock.holders({ barcode: manyBarcode(8), location: 'WAT', seasonId: 'S1' }),
    )
    expect(held.whole).toEqual([])
    expect(held.rows).toBeLessThan(10)
  })

  test('every index of the large tables is used by a search', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `
      select indexrelid::regclass::text as name from pg_index
      where indrelid = any ($1::regclass[]) and not indisunique order by 1`,
      [
        [
          'adjustment_request',
          'barcode',
          'balance',
          'count',
          'document',
          'document_line',
          'document_owner',
          'dump',
          'issuance',
          'movement',
          'plant_return',
          'transfer',
        ],
      ],
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(INDEX_USES).toSorted())
    const transfers = { ...list, at: { DestinationLocationID: 'SAL' }, ...page }
    const searches = [
      ...works.map(([, , work]) => work),
      () => ports.stock.hasPlace('WAT', 'M-100'),
      () => ports.issued.list(grower),
      () => ports.exports.movementNumbers({ since: '2026-01-01T00:00:00Z', before: '2026-01-02T00:00:00Z' }),
      () => ports.documents.list(kinds.transfer, transfers),
    ]
    const client = await database.pool.connect()
    try {
      // Some tables are too small here for the planner to choose an index.
      await client.query('set enable_seqscan = off')
      const used = new Set<string | undefined>()
      for (const search of searches) {
        for (const node of await plansOf(search, '', client)) used.add(node['Index Name'])
      }
      expect(Object.keys(INDEX_USES).filter((index) => !used.has(index))).toEqual([])
    } finally {
      client.release(true)
    }
  })
}
