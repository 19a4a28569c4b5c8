// `npm run bench:server`: compares picks over HTTP with a bare server that does the same with one database
// call, on PostgreSQL and PGlite, in turns; and measures documents of 1,000 lines. Prints ratios and asserts
// nothing. `-- --seconds N` sets the length of a turn, `-- --record` writes docs/performance.md.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDurablePglite } from '#server/database/pglite-database.ts'
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { bareMove, callBareMove } from './bare-move.ts'
import { databaseProcess } from './cpu.ts'
import { sum, type Turn, turn } from './load.ts'
import { type BenchLine, type BenchServer, fill, startOurs } from './ours.ts'
import { type Figure, writePage } from './page.ts'

const record = process.argv.includes('--record')
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1] ?? 2) || 2
const rounds = 3
// Seconds of a first turn that does not count: a warm server is twice as fast.
const warmUpSeconds = 4
const linesEach = 20
const longDocument = 1_000
const barcodes = 2 * 8 * linesEach + longDocument

const figures: Figure[] = []
const report = (figure: Figure) => {
  figures.push(figure)
  const { what, baseline, measured, ratio, ofCpu } = figure
  const baselineText = baseline === '' ? '' : `; baseline: ${baseline}`
  const ratioText = ratio === undefined ? '' : `; ratio ${ratio.toFixed(3)}`
  console.log(
    `${what}: ${measured}${baselineText}${ratioText}${ofCpu === undefined ? '' : `, of CPU ${ofCpu.toFixed(3)}`}`,
  )
}
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const formatTimes = ({ rate, p50, p99, cpu }: ReturnType<typeof sum>) =>
  `${Math.round(rate)}/s (p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}${cpu > 0 ? `, CPU ${milliseconds(cpu)}` : ''})`

// The line for a client's pick number `count`, and a quantity that changes each time.
const lineFor = (lines: readonly BenchLine[], count: number): BenchLine => {
  const line = lines[count % lines.length]
  if (!line) throw new Error('No lines')
  return line
}
const quantityAt = (count: number) => 1 + (count % 97)

async function onPostgres(): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined) return console.log('No PostgreSQL here')
  const cluster = await startPostgres(programs, { fsync: 'on' })
  try {
    await fill({ kind: 'postgres', url: cluster.url }, barcodes, [bareMove])
    const ours = await startOurs({ DATABASE_URL: cluster.url })
    const bare = await startBare(cluster.url)
    try {
      const database = await databaseProcess(cluster.url)
      await comparePicks(ours, bare, database, 8)
      await comparePicks(ours, bare, database, 32)
      await measureLong('PostgreSQL', ours)
    } finally {
      bare.stop()
      await ours.close()
    }
  } finally {
    await cluster.stop()
  }
}

// Each of 8 clients has its own document. 32 clients share one line, one per server.
async function comparePicks(
  ours: BenchServer,
  bare: BareServer,
  database: number,
  clients: 8 | 32,
): Promise<void> {
  const isOwnDocument = clients === 8
  const documents: (readonly BenchLine[])[] = []
  for (let at = 0; at < (isOwnDocument ? 16 : 2); at += 1) {
    documents.push(await ours.document(isOwnDocument ? linesEach : 1, isOwnDocument ? at * linesEach : at))
  }
  const linesOf = (side: 0 | 1, client: number) => documents[isOwnDocument ? client * 2 + side : side] ?? []
  const headers = { 'content-type': 'application/json' }
  const turns: { readonly ours: Turn[]; readonly bare: Turn[] } = { ours: [], bare: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const moves = await turn(
      bare.port,
      clients,
      round === 0 ? warmUpSeconds : seconds,
      (client, count) => ({
        method: 'POST',
        path: '/',
        headers,
        body: JSON.stringify({ id: lineFor(linesOf(1, client), count).id, quantity: quantityAt(count) }),
      }),
      [bare.pid, database],
    )
    const picks = await turn(
      ours.port,
      clients,
      round === 0 ? warmUpSeconds : seconds,
      (client, count) => ours.pick([lineFor(linesOf(0, client), count)], quantityAt(count)),
      [ours.pid, database],
    )
    if (round === 0) continue
    turns.bare.push(moves)
    turns.ours.push(picks)
  }
  const [measured, baseline] = [sum(turns.ours), sum(turns.bare)]
  report({
    what: isOwnDocument ? 'PostgreSQL: pick of a line, 8 clients' : 'PostgreSQL: 32 clients pick one line',
    baseline: formatTimes(baseline),
    measured: formatTimes(measured),
    ratio: measured.rate / baseline.rate,
    ...(measured.cpu > 0 && { ofCpu: baseline.cpu / measured.cpu }),
  })
}

