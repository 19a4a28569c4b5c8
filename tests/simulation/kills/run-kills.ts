// Kills a server process with SIGKILL again and again while clerks work. Every answered change must be
// stored. An unanswered change must be stored whole or not at all, and a retry must apply it once.
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { freePort } from '#tests/support/free-port.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Random } from '../outbox/random.ts'
import type { KillEngine } from './engines.ts'
import { type Sent, send, workOn } from './journal.ts'
import { judge } from './judge.ts'
import { barcodesOf, clients, fillForKills, openClerks } from './warehouse.ts'

/** Totals of a run. */
export interface KillCounts {
  kills: number
  /** Kills of a server that was still starting. */
  inStart: number
  /** Changes that were answered before a kill. */
  answered: number
  /** Changes whose answer was lost by a kill. Each was sent again with its key. */
  resent: number
  /** Changes of `resent` that the killed server had already applied. */
  hadBeenApplied: number
  lost: number
  doubled: number
  half: number
  /** Broken invariants of the ledger. */
  broken: number
  /** Seconds from the start of a process to its first answer. */
  longestRestart: number
  /** A sentence for each finding. */
  readonly findings: string[]
}

export interface KillPlan {
  readonly engine: KillEngine
  readonly kills: number
  readonly seed: number
  readonly spawn: (settings: Readonly<Record<string, string>>) => ServerProcess
  /** On average one of so many kills is followed by a kill during the next start. 0: never. */
  readonly startEach: number
  /** Called after each kill. */
  readonly report?: (counts: KillCounts) => void
}

// So many kills share their barcodes: most checks look only at these barcodes.
const groupSize = 25
const nothingWrong = { lost: [], doubled: [], half: [] }

/** Fills the database, kills as planned, and checks after each kill and at the end. */
export async function runKills(plan: KillPlan): Promise<KillCounts> {
  const { engine, kills, spawn } = plan
  const random = new Random(plan.seed)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    ...engine.settings,
    PORT: String(port),
    SEED_DEMO: 'no',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
    ACCESS_TOKEN_SECONDS: '86400',
  }
  const counts: KillCounts = {
    kills: 0,
    inStart: 0,
    answered: 0,
    resent: 0,
    hadBeenApplied: 0,
    lost: 0,
    doubled: 0,
    half: 0,
    broken: 0,
    longestRestart: 0,
    findings: [],
  }
  const clerks = openClerks(() => address)
  await engine.fill((database) => fillForKills(database, Math.ceil(kills / groupSize)))

  const all: Sent[] = []
  let before: readonly Sent[] = []
  let sent: readonly Sent[] = []
  const start = async () => {
    if (plan.startEach > 0 && counts.kills > 0 && counts.kills < kills && random.chance(1 / plan.startEach)) {
      const early = spawn(settings)
      await pause(random.whole(0, 1_500))
      await early.end('SIGKILL')
      counts.kills += 1
      counts.inStart += 1
    }
    const began = performance.now()
    const server = spawn(settings)
    await server.ready
    await fetch(`${address}/health/ready`)
    counts.longestRestart = Math.max(counts.longestRestart, (performance.now() - began) / 1000)
    return server
  }
  // Checks the invariants of these barcodes; null: of all.
  const check = async (pool: Pool, barcodes: readonly string[] | null) => {
    const broken = await findBrokenInvariants(pool, barcodes)
    return { ...(await judge(pool, all, [...before, ...sent])), broken }
  }
  const add = (verdict: Awaited<ReturnType<typeof check>>) => {
    for (const kind of ['lost', 'doubled', 'half', 'broken'] as const) {
      counts[kind] += verdict[kind].length
      counts.findings.push(...verdict[kind].map((text) => `kill ${counts.kills}, ${kind}: ${text}`))
    }
  }

  let server = await start()
  try {
    await clerks.signIn()
    while (counts.kills < kills) {
      // Kills the server after a number of answers and a short delay.
      const killAfterAnswers = random.whole(5, 80)
      const killDelayMs = random.whole(0, 15)
      const round = counts.kills
      const journals: Sent[][] = Array.from({ length: clients }, () => [])
      let answers = 0
      const deliver = async (one: Sent) => {
        const answer = await send(one)
        if (answer.status !== 200)
          throw new Error(`${one.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        answers += 1
        if (answers === killAfterAnswers) setTimeout(() => server.process.kill('SIGKILL'), killDelayMs)
        return answer
      }
      const group = Math.floor(round / groupSize)
      const barcodes = Array.from({ length: clients }, (_, client) => barcodesOf(group, client))
      const ends = await Promise.allSettled(
        journals.map((journal, client) =>
          workOn({ clerk: clerks.clerkOf(client), client, round }, barcodes[client] ?? [], journal, deliver),
        ),
      )
      const exitCause = await server.end('SIGKILL')
      for (const end of ends) {
        // Every client ends when its connection breaks. Any other end is a finding.
        if (exitCause !== 'SIGKILL' || end.status === 'fulfilled' || !(end.reason instanceof TypeError))
          throw new Error(`It ended otherwise: ${exitCause}`, { cause: end })
      }
      counts.kills += 1
      before = sent
      sent = journals.flat()
      all.push(...sent)
      const unanswered = sent.filter((each) => !each.answer)
      counts.answered += sent.length - unanswered.length
      counts.resent += unanswered.length

      const checkedBarcodes = round % 10 === 0 ? null : barcodes.flat()
      const checking = engine.inspect((pool) => check(pool, checkedBarcodes))
      if (engine.inspectsBeforeRestart) await checking
      const [verdict, started] = await Promise.allSettled([checking, start()])
      if (started.status === 'rejected') throw started.reason
      server = started.value
      if (verdict.status === 'rejected') throw verdict.reason
      add(verdict.value)
      counts.hadBeenApplied += unanswered.filter(({ key }) => verdict.value.applied.has(key)).length
      add({
        ...nothingWrong,
        ...(await sendAgain(sent, verdict.value.applied)),
        broken: [],
        applied: new Set(),
      })
      plan.report?.(counts)
    }
    const end = await server.end('SIGTERM')
    if (end !== 0) throw new Error(`The server did not end in order: ${end}`)
    add(await engine.inspect((pool) => check(pool, null)))
    return counts
  } finally {
    // Leaves no process behind, also after a failure.
    await server.end('SIGKILL')
  }
}

// Repeats every request. An answered one must get its first answer; another one must be applied once.
async function sendAgain(sent: readonly Sent[], applied: ReadonlySet<string>) {
  const lost: string[] = []
  const doubled: string[] = []
  await Promise.all(
    sent.map(async (each) => {
      if (!each.answer) return
      const repeated = await send(each)
      const isSame = JSON.stringify(repeated.body) === JSON.stringify(each.answer.body)
      if (!isSame || repeated.headers.get('idempotency-replayed') !== 'true')
        doubled.push(`answered anew: ${each.key}`)
    }),
  )
  for (const each of sent.filter((one) => !one.answer)) {
    each.answer = await send(each)
    const { status, body, headers } = each.answer
    if (status !== 200) lost.push(`sent again, refused: ${each.key} ${JSON.stringify(body)}`)
    if (applied.has(each.key) !== (headers.get('idempotency-replayed') === 'true')) {
      doubled.push(`applied before, and again: ${each.key}`)
    }
    const repeated = await send(each)
    if (JSON.stringify(repeated.body) !== JSON.stringify(body)) doubled.push(`answered anew: ${each.key}`)
  }
  return { lost, doubled }
}
