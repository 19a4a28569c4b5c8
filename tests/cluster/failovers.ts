// Kills the primary under load, repeatedly. Checks acknowledged changes and measures errors and recovery
// time.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { type Sent, workOn } from '#tests/simulation/kills/journal.ts'
import { judge } from '#tests/simulation/kills/judge.ts'
import { barcodesOf, clients, fillForKills, openClerks } from '#tests/simulation/kills/warehouse.ts'
import { Random } from '#tests/simulation/outbox/random.ts'
import type { Answered } from '#tests/simulation/rounds-of-work.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { type ServerProcess, spawnBuiltServer } from '#tests/support/server-process.ts'
import type { Answer } from '#tests/support/warehouse.ts'
import type { Machines } from './machines.ts'

/** The result of one kill. */
export interface Failover {
  /** The killed node. */
  readonly node: string
  /**
   * Seconds from the kill to the first response to a change sent after it, over all clients and for the last
   * client.
   */
  readonly firstAnswer: number
  readonly allAnswered: number
  /** Changes acknowledged before the kill and after it. */
  readonly before: number
  readonly after: number
  /** Retried changes, and those of them that the first attempt had applied. */
  readonly resent: number
  readonly hadBeenApplied: number
  readonly lost: number
  readonly doubled: number
  readonly half: number
  readonly broken: number
  /** Failed attempts by error: 'status code', or the connection error. */
  readonly read: ReadonlyMap<string, number>
  readonly findings: readonly string[]
}

// The delay before a retry, and the work after all clients got a response.
const retryDelayMs = 250
const loadAfterRecoveryMs = 2_000

class Stopped extends Error {}

/** Starts two servers over the cluster, with stock for this number of kills. */
export async function openApp(machines: Machines, kills: number) {
  const admin = new pg.Client({ connectionString: machines.databaseUrl.replace(/trimline$/, 'postgres') })
  await admin.connect()
  await admin.query('create database trimline')
  await admin.end()
  const opened = await openDatabase({ kind: 'postgres', url: machines.databaseUrl })
  if (!opened.ok) throw new Error(`The database did not open: ${JSON.stringify(opened.error)}`)
  await fillForKills(opened.value, kills)
  await opened.value.close()
  const servers = machines.appPorts.map((port) =>
    spawnBuiltServer({
      DATABASE_URL: machines.databaseUrl,
      PORT: String(port),
      PUBLIC_URL: machines.appUrl,
      SEED_DEMO: 'no',
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE: '1000000',
      ACCESS_TOKEN_SECONDS: '86400',
    }),
  )
  await Promise.all(servers.map(({ ready }) => ready))
  while ((await statusOf(`${machines.appUrl}/health/ready`)) !== 200) await pause(100)
  const clerks = openClerks(() => machines.appUrl)
  await clerks.signIn()
  return { clerks, servers, stop: () => Promise.all(servers.map((server: ServerProcess) => server.end())) }
}
export type App = Awaited<ReturnType<typeof openApp>>

