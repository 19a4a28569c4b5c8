// The server's section of docs/performance.md: what the last recorded run of the bench has measured.
import { saidOfRun, writeSection } from '../performance-page.ts'

/** A figure of the bench; `ratio` is ours over the baseline. */
export interface Figure {
  readonly what: string
  readonly baseline: string
  readonly measured: string
  readonly ratio?: number
  /** The baseline's CPU over ours, of server and database together. */
  readonly ofCpu?: number
}

const share = (ratio: number | undefined) => (ratio === undefined ? '–' : ratio.toFixed(2))

/** Writes the section; `load` is the machine's load average before the run. */
export function writePage(figures: readonly Figure[], load: number): void {
  const rows = figures.map(
    ({ what, baseline, measured, ratio, ofCpu }) =>
      `| ${what} | ${baseline || '–'} | ${measured} | ${share(ratio)} | ${share(ofCpu)} |`,
  )
  writeSection(
    'Server',
    `Written by \`npm run bench:server -- --record\`. The baseline is a bare Node HTTP server that makes the writes of a pick by one function of the
database (\`tests/bench/server/bare-move.ts\`); on the embedded database the same function, called in process. Both take turns in one run,
on one machine with the clients: only ratios count. With other work on the machine the ratio of CPU time, of server and database
together, says more than that of the clock. A pick has an idempotency key; both databases sync each commit to disk.

| what | baseline | measured | ratio | of CPU |
|---|--:|--:|--:|--:|
${rows.join('\n')}

${saidOfRun(load)}

### What is missing

The goal is half of the baseline. A pick waits for the database twice, which \`tests/integration/platform/round-trips.test.ts\` counts; a new
line is ordered in three round trips. What is left is CPU time (profile of 23 November 2026, 2 cores, load 11): 2.7 ms in the server, of it
25 per cent system calls for the connections, 13 the HTTP adapter, 9 the driver, 6 rules, 6 drizzle; and 1.3 ms in the database, for eleven
prepared statements and the commit. The baseline takes 0.5 to 0.7 ms in both. Since then what a pick
writes is one statement, rights and balances are no longer planned anew (0.4 ms of the database's CPU time), and a body is read from Node's own
request: 4.3 to 5.1 ms of CPU time a pick are 2.7 to 4.0 (three runs on 24 November 2026, load 0.2 to 1.8 before each). The three took in 449, 473 and
387 picks a second (ratio 0.15, 0.16, 0.13), 404, 487 and 384 on one line (0.22, 0.25, 0.23), and 205, 281 and 269 on the embedded database (0.13,
0.16, 0.15). A quiet machine helps the baseline more: it took 413 a second beside other work, and 2,900 to 3,100 without.
`,
  )
}
