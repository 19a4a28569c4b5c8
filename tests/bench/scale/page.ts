// Writes the section 'Measured' of docs/scale.md from the last recorded run.
import { readFileSync, writeFileSync } from 'node:fs'
import { describeRun, replaceSection } from '../performance-page.ts'
import type { Measured } from './measure.ts'
import type { Streams } from './streams.ts'

const page = new URL('../../../docs/scale.md', import.meta.url)

/** Writes the results of each size, and of the open pages if they were measured. */
export function writeTables(measured: readonly Measured[], streams: Streams | undefined): void {
  const body = [
    `\`npm run bench:scale -- --movements ${measured.map(({ movements }) => movements).join(',')} --record\` writes this section: PostgreSQL, a tenth as many`,
    'lots, 20 lines per document, 50 locations and one year. Times are the median of one client over HTTP, and the CPU time of server and database. On',
    'a busy machine only the CPU time is comparable.',
    '',
    table(measured),
    '',
    ...describePartitions(measured),
    ...(streams ? [describeStreams(streams), ''] : []),
    describeRun(),
  ].join('\n')
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), 'Measured', body))
}

function table(measured: readonly Measured[]): string {
  const requestNames = Object.keys(measured[0]?.times ?? {})
  const row = (what: string, of: (each: Measured) => string) =>
    `| ${what} | ${measured.map(of).join(' | ')} |`
  return [
    row('movements', ({ movements }) => movements.toLocaleString('en')),
    `|---|${measured.map(() => '--:').join('|')}|`,
    ...requestNames.map((what) =>
      row(what, ({ times }) => {
        const { p50 = 0, cpu = 0 } = times[what] ?? {}
        // The CPU time of a database process is lost if the process ended during the measurement.
        return `${p50.toFixed(0)} ms, CPU ${cpu > 0 ? `${cpu.toFixed(1)} ms` : 'not known'}`
      }),
    ),
    row('export of movements, rows a second', ({ exportRowsASecond }) => thousands(exportRowsASecond)),
    row('`npm run verify`, movements a second', ({ verifyMovementsASecond: pace }) =>
      pace === undefined ? '–' : thousands(pace),
    ),
    row('vacuum of all tables', ({ vacuumSeconds }) => `${vacuumSeconds.toFixed(0)} s`),
    row('start of a server', ({ restartSeconds }) => `${restartSeconds.toFixed(0)} s`),
    row('database on disk', ({ sizes }) => megabytes(sizes.all)),
    row(
      'of it movements, and their indexes',
      ({ sizes }) => `${megabytes(sizes.movement)}, ${megabytes(sizes.movementIndexes)}`,
    ),
    row('of it lines of documents', ({ sizes }) => megabytes(sizes.lines)),
    row('of it documents', ({ sizes }) => megabytes(sizes.documents)),
    row('of it lots, balances and chains', ({ sizes }) => megabytes(sizes.balances)),
    row(
      'bytes of a kept answer, of a live change',
      ({ sizes }) => `${sizes.answer.toFixed(0)}, ${sizes.change.toFixed(0)}`,
    ),
  ].join('\n')
}

const thousands = (value: number) => (Math.round(value / 100) * 100).toLocaleString('en')
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`

function describePartitions(measured: readonly Measured[]): readonly string[] {
  return measured.flatMap(({ movements, partitions }) =>
    partitions
      ? [
          `Movements in one table or in twelve partitions, at ${movements.toLocaleString('en')}: the last 50 of a barcode ${partitions.historyOne.toFixed(2)} and ` +
            `${partitions.historyTwelve.toFixed(2)} ms, one more row ${partitions.insertOne.toFixed(2)} and ${partitions.insertTwelve.toFixed(2)} ms, measured in turns.`,
          '',
        ]
      : [],
  )
}

function describeStreams({
  pages,
  opened,
  bytesOfPage,
  recipientCount,
  half,
  last,
  cpuOfChange,
  cpuInBurst,
  connections,
}: Streams): string {
  return (
    `${pages.toLocaleString('en')} open pages of as many people at one server: opened in ${opened.toFixed(0)} s, ${Math.round(bytesOfPage / 1000)} kB of memory each, ${connections} connections ` +
    `to the database. A change for ${recipientCount} of them reached half of them after ${half.toFixed(0)} ms, the last one after ${last.toFixed(0)} ms, and took ${cpuOfChange.toFixed(0)} ms of the server's CPU; each of a hundred changes at the same time took ${cpuInBurst.toFixed(0)} ms.`
  )
}
