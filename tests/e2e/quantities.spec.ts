import { count, type Work } from './support/counting-person.ts'
import { expect, test } from './support/test.ts'

// A few of each; `npm run quantities` does two thousand.
const works: readonly Omit<Work, 'seed' | 'pauseMs'>[] = [
  { lines: 25, habit: 'after', cpu: 6, serverMs: 0 },
  { lines: 25, habit: 'mixed', cpu: 6, serverMs: 200 },
  { lines: 25, habit: 'before', cpu: 1, serverMs: 200 },
  { lines: 30, habit: 'mixed', cpu: 6, serverMs: 0, restless: true },
]

for (const [index, work] of works.entries()) {
  const { lines, habit, cpu, serverMs, restless } = work
  const name = `${lines} lines, numbers ${habit}, ${cpu}x slower, server ${serverMs} ms${restless ? ', restless' : ''}`
  test(`no line has another one's quantity: ${name}`, async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    const counted = await count(station, warehouse, { ...work, seed: 100 + index, pauseMs: 900 })
    expect(counted).toMatchObject({ wrong: [], unsaid: [], amiss: [] })
    // What was told and not taken is the exception.
    expect(counted.right).toBeGreaterThanOrEqual(0.7 * (counted.lines - counted.refused))
  })
}
