import { expect, test } from './support/test.ts'
import { walk } from './walk/walk.ts'

// Two people and an administrator act at random on a faulty network.
// In the end every screen must match the server, and announcements must be true. The outbox must show all
// pending work, and the ledger must be consistent.

const first = Number(process.env['WALK_FROM'] ?? 1)
const runs = Number(process.env['WALK_RUNS'] ?? 1)

for (let seed = first; seed < first + runs; seed += 1) {
  test(`random walk, seed ${seed}`, async ({ browser }, info) => {
    test.setTimeout(10 * 60_000)
    const { findings, story } = await walk(browser, seed)
    if (findings.length > 0) await info.attach('story', { body: story.join('\n') })
    expect(findings, story.join('\n')).toEqual([])
  })
}
