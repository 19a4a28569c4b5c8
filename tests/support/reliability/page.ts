// docs/reliability.md: what is promised, and the last runs that tried to break it.
import { lastResult, PARTS, type Part, type Result } from './results.ts'

// What each part proves, and how.
const ABOUT: Readonly<Record<Part, { readonly title: string; readonly text: string }>> = {
  simulation: {
    title: 'Simulated faults of the outbox',
    text: 'People pick, receive, dump and correct while networks, disks, tabs and the server fail, all driven by a seed (docs/outbox.md, Simulation).',
  },
  faults: {
    title: 'Faults, one by one',
    text: 'Each fault is provoked on the real parts, and what the person reads then is checked.',
  },
  abuse: {
    title: 'Abuse',
    text: 'Each class is tried against the real server or in a real browser; no call may succeed that should not.',
  },
  kills: {
    title: 'Killed servers',
    text: 'The server process is killed with SIGKILL under load, again and again. What it has answered must be there, what it has not is there as a whole or not at all.',
  },
  races: {
    title: 'Races at two servers',
    text: 'People at two servers on one database order, pick, delete, ship and cancel on the same documents and after the same lots at the same moment. Then statements of the test compare the database with every answer: plants, reservations, shipped documents, keys.',
  },
  cluster: {
    title: 'A cluster of databases',
    text: 'Three PostgreSQL nodes, two servers, the primary killed under load (docs/cluster.md).',
  },
}

/** The whole page, from the results that are kept. */
export function drawReliability(): string {
  return [
    '# Reliability\n',
    'Reference. `npm run reliability` writes this page from the last result of each proof (docs/reliability). Each command runs again.\n',
    ...PARTS.map((part) => section(part, lastResult(part))),
  ].join('\n')
}

const mostRows = 40

function section(part: Part, result: Result | undefined): string {
  const { title, text } = ABOUT[part]
  const head = `## ${title}\n\n${text}\n`
  if (!result) return `${head}\nNot run yet.\n`
  const { command, date, machine, summary, columns, rows, passed, failed } = result
  // Only the summary of a proof of many runs is of interest.
  const shown = rows.map((row) => row.filter((_, index) => columns[index] !== 'commit'))
  const heads = columns.filter((column) => column !== 'commit')
  const table = rows.length > mostRows ? [] : [line(heads), line(heads.map(() => '---')), ...shown.map(line)]
  return [
    head,
    `\`${command}\`, ${date}, ${machine}: **${passed} passed, ${failed} failed**. ${summary}\n`,
    ...table,
    '',
  ].join('\n')
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
