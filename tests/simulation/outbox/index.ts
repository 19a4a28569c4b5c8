// `npm run simulate -- --seeds N [--from SEED] [--record]`: runs the app under faults, seed after seed.
// `--record` stores the figures for docs/reliability.md. `--mutations` runs wrong versions of the app, which
// a seed must detect.
import { parseArgs } from 'node:util'
import { Coverage } from './faults.ts'
import { storeRun } from './record.ts'
import { runMutations } from './run-mutations.ts'
import { runSeed } from './run-seed.ts'
import { openStart } from './start.ts'
import { Total } from './total.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    /** Stops at the first seed with a finding. */
    stop: { type: 'boolean', default: false },
    /** Runs each wrong version of the app until a seed detects it. */
    mutations: { type: 'boolean', default: false },
    /** Only the mutations with this text in their name. */
    only: { type: 'string', default: '' },
  },
})
const start = await openStart()
if (values.mutations) {
  const missed = await runMutations(start, Number(values.from), values.only)
  await start.server.close()
  process.exit(missed > 1 ? 1 : 0)
}
const total = new Total(new Coverage())
const began = performance.now()
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed += 1) {
  const result = await runSeed(start, seed, values.trace)
  total.add(result)
  if (values.trace) console.log(result.trace.join('\n'))
  if (result.wrong.length > 0) {
    console.log(
      `\nSeed ${seed} (mark ${result.mark}); again with: npm run simulate -- --seeds 1 --from ${seed} --trace`,
    )
    for (const each of result.wrong.slice(0, 8)) console.log(`  ${each}`)
    if (values.stop) break
  }
  if (total.seeds % 100 > 0) continue
  console.log(total.line(performance.now() - began))
  // A long run that is stopped keeps its figures up to here.
  if (values.record) storeRun(Number(values.from), total)
}
await start.server.close()
if (values.record) storeRun(Number(values.from), total)
console.log(`\n${total.coverage.table()}\n\n${total.line(performance.now() - began)}`)
const missing = Number(values.seeds) >= 100 && !values.stop ? total.coverage.missing() : []
if (missing.length > 0) console.log(`Never met: ${missing.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed + (missing.length > 0 ? 1 : 0)} failed`)
if (total.failed > 0 || missing.length > 0) process.exitCode = 1
