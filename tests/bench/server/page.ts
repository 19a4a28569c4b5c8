// Writes the server's section of docs/performance.md from the last recorded run.
import { describeRun, writeSection } from '../performance-page.ts'

/** A figure of the bench. `ratio` is the server's rate divided by the baseline's. */
export interface Figure {
  readonly what: string
  readonly baseline: string
  readonly measured: string
  readonly ratio?: number
  /** The baseline's CPU time divided by the server's, for server and database together. */
  readonly ofCpu?: number
}

const share = (ratio: number | undefined) => (ratio === undefined ? '–' : ratio.toFixed(2))

/** Writes the section. */
export function writePage(figures: readonly Figure[]): void {
  const rows = figures.map(
    ({ what, baseline, measured, ratio, ofCpu }) =>
      `| ${what} | ${baseline || '–'} | ${measured} | ${share(ratio)} | ${share(ofCpu)} |`,
  )
  writeSection(
    'Server',
    `\`npm run bench:server -- --record\` writes this section. The baseline is a bare Node HTTP server that makes the writes of a pick with one database
function (\`tests/bench/server/bare-move.ts\`); on the embedded database it is the same function, called in process. \`of CPU\` compares the CPU
time of server and database. A pick has an idempotency key. Both databases sync each commit to disk.

| what | baseline | measured | ratio | of CPU |
|---|--:|--:|--:|--:|
${rows.join('\n')}

${describeRun()}`,
  )
}
