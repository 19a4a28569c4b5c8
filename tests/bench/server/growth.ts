// `npm run bench:growth [-- --sizes 10000,100000] [--record]`: measures searches and lists on PostgreSQL in
// warehouses of growing size, without HTTP. Prints milliseconds and asserts nothing; `--record` writes its
// section of docs/performance.md.
import { parseArgs } from 'node:util'
import { kinds } from '#core/kinds/index.ts'
import { createAllPorts } from '#server/boot/ports.ts'
import { openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { FIRST_DOCUMENT, fillManyRows, manyBarcode } from '#tests/support/many-rows.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { describeRun, writeSection } from '../performance-page.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    record: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const rounds = 15

const stock = { location: 'WAT', commodity: 'STRAW', storageType: 'INVENTORY' } as const
const list = {
  mode: 'inventory',
  seasonId: 'S1',
  at: { InventoryLocation: 'WAT' },
  statuses: [],
  offset: 0,
  limit: 25,
} as const
const page = { offset: 0, limit: 100 }

const queriesAt = (ports: ReturnType<typeof createAllPorts>, size: number) =>
  ({
    'stock, first page': () => ports.stock.search({ ...stock, page: { ...page, after: '' } }),
    'stock, one of the last pages': () =>
      ports.stock.search({ ...stock, page: { ...page, after: `1 ${manyBarcode(size - 1_000)} ` } }),
    'stock of a variety': () =>
      ports.stock.search({ ...stock, varietyCode: 'V7', page: { ...page, after: '' } }),
    'stock at a place': () => ports.stock.search({ ...stock, place: 'M-100', page: { ...page, after: '' } }),
    'a barcode': () => ports.stock.search({ ...stock, barcode: manyBarcode(8) }),
    'open documents': () =>
      ports.documents.list(kinds.issuance, { ...list, statuses: ['OPEN', 'RESERVED'], after: '' }),
    'all documents, first page': () => ports.documents.list(kinds.issuance, { ...list, after: '' }),
    'all documents, last page': () =>
      ports.documents.list(kinds.issuance, { ...list, after: String(FIRST_DOCUMENT + 25) }),
    'a document': () => ports.documents.find(kinds.issuance, String(FIRST_DOCUMENT + 77)),
    'history of a barcode with 1,000 movements': () =>
      ports.history.ofBarcode(
        manyBarcode(1),
        { locations: ['WAT'], withGrowerStorage: true },
        { offset: 0, limit: 25, after: '' },
      ),
    'issued to a grower, 60 lines': () =>
      ports.issued.list({ location: 'WAT', seasonId: 'S1', issueToType: 'Grower', issueToNumber: 'G1' }),
    'a part of the stock export': () =>
      ports.exports.stock({
        locations: ['WAT'],
        withGrowerStorage: true,
        after: { barcode: manyBarcode(size - 1_000), kind: 'stock', owner: 'WAT', place: '' },
      }),
  }) satisfies Readonly<Record<string, () => Promise<unknown>>>

const measured = new Map<string, number[]>()
const programs = findPostgres()
if (programs) {
  const cluster = await startPostgres(programs)
  try {
    for (const size of sizes) await measure(cluster.url, size)
  } finally {
    await cluster.stop()
  }
  if (values.record) record()
} else console.error('This needs PostgreSQL 15 or later.')

async function measure(url: string, size: number) {
  const testDatabase = await createTestDatabase(url)
  const opened = await openDatabase({ kind: 'postgres', url: testDatabase.url })
  if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
  try {
    await fillManyRows(opened.value, size)
    for (const [what, work] of Object.entries(queriesAt(createAllPorts(opened.value.queries), size))) {
      const times: number[] = []
      for (let round = 0; round < rounds + 2; round += 1) {
        const began = performance.now()
        await work()
        if (round >= 2) times.push(performance.now() - began)
      }
      // The fastest run: other work on the machine only adds time.
      const fastest = Math.min(...times)
      measured.set(what, [...(measured.get(what) ?? []), fastest])
      console.log(`${size.toLocaleString('en')} barcodes: ${what}: ${fastest.toFixed(1)} ms`)
    }
  } finally {
    await opened.value.close()
    await testDatabase.drop()
  }
}

function record() {
  const heads = sizes.map((size) => `${size.toLocaleString('en')} barcodes`)
  const rows = [...measured].map(
    ([what, times]) => `| ${what} | ${times.map((time) => time.toFixed(1)).join(' | ')} |`,
  )
  writeSection(
    'Growth',
    `\`npm run bench:growth -- --record\` writes this section: searches and lists on PostgreSQL, in milliseconds of server store and database, the
fastest of ${rounds} runs. Ten barcodes have one issuance of three lines and 13 movements. Lists page by key and count up to 1,000.
\`tests/integration/platform/large-warehouse.test.ts\` checks the query plans; \`tests/support/index-uses.ts\` lists the purpose of each index.

| what | ${heads.join(' | ')} |
|---|${heads.map(() => '--:|').join('')}
${rows.join('\n')}

${describeRun()}`,
  )
}