/** Kills the primary `kills` times under load. The killed node is a standby again before the next kill. */
export async function runFailovers(
  machines: Machines,
  { clerks }: App,
  kills: number,
  seed: number,
  report: (failover: Failover) => void,
): Promise<readonly Failover[]> {
  const random = new Random(seed)
  const pool = new pg.Pool({ connectionString: machines.databaseUrl, max: 1 })
  pool.on('error', () => {}) // the next query gets a new connection
  const all: Sent[] = []
  const failovers: Failover[] = []
  try {
    for (let round = 0; round < kills; round += 1) {
      await machines.waitUntilComplete()
      const node = await machines.primary()
      const load = startLoad(clerks, round)
      await load.reached(random.whole(40, 160))
      await pause(random.whole(0, 50))
      const killedAt = performance.now()
      const before = load.answered()
      await machines.kill(node)
      const { first, last } = await load.answeredSince(killedAt)
      await pause(loadAfterRecoveryMs)
      const sent = await load.stop()
      all.push(...sent)
      const verdict = await judge(pool, all, sent)
      const barcodes = Array.from({ length: clients }, (_, client) => barcodesOf(round, client)).flat()
      const broken = await findBrokenInvariants(pool, round === kills - 1 ? null : barcodes)
      const failover: Failover = {
        node,
        firstAnswer: (first - killedAt) / 1000,
        allAnswered: (last - killedAt) / 1000,
        before,
        after: load.answered() - before,
        ...load.repeated(),
        lost: verdict.lost.length,
        doubled: verdict.doubled.length + load.refused.length,
        half: verdict.half.length,
        broken: broken.length,
        read: load.read,
        findings: [...verdict.lost, ...verdict.doubled, ...verdict.half, ...broken, ...load.refused],
      }
      failovers.push(failover)
      report(failover)
      machines.start(node)
    }
  } finally {
    await pool.end()
  }
  return failovers
}

// Simulates all clients. Each change is retried until it is acknowledged, as in an outbox.
function startLoad(clerks: App['clerks'], round: number) {
  let stopping = false
  let answered = 0
  let resent = 0
  let hadBeenApplied = 0
  const read = new Map<string, number>()
  const refused: string[] = []
  const countError = (error: string) => read.set(error, (read.get(error) ?? 0) + 1)
  // Per client: time of the first response to a change sent after `since`.
  let since = Number.POSITIVE_INFINITY
  const answeredAt = new Map<number, number>()

  const deliver = async (client: number, sent: Sent): Promise<Answer<Answered>> => {
    if (stopping) throw new Stopped()
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now()
      const answer = await tryOnce(sent)
      if (typeof answer !== 'string') {
        answered += 1
        if (attempt > 1) resent += 1
        if (attempt > 1 && answer.headers.get('idempotency-replayed') === 'true') hadBeenApplied += 1
        if (answer.status !== 200) refused.push(`refused: ${sent.key} ${JSON.stringify(answer.body)}`)
        if (startedAt > since && !answeredAt.has(client)) answeredAt.set(client, performance.now())
        return answer
      }
      countError(answer)
      await pause(retryDelayMs)
    }
  }
  const journals: Sent[][] = Array.from({ length: clients }, () => [])
  const ends = journals.map((journal, client) =>
    workOn({ clerk: clerks.clerkOf(client), client, round }, barcodesOf(round, client), journal, (sent) =>
      deliver(client, sent),
    ).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error
    }),
  )
  return {
    read,
    refused,
    answered: () => answered,
    /** Waits until this number of changes is acknowledged. */
    reached: async (enough: number) => {
      const isReached = () => answered >= enough
      while (!isReached()) await Promise.race([pause(5), Promise.all(ends)])
    },
    repeated: () => ({ resent, hadBeenApplied }),
    answeredSince: async (moment: number) => {
      since = moment
      while (answeredAt.size < clients) await Promise.race([pause(10), Promise.all(ends)])
      const times = [...answeredAt.values()]
      return { first: Math.min(...times), last: Math.max(...times) }
    },
    stop: async () => {
      stopping = true
      await Promise.all(ends)
      return journals.flat().filter(({ answer }) => answer)
    },
  }
}

// Returns the response, or the error as text.
async function tryOnce({ clerk, path, body, key }: Sent): Promise<Answer<Answered> | string> {
  try {
    const answer = await clerk.call<Answered & { readonly code?: string }>('POST', path, { body, key })
    const { status } = answer
    const isFinal = status < 500 && !(status === 409 && answer.body.code === 'request_in_progress')
    return isFinal ? answer : `${status} ${answer.body.code}`
  } catch (error) {
    if (error instanceof SyntaxError) return 'a page of the balancer'
    if (error instanceof TypeError) return 'no connection'
    return error instanceof Error ? `500: ${error.message}` : String(error)
  }
}

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  )
}