async function onPglite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-bench-'))
  try {
    const data = join(folder, 'data')
    await fill({ kind: 'directory', directory: data }, barcodes, [bareMove])
    const before = await startOurs({ DATA_DIR: data })
    const lines = await before.document(linesEach, 0)
    await before.close()
    cpSync(join(data, 'database'), join(folder, 'bare'), { recursive: true })
    const ours = await startOurs({ DATA_DIR: data })
    const bare = await openDurablePglite(join(folder, 'bare'))
    try {
      const turns: { readonly ours: Turn[]; readonly bare: number[] } = { ours: [], bare: [] }
      for (let round = 0; round <= rounds; round += 1) {
        const until = performance.now() + seconds * 1000
        let moves = 0
        for (; performance.now() < until; moves += 1) {
          await bare.query(callBareMove, [
            'bare',
            `${round} ${moves}`,
            lineFor(lines, moves).id,
            quantityAt(moves),
          ])
        }
        const picks = await turn(ours.port, 8, seconds, (client, count) =>
          ours.pick([lineFor(lines, count + client)], quantityAt(count)),
        )
        if (round === 0) continue
        turns.bare.push(moves / seconds)
        turns.ours.push(picks)
      }
      const measured = sum(turns.ours)
      const rate = turns.bare.reduce((all, each) => all + each, 0) / turns.bare.length
      report({
        what: 'PGlite: pick of a line, 8 clients',
        baseline: `${Math.round(rate)}/s, in process`,
        measured: formatTimes(measured),
        ratio: measured.rate / rate,
      })
      await measureLong('PGlite', ours)
    } finally {
      await bare.close()
      await ours.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Orders, picks, reads and ships a document of 1,000 lines in one call each. Reports the median.
async function measureLong(engine: string, ours: BenchServer): Promise<void> {
  const times = { order: [] as number[], pick: [] as number[], read: [] as number[], ship: [] as number[] }
  const timed = async <Value>(samples: readonly [number[]], work: () => Promise<Value>): Promise<Value> => {
    const began = performance.now()
    const value = await work()
    samples[0].push((performance.now() - began) / 1000)
    return value
  }
  for (let round = 0; round < rounds; round += 1) {
    const lines = await timed([times.order], () => ours.document(longDocument, 2 * 8 * linesEach))
    const tag = lines[0]?.tag ?? ''
    await timed([times.pick], () => ours.send(ours.pick(lines, 9)))
    await timed([times.read], () => ours.send(ours.read(tag)))
    await timed([times.ship], () => ours.send(ours.ship(tag)))
  }
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
  const measured = Object.entries(times).map(([step, all]) => `${step} ${median(all).toFixed(2)} s`)
  report({ what: `${engine}: document of 1,000 lines`, baseline: '', measured: measured.join(', ') })
}

interface BareServer {
  readonly port: number
  readonly pid: number
  readonly stop: () => void
}

async function startBare(url: string): Promise<BareServer> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((settle, fail) => {
    child.once('exit', () => fail(new Error('The bare server ended')))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const portText = /Open (\d+)/.exec(text)?.[1]
      if (portText !== undefined) settle(Number(portText))
    })
  })
  return { port, pid: child.pid ?? 0, stop: () => void child.kill() }
}

if (!process.argv.includes('--pglite')) await onPostgres()
if (!process.argv.includes('--postgres')) await onPglite()
if (record) writePage(figures)
