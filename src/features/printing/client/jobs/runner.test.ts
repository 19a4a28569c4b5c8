// Tests which runner may resume a stored job: the same user, on the page that took it over last, after the
// original page closed.
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient, installClient } from '#app/api/client.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { PrintServer } from '#core/wire/print-server.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { startFakeLocks } from '#tests/support/fake-locks.ts'
import { recordOf, startAgent, startPrintDesk, testAgentOptions } from '#tests/support/print-desk.ts'
import { installJobStore, type JobStore, openJobStore, type StoredJob } from './job-store.ts'
import { createRunner, type Runner } from './runner.ts'
import type { PrintWork } from './work.ts'

let jobs: JobStore
const runners: Runner[] = []
beforeEach(async () => {
  startFakeDatabase()
  startFakeLocks()
  jobs = openJobStore('jobs')
  installJobStore(jobs)
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  const { server } = await startPrintDesk()
  installClient(
    createClient({
      apiBase: server.base,
      tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) },
    }),
  )
})
afterEach(() => {
  for (const runner of runners.splice(0)) runner.close()
})

// The simulated user confirms that the labels in doubt came out.
const openRunner = (user = 'pia') => {
  const runner = createRunner(jobs, user, () => ({
    ask: async () => 'yes',
    explain: async () => 'dismissed',
    agent: { scheme: 'ws', token: '' },
    options: testAgentOptions,
  }))
  runners.push(runner)
  return runner
}
const twenty: PrintWork = {
  kind: 'labels',
  items: [{ barcode: 'B123456789', labels: 20 }],
  of: '',
  template: 'roll',
  perPart: 10,
  location: 'WAT',
  season: 'S1',
}
const stored = (more: Partial<StoredJob>): StoredJob => ({
  id: 'job',
  user: 'pia',
  at: 1,
  changed: 1,
  work: twenty,
  server: parse(PrintServer, recordOf(1)),
  next: 1,
  doubt: null,
  state: 'running',
  runner: 'a page that is gone',
  ...more,
})

describe('an interrupted job', () => {
  it('is found after its page closes, but not while the page is open', async () => {
    const [open, closed] = [openRunner(), openRunner()]
    await jobs.add(stored({ id: 'of the open one', runner: open.name }))
    await jobs.add(stored({ id: 'of the closed one', runner: closed.name }))
    const another = openRunner()
    expect(await another.findInterrupted()).toEqual([])
    closed.close()
    await expect
      .poll(async () => (await another.findInterrupted()).map(({ id }) => id))
      .toEqual(['of the closed one'])
  })

  it('is found for its own user only', async () => {
    await jobs.add(stored({}))
    expect(await openRunner('sam').findInterrupted()).toEqual([])
    expect((await openRunner().findInterrupted()).map(({ id }) => id)).toEqual(['job'])
  })
})

it('a job that another page took over is not continued by the first page', async () => {
  const agent = await startAgent()
  agent.hold()
  const first = openRunner()
  const ended = first.start(twenty, parse(PrintServer, recordOf(agent.port)))
  const held = await agent.nextJob()
  const [{ id } = { id: '' }] = await jobs.read()
  // The second page asks about the labels in doubt and continues with the next ones.
  const resumed = openRunner().print(id, 'rest')
  const rest = await agent.nextJob()
  held.finish()
  await ended
  rest.finish()
  await resumed
  agent.release()
  expect(agent.printed.map(({ bytes }) => bytes.toString())).toEqual(['10 labels', '10 labels'])
  expect(agent.received).toHaveLength(2)
  expect(await jobs.read()).toMatchObject([{ state: 'printed', next: 2 }])
})
