// The browser's section of docs/performance.md: what the last recorded run of the bench has measured.
import { describeRun, writeSection } from '../performance-page.ts'

/** A figure of the bench; `ratio` is ours over the baseline: of times, so that less is better. */
export interface Figure {
  readonly what: string
  readonly baseline: string
  readonly measured: string
  readonly ratio?: number
}

/** Writes the section. */
export function writePage(figures: readonly Figure[]): void {
  const rows = figures.map(
    ({ what, baseline, measured, ratio }) =>
      `| ${what} | ${baseline} | ${measured} | ${ratio === undefined ? '–' : ratio.toFixed(2)} |`,
  )
  writeSection(
    'Browser',
    `Written by \`npm run bench:client -- --record\`. The baseline is a bare page of plain DOM (\`tests/bench/client/bare-page.ts\`): it finds a
line among 500 and paints it, stores nothing and calls nothing. Both take turns in one Chromium, which shares the machine with the server:
only ratios count, and less is better. A first visit has an empty cache and no service worker; the person is signed in. Times of a scan
are from its Enter to the frame that shows it.

| what | baseline | measured | ratio |
|---|--:|--:|--:|
${rows.join('\n')}

${describeRun()}`,
  )
}
