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
    'Written by `npm run reliability` from the last run of each proof (docs/reliability). Each can be run again by its command. A commit',
    'that is not in the history is a part of 00ff3ef, which joins those of 23 November 2026.\n',
    ...PARTS.map((part) => section(part, lastResult(part))),
  ].join('\n')
}

function section(part: Part, result: Result | undefined): string {
  const { title, text } = ABOUT[part]
  const head = `## ${title}\n\n${text}\n`
  if (!result) return `${head}\nNot run yet.\n`
  const { command, date, commit, machine, summary, columns, rows, passed, failed } = result
  return [
    head,
    `\`${command}\`, ${date}, commit ${commit}, ${machine}: **${passed} passed, ${failed} failed**. ${summary}\n`,
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n')
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
