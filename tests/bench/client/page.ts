// Writes the browser's section of docs/performance.md from the last recorded run.
import { describeRun, writeSection } from '../performance-page.ts'

/** A figure of the bench. `ratio` is the app's time divided by the baseline's: lower is better. */
export interface Figure {
  readonly what: string
  readonly baseline: string
  readonly measured: string
  readonly ratio?: number
}

/** Writes the section. */
export function writePage(figures: readonly Figure[]): void {
  // Shows only the main figures, for the fastest and the slowest processor. The run prints all of them.
  const shown = figures.filter(({ what }) => !/4x slower|outcome in words/.test(what))
  const rows = shown.map(
    ({ what, baseline, measured, ratio }) =>
      `| ${what} | ${baseline} | ${measured} | ${ratio === undefined ? '–' : ratio.toFixed(2)} |`,
  )
  writeSection(
    'Browser',
    `\`npm run bench:client -- --record\` writes this section. The baseline is a bare page of plain DOM (\`tests/bench/client/bare-page.ts\`) that paints
one of 500 lines, stores nothing and calls nothing. A lower ratio is better. A first visit has an empty cache and no service worker. Scan times
run from Enter to the frame that shows the result.

| what | baseline | measured | ratio |
|---|--:|--:|--:|
${rows.join('\n')}

${describeRun()}`,
  )
}
