/**
 * Runs axe on every screen in every state, device and theme, and writes the results into
 * docs/accessibility.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Device, devices, runAxeOnScreens, signInOn, states } from './support/axe-matrix.ts'
import { prepareDocuments, screens } from './support/screens-of-routes.ts'
import { expect, test } from './support/test.ts'

const page = new URL('../../docs/accessibility.md', import.meta.url)
const columns = ['device', 'state', 'date', 'screens', 'checks', 'violations']
// A row of the page.
const row = v.pipe(v.array(v.string()), v.length(columns.length))

for (const device of Object.keys(devices) as Device[]) {
  for (const state of states) {
    test(`axe finds nothing on a ${device}, ${state}`, async ({ browser, warehouse }) => {
      const given = await prepareDocuments(warehouse)
      // A separate device per state: cached data of another state would be shown instead.
      const station = await signInOn(browser, device, warehouse)
      const plan = screens.map((screen) => ({ screen, state }))
      const { checks, violations } = await runAxeOnScreens(station, given, plan)
      await station.page.context().close()
      const today = new Date().toISOString().slice(0, 10)
      writeResult([device, state, today, `${plan.length}`, `${checks}`, `${violations.length}`])
      expect(violations).toEqual([])
    })
  }
}

// Writes the page, replacing the row of this device and state.
function writeResult(result: v.InferOutput<typeof row>): void {
  const otherRows = readRows().filter(([device, state]) => device !== result[0] || state !== result[1])
  const position = ([device = '', state = '']: readonly string[]) =>
    Object.keys(devices).indexOf(device) * states.length + states.findIndex((each) => each === state)
  const rows = [...otherRows, result].toSorted((one, other) => position(one) - position(other))
  const sum = (column: number) => rows.reduce((all, cells) => all + Number(cells[column]), 0)
  const text = [
    '# Accessibility',
    '',
    'Reference. `npm run axe` writes this page: axe checks every screen by the rules of WCAG 2.2, levels A and AA, on a terminal (1440 × 900) and a',
    'handheld (360 × 640, touch), in each state and in the themes light, dark and sun. CI checks each screen in one state',
    '(`tests/e2e/axe.spec.ts`), and dialogs and the pages before sign-in (`tests/e2e/screens.spec.ts`, `places.spec.ts`).',
    '',
    `**${sum(4)} checks, ${sum(5)} violations.**`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n')
  writeFileSync(page, text)
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

// The rows of the current page; empty if the page does not exist.
function readRows(): readonly string[][] {
  let text = ''
  try {
    text = readFileSync(page, 'utf8')
  } catch {
    return []
  }
  return text
    .split('\n')
    .filter((each) => each.startsWith('| '))
    .slice(2)
    .map((each) => v.parse(row, each.slice(2, -2).split(' | ')))
}
