// `npm run bench:import`: imports a stock file while people pick, on PostgreSQL and on PGlite: rows a second,
// memory, and the delay of picks of lots that the file corrects and of others. Prints figures and asserts
// nothing. `-- --rows N` sets the length of the file, `--postgres` or `--pglite` selects one engine,
// `--alone` omits the picks, `--record` writes the section of docs/performance.md.
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type DatabaseTarget, openDatabase } from '#server/database/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { HEADER, stockRow } from '#tests/support/stock-file.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'
import { describeRun, writeSection } from '../performance-page.ts'
import { cpuOf, databaseProcess } from '../server/cpu.ts'
import { sum, turn } from '../server/load.ts'
import { type BenchServer, fill, startOurs } from '../server/ours.ts'

const readOption = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? ''
const rows = Number(process.argv.includes('--rows') ? readOption('--rows') : 100_000)
// Lots that people pick. The file corrects the second half.
const pickedLots = 200
const first = 101
const folder = mkdtempSync(join(tmpdir(), 'trimline-bench-'))
const file = join(folder, 'stock.csv')

const printed: string[] = []

function print(line: string): void {
  printed.push(line)
  console.log(line)
}

interface Run {
  readonly seconds: number
  /** CPU milliseconds of server and database, including the picks. */
  readonly cpu: readonly [number, number]
  readonly rows: number
  readonly opened: number
  readonly adjusted: number
}

try {
  await pipeline(Readable.from(lines()), createWriteStream(file))
  print(`load average ${(loadavg()[0] ?? 0).toFixed(1)}`)
  if (!process.argv.includes('--pglite')) await onPostgres()
  if (!process.argv.includes('--postgres')) await onPglite()
  if (process.argv.includes('--record')) writeSection('Import', sectionOf(printed))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function* lines() {
  yield `${HEADER}\n`
  for (let at = pickedLots / 2; at < pickedLots; at += 1)
    yield `${stockRow(barcodeOf(first + at), 999_000)}\n`
  for (let at = pickedLots / 2; at < rows; at += 1) {
    yield `${stockRow(`C${String(at).padStart(9, '0')}`, (at % 900) + 1, `A-${at % 40}`)}\n`
  }
}

async function onPostgres(): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined) return console.log('No PostgreSQL here')
  const cluster = await startPostgres(programs, { fsync: 'on', max_wal_size: '8GB' })
  try {
    const place = { kind: 'postgres', url: cluster.url } as const
    await fill(place, pickedLots)
    await measure('PostgreSQL', place, { DATABASE_URL: cluster.url }, await databaseProcess(cluster.url))
  } finally {
    await cluster.stop()
  }
}

async function onPglite(): Promise<void> {
  const directory = join(folder, 'data')
  const place = { kind: 'directory', directory } as const
  await fill(place, pickedLots)
  await measure('PGlite', place, { DATA_DIR: directory })
}

async function measure(
  engine: string,
  place: DatabaseTarget,
  settings: Readonly<Record<string, string>>,
  databasePid?: number,
): Promise<void> {
  const server = await startOurs(settings)
  const pids = [server.pid, ...(databasePid === undefined ? [] : [databasePid])]
  try {
    const documents = [
      await server.document(pickedLots / 2, 0),
      await server.document(pickedLots / 2, pickedLots / 2),
    ]
    // Two clients: one picks lots that are not in the file, the other lots that it corrects.
    const next = (client: number, count: number) => {
      const documentLines = documents[client] ?? []
      const line = documentLines[count % documentLines.length]
      if (!line) throw new Error('No lines')
      return server.pick([line], 1 + (count % 97))
    }
    const alone = sum([await turn(server.port, 2, 4, next)])
    print(`${engine}: picks alone: ${formatTimes(alone)}`)
    for (const what of ['first time', 'same file again']) {
      const done: { run?: Run } = {}
      const importing = sendFile(server, pids).then((run) => {
        done.run = run
      })
      const meanwhile: (ReturnType<typeof sum> & { longest: number; refused: number })[] = []
      const pickers = process.argv.includes('--alone') ? [] : [0, 1]
      const picks = pickers.map(async (client) => {
        const times: number[] = []
        let refused = 0
        for (let count = 0; done.run === undefined; count += 1) {
          const began = performance.now()
          await server.send(next(client, count)).catch(() => {
            refused += 1
          })
          times.push(performance.now() - began)
        }
        const all = { answers: times.length, seconds: 1, times, cpu: 0 }
        meanwhile[client] = { ...sum([all]), longest: Math.max(...times), refused }
      })
      await Promise.all([importing, ...picks])
      const { run } = done
      if (!run) throw new Error('No import')
      print(
        `${engine}, ${what}: ${run.rows} rows in ${run.seconds.toFixed(1)} s (${Math.round(run.rows / run.seconds)} a second, CPU ${perRow(run.cpu[0], run.rows)} and in the database ${perRow(run.cpu[1], run.rows)} µs a row with the picks), ` +
          `${run.opened} new, ${run.adjusted} corrected; the server had at most ${Math.round(peakMemory(server.pid) / 1_000_000)} MB`,
      )
      for (const [client, name] of ['other lots', 'corrected lots'].entries()) {
        const result = meanwhile[client]
        if (result)
          print(
            `  picks of ${name}: ${formatTimes(result)}, longest ${result.longest.toFixed(0)} ms, ${result.refused} refused as busy`,
          )
      }
    }
  } finally {
    await server.close()
  }
  const opened = await openDatabase(place)
  if (!opened.ok) throw new Error(`The database did not open: ${opened.error.code}`)
  const broken = rows > 200_000 ? [] : await findBrokenInvariants(opened.value.pool)
  print(`${engine}: broken invariants: ${rows > 200_000 ? 'not asked' : broken.length}`)
  await opened.value.close()
}

function perRow(milliseconds: number, rowCount: number): number {
  return Math.round((milliseconds * 1000) / rowCount)
}

function sectionOf(lines: readonly string[]): string {
  return [
    '`npm run bench:import -- --record` writes this section: a file of new lots, and 100 lots that a client picks while the file corrects their',
    'quantity. A second client picks lots that the file does not name.',
    '',
    ...lines.map((line) => (line.startsWith(' ') ? `  -${line.trimStart().replace(/^/, ' ')}` : `- ${line}`)),
    '',
    describeRun(),
  ].join('\n')
}

function formatTimes({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`
}

async function sendFile(server: BenchServer, pids: readonly number[]): Promise<Run> {
  const { authorization = '' } = server.read('0').headers
  const readCpu = () => [cpuOf(pids.slice(0, 1)), cpuOf(pids.slice(1))] as const
  const before = readCpu()
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/maintenance/import?file=bench.csv`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
    duplex: 'half',
  } as RequestInit)
  const events = (await answer.text()).trim().split('\n')
  const last = JSON.parse(events.at(-1) ?? '{}') as {
    readonly Report?: { Applied: boolean; Rows: number; Opened: number; Adjusted: number }
  }
  if (!last.Report?.Applied) throw new Error(`Not imported: ${answer.status} ${events.at(-1)}`)
  const { Rows, Opened, Adjusted } = last.Report
  const after = readCpu()
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: [after[0] - before[0], after[1] - before[1]],
    rows: Rows,
    opened: Opened,
    adjusted: Adjusted,
  }
}

// The peak memory of a process in bytes, from /proc.
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
