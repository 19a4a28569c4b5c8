// Prints 60 labels in six messages while the agent is killed once or twice. The simulated user answers each
// question correctly.

import { parse } from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient, installClient } from '#app/api/client.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { PrintServer } from '#core/wire/print-server.ts'
import type { AskPerson } from '#input/questions/question.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import type { PrintAgent } from '#tests/support/print-agent.ts'
import { recordOf, startAgent, startPrintDesk, testAgentOptions } from '#tests/support/print-desk.ts'
import { installJobStore, jobsAtom, openJobStore } from './jobs/job-store.ts'
import { createRunner, type Runner } from './jobs/runner.ts'
import type { FailureReply } from './print-job.ts'

const PARTS = [0, 1, 2, 3, 4, 5]
type When = 'received' | 'printed' | 'answered' | 'before the start' | 'twice'
const moments: readonly { readonly part: number; readonly when: When }[] = [
  ...PARTS.flatMap((part) => (['received', 'printed', 'answered'] as const).map((when) => ({ part, when }))),
  { part: 0, when: 'before the start' },
  { part: 2, when: 'twice' },
]

let runner: Runner | undefined
beforeEach(() => startFakeDatabase())
afterEach(() => runner?.close())

const printedLabels = (agent: PrintAgent) =>
  agent.printed.reduce((sum, { bytes }) => sum + Number.parseInt(bytes.toString(), 10), 0)

it.each(moments)(
  'killed at part $part, $when: exactly 60 labels print, and questions name only the part in doubt',
  async ({ part, when }) => {
    const { server } = await startPrintDesk()
    installClient(
      createClient({
        apiBase: server.base,
        tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) },
      }),
    )
    store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
    const agent = await startAgent()
    agent.hold()
    const kill = async () => {
      await agent.stop()
      await agent.startAgain()
    }
    const asked: string[] = []
    const ask: AskPerson = async ({ facts = {} }) => {
      const name = String(facts.part)
      asked.push(name)
      const [, to = ''] = /to (\d+) of/.exec(name) ?? []
      // The labels come out in order, so the count shows whether the part printed.
      return printedLabels(agent) >= Number(to) ? 'yes' : 'printAgain'
    }
    const explain = async (): Promise<FailureReply> => {
      await agent.startAgain()
      return 'printAgain'
    }
    const jobs = openJobStore('jobs')
    installJobStore(jobs)
    runner = createRunner(jobs, 'pia', () => ({
      ask,
      explain,
      agent: { scheme: 'ws', token: '' },
      options: { ...testAgentOptions, timeouts: { ...testAgentOptions.timeouts, retries } },
    }))
    // An agent that is off at first is started by the user; a killed agent restarts automatically.
    const retries = when === 'before the start' ? [] : Array.from({ length: 200 }, () => 10)
    if (when === 'before the start') await agent.stop()
    const ended = runner.start(
      {
        kind: 'labels',
        items: [{ barcode: 'B123456789', labels: 60 }],
        of: '',
        template: 'roll',
        perPart: 10,
        location: 'WAT',
        season: 'S1',
      },
      parse(PrintServer, recordOf(agent.port)),
    )
    for (let at = 0; at < part; at += 1) (await agent.nextJob()).finish()
    if (when !== 'before the start') {
      const job = await agent.nextJob()
      if (when === 'printed') job.finishSilently()
      if (when === 'answered') job.finish()
      await kill()
    }
    if (when === 'twice') {
      ;(await agent.nextJob()).finishSilently()
      await kill()
    }
    agent.release()
    await ended

    expect(printedLabels(agent)).toBe(60)
    expect(store.get(jobsAtom)).toMatchObject([{ state: 'printed', doubt: null }])
    // Each kill causes at most one question, about at most the ten labels of one message.
    expect(asked.length).toBeLessThanOrEqual(when === 'twice' ? 2 : 1)
    for (const name of asked) expect(name).toMatch(/^labels \d?1 to \d0 of B123456789$/)
  },
)
