import { count, type Work } from './support/counting-person.ts'
import { expect, test } from './support/test.ts'

// A fast and a slow device; handheld.spec.ts tests a handheld. `npm run quantities` tests two thousand lines,
// each habit and delay.
const plans: readonly Omit<Work, 'pauseMs'>[] = [
  { seed: 102, lines: 25, habit: 'before', cpu: 1, serverMs: 200 },
  { seed: 103, lines: 20, habit: 'mixed', cpu: 6, serverMs: 0, restless: true },
]

for (const work of plans) {
  const { lines, habit, cpu, serverMs, restless } = work
  const name = `${lines} lines, numbers ${habit}, ${cpu}x slower, server ${serverMs} ms${restless ? ', restless' : ''}`
  test(`no line has another one's quantity: ${name}`, async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    const counted = await count(station, warehouse, { ...work, pauseMs: 900 })
    expect(counted).toMatchObject({ wrong: [], unannounced: [], mismatches: [] })
    // Most lines are right immediately; announced, unused numbers are the exception.
    expect(counted.right).toBeGreaterThanOrEqual(0.7 * (counted.lines - counted.refused))
  })
}
