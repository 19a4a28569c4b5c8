import { type CountResult, count, type Habit } from './support/counting-person.ts'
import { expect, test } from './support/test.ts'

const habits: readonly Habit[] = ['after', 'before', 'mixed']
// Number of lines per server delay (in milliseconds), for each habit and CPU speed: 2,025 in all.
const workloads = [
  { serverMs: 0, lines: 120 },
  { serverMs: 200, lines: 80 },
  { serverMs: 2000, lines: 25 },
]
// Maximum number of lines on one document.
const maxLines = 40

for (const cpu of [1, 6, 20]) {
  for (const { serverMs, lines } of workloads) {
    for (const [index, habit] of habits.entries()) {
      test(`${lines} lines, numbers ${habit}, ${cpu}x slower, server ${serverMs} ms`, async ({
        station,
        warehouse,
      }) => {
        await station.begin('pia.picker', warehouse.place)
        let remaining = lines
        const all: CountResult[] = []
        while (remaining > 0) {
          const seed = 1000 * cpu + serverMs + 10 * index + all.length
          const part = { seed, lines: Math.min(maxLines, remaining), habit, cpu, serverMs, pauseMs: 1500 }
          all.push(await count(station, warehouse, part))
          remaining -= maxLines
        }
        const sum = (of: (each: CountResult) => number) => all.reduce((total, each) => total + of(each), 0)
        console.log(
          `FIGURES ${cpu}x ${serverMs} ms ${habit}: lines ${sum((each) => each.lines)}, refused ${sum((each) => each.refused)}, right ${sum((each) => each.right)}, answered ${sum((each) => each.answered)}, again ${sum((each) => each.again)}, wrong ${sum((each) => each.wrong.length)}, unsaid ${sum((each) => each.unannounced.length)}`,
        )
        expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
        expect(all.flatMap(({ unannounced }) => unannounced)).toEqual([])
        expect(all.flatMap(({ mismatches }) => mismatches)).toEqual([])
      })
    }
  }
}

for (const cpu of [1, 6]) {
  test(`300 scans at five a second, restless, ${cpu}x slower`, async ({ station, warehouse }) => {
    await station.begin('pia.picker', warehouse.place)
    const all: CountResult[] = []
    for (let seed = 1; seed <= 6; seed += 1) {
      const work = {
        seed,
        lines: 50,
        habit: 'mixed',
        cpu,
        serverMs: 0,
        pauseMs: 60,
        restless: true,
      } as const
      all.push(await count(station, warehouse, work))
    }
    console.log(
      `FIGURES restless ${cpu}x`,
      JSON.stringify(all.map(({ refused, right, answered, again }) => ({ refused, right, answered, again }))),
    )
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(all.flatMap(({ unannounced }) => unannounced)).toEqual([])
    expect(all.flatMap(({ mismatches }) => mismatches)).toEqual([])
  })
}
