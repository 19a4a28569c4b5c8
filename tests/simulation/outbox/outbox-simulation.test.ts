import { afterAll, beforeAll, expect, test } from 'vitest'
import { Coverage } from './faults.ts'
import type { Worked } from './people.ts'
import { runSeed } from './run-seed.ts'
import type { SimulatedServer } from './server.ts'
import { openStart } from './start.ts'
import { Total } from './total.ts'

// The outbox under every fault, for a few seeds; `npm run simulate` runs others, and more of them.

// Milliseconds, for machines that have other work.
const patience = 1_200_000
const seeds = 25
// Seeds that found something: tokens of another person; what had its result and stayed on the disk of a page that died; what was
// discarded on one page while another one packed it.
const onceWrong = [20_306, 20_471, 20_500, 20_548, 60_526]

let start: { readonly server: SimulatedServer; readonly worked: readonly Worked[] }
beforeAll(async () => {
  start = await openStart()
}, patience)
afterAll(() => start.server.close())

test(`${seeds} seeds lose nothing, do nothing twice, leave nothing behind, and say nothing that is not so`, {
  timeout: patience,
}, async () => {
  const total = new Total(new Coverage())
  const began = performance.now()
  const wrong: string[] = []
  for (const seed of [...Array.from({ length: seeds }, (_, index) => index + 1), ...onceWrong]) {
    const result = await runSeed(start.server, start.worked, seed)
    total.add(result)
    if (result.wrong.length === 0) continue
    wrong.push(`npm run simulate -- --seeds 1 --from ${seed} --trace`, ...result.wrong.slice(0, 5))
  }
  console.log(`${total.line(performance.now() - began)}\n${total.coverage.table()}`)
  expect(wrong).toEqual([])
  // The run was worth the name: each fault has met operations, most of them in each state.
  expect(total.coverage.missing().length).toBeLessThan(12)
})

test('the same seed is the same run', { timeout: patience }, async () => {
  const runs = [
    await runSeed(start.server, start.worked, 5),
    await runSeed(start.server, start.worked, 6),
    await runSeed(start.server, start.worked, 5),
  ]
  const [first, other, again] = runs.map(({ mark }) => mark)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
