// Writes docs/reliability.md: one row per proof, from the last results in docs/reliability.
import { lastResult, PARTS, type Part, type Result } from './results.ts'

// The subject of each proof.
const ABOUT: Readonly<Record<Part, { readonly title: string; readonly text: string }>> = {
  simulation: {
    title: 'Outbox simulation',
    text: 'People pick, receive, dump and correct while networks, disks, tabs and the server fail. A seed drives each run ([outbox](outbox.md#simulation)).',
  },
  faults: {
    title: 'Single faults',
    text: 'Each fault is provoked on the real parts. The test checks the sentence that the person reads.',
  },
  abuse: {
    title: 'Abuse',
    text: 'Each attack is tried against the real server or in a real browser. No forbidden call may succeed.',
  },
  kills: {
    title: 'Killed servers',
    text: 'SIGKILL ends the server under load. Acknowledged changes must be there; any other change is there as a whole or not at all.',
  },
  races: {
    title: 'Races at two servers',
    text: 'People order, pick, delete, ship and cancel the same documents and lots at the same moment through two servers on one database. Queries compare the database with every answer.',
  },
  cluster: {
    title: 'Database cluster',
    text: 'The primary of three PostgreSQL nodes is killed under load, with two servers ([cluster](cluster.md)).',
  },
}

/** Returns the whole page, from the stored results. */
export function drawReliability(): string {
  const results = PARTS.map((part) => [part, lastResult(part)] as const)
  return [
    '# Reliability\n',
    'Reference. The last result of each proof. Run its command to repeat it; `npm run reliability` then writes this page. The rows of each run are in',
    '`docs/reliability/`.\n',
    line(['proof', 'what it tries', 'command', 'date, machine', 'passed', 'failed', 'result']),
    line(['---', '---', '---', '---', '--:', '--:', '---']),
    ...results.map(([part, result]) => row(part, result)),
    '',
    ...results.flatMap(([part, result]) => casesOf(part, result)),
  ].join('\n')
}

const count = (value: number): string => value.toLocaleString('en')

function row(part: Part, result: Result | undefined): string {
  const { title, text } = ABOUT[part]
  if (!result) return line([title, text, '', 'not run yet', '', '', ''])
  const { command, date, machine, summary, passed, failed } = result
  return line([title, text, `\`${command}\``, `${date}, ${machine}`, count(passed), count(failed), summary])
}

// Returns the names of the tested cases, for proofs that list them.
function casesOf(part: Part, result: Result | undefined): readonly string[] {
  const at = result?.columns.findIndex((column) => column === 'fault' || column === 'class') ?? -1
  if (!result || at < 0) return []
  return [`**${ABOUT[part].title}**: ${result.rows.map((cells) => cells[at]).join('; ')}.\n`]
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
