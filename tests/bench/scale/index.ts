// `npm run bench:scale`: measures ledgers of 10^5, 10^6 and 10^7 movements on PostgreSQL, and 1,000 open
// pages. Prints figures and asserts nothing. `-- --movements N[,N]` sets the sizes, `--streams N` the number
// of pages, `--record` writes the tables of docs/scale.md.
import { findPostgres, startPostgres } from '#tests/support/postgres.mjs'
import { type Measured, measure } from './measure.ts'
import { writeTables } from './page.ts'
import { measureStreams, type Streams } from './streams.ts'

const readOption = (name: string) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : (process.argv[at + 1] ?? '')
}
const sizes = (readOption('--movements') ?? '100000,1000000').split(',').filter(Boolean).map(Number)
const pages = Number(readOption('--streams') ?? 1000)

const programs = findPostgres()
if (programs === undefined) throw new Error('No PostgreSQL here')
const cluster = await startPostgres(programs, {
  fsync: 'on',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
})
const measured: Measured[] = []
let streams: Streams | undefined
try {
  if (pages > 0) {
    streams = await measureStreams(cluster.url, pages)
    console.log(streams)
  }
  for (const movements of sizes) {
    const began = performance.now()
    const report = (step: string) =>
      console.log(`${movements} movements, ${((performance.now() - began) / 1000).toFixed(0)} s: ${step}`)
    const one = await measure(cluster.url, movements, report)
    console.log(JSON.stringify(one, null, 2))
    measured.push(one)
    if (process.argv.includes('--record')) writeTables(measured, streams)
  }
} finally {
  await cluster.stop()
}
