// `npm run bench:import`: 100,000 rows of stock into an empty embedded database on disk, twice: how long it takes, and how
// much memory it takes at most. The second run finds everything there.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importParts } from '#server/boot/import-parts.ts'
import { importStock } from '#server/domain/stock-import/import-stock.ts'
import { readStockFile } from '#server/http/files/csv-rows.ts'
import { openDatabase } from '#server/store/database.ts'
import { heldMemory } from '#tests/support/held-memory.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { HEADER, stockRow } from '#tests/support/stock-file.ts'
import { fillWarehouse } from '#tests/support/warehouse.ts'

const rows = Number(process.argv[2] ?? 100_000)
const folder = await mkdtemp(join(tmpdir(), 'trimline-bench-'))

try {
  const file = join(folder, 'stock.csv')
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const opened = await openDatabase({ kind: 'directory', directory: join(folder, 'data') })
  if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
  const database = opened.value
  await fillWarehouse(database)
  const { inTransaction, afterImport } = importParts(database)
  for (const run of ['first run', 'same file again']) {
    const memory = watchMemory()
    const began = performance.now()
    const report = await importStock({
      parts: () => readStockFile(file),
      fileName: 'bench.csv',
      by: 'bench',
      allowed: null,
      dryRun: false,
      skipBadRows: false,
      inTransaction,
      tell: ({ rows: done }) => (done % 5000 === 0 ? memory.look() : undefined),
    })
    await afterImport()
    const seconds = (performance.now() - began) / 1000
    const { Opened, Adjusted, Unchanged, Refused } = report
    console.log(
      `${run}: ${report.Rows} rows in ${seconds.toFixed(1)} s (${Math.round(report.Rows / seconds)} a second); ` +
        `${Opened} new, ${Adjusted} corrected, ${Unchanged} unchanged, ${Refused} wrong; ${memory.words()}`,
    )
  }
  console.log(`broken invariants: ${(await findBrokenInvariants(database.pool)).length}`)
  await database.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

function* lines() {
  yield `${HEADER}\n`
  for (let at = 0; at < rows; at += 1) {
    yield `${stockRow(`C${String(at).padStart(9, '0')}`, (at % 900) + 1, `A-${at % 40}`)}\n`
  }
}

// Watches what is held over what was held before, each time after the garbage is gone; answers the words for the most.
function watchMemory() {
  const before = heldMemory()
  const most = { heapUsed: 0, rss: 0 }
  const look = () => {
    const now = heldMemory()
    for (const name of ['heapUsed', 'rss'] as const)
      most[name] = Math.max(most[name], now[name] - before[name])
  }
  const inWords = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  return {
    look,
    words: () =>
      `at most ${inWords(most.heapUsed)} of heap and ${inWords(most.rss)} of memory in all over what was held before`,
  }
}
