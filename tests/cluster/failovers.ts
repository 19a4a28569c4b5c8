// The primary is killed under load, again and again: what was answered, what the people read meanwhile, and
// how long it took.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/store/database.ts'
import { type Sent, workOn } from '#tests/simulation/kills/journal.ts'
import { judge } from '#tests/simulation/kills/judge.ts'
import { barcodesOf, clients, fillForKills, openClerks } from '#tests/simulation/kills/warehouse.ts'
import { Random } from '#tests/simulation/outbox/random.ts'
import type { Answered } from '#tests/simulation/rounds-of-work.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { type ServerProcess, spawnBuiltServer } from '#tests/support/server-process.ts'
import type { Answer } from '#tests/support/warehouse.ts'
import type { Machines } from './machines.ts'

/** What one kill came to. */
export interface Failover {
  /** The node that was killed. */
  readonly node: string
  /**
   * Seconds from the kill to the first answer to a change that was sent after it, and to that of the last
   * client.
   */
  readonly firstAnswer: number
  readonly allAnswered: number
  /** Changes answered before the kill, and after it. */
  readonly before: number
  readonly after: number
  /**
   * Changes that were sent more than once, and those among them that had been applied at their first time.
   */
  readonly resent: number
  readonly hadBeenApplied: number
  readonly lost: number
  readonly doubled: number
  readonly half: number
  readonly broken: number
  /** How often each answer came that was none: 'status code', or what the connection said. */
  readonly read: ReadonlyMap<string, number>
  readonly findings: readonly string[]
}

// Milliseconds: until the same change is sent again, and that work goes on after everybody has been answered.
const again = 250
const afterwards = 2_000

class Stopped extends Error {}

/** The app over the cluster: two servers, filled for so many kills. */
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

/**
 * Kills the primary so often, each time under load; the killed node is a standby again before the next kill.
 */
export async function runFailovers(
  machines: Machines,
  { clerks }: App,
  kills: number,
  seed: number,
  tell: (failover: Failover) => void,
): Promise<readonly Failover[]> {
  const random = new Random(seed)
  const pool = new pg.Pool({ connectionString: machines.databaseUrl, max: 1 })
  pool.on('error', () => {}) // the next look has a new connection
  const all: Sent[] = []
  const failovers: Failover[] = []
  try {
    for (let round = 0; round < kills; round += 1) {
      await machines.whole()
      const node = await machines.primary()
      const load = startLoad(clerks, round)
      await load.reached(random.whole(40, 160))
      await pause(random.whole(0, 50))
      const killed = performance.now()
      const before = load.answered()
      await machines.kill(node)
      const { first, last } = await load.answeredSince(killed)
      await pause(afterwards)
      const sent = await load.stop()
      all.push(...sent)
      const verdict = await judge(pool, all, sent)
      const barcodes = Array.from({ length: clients }, (_, client) => barcodesOf(round, client)).flat()
      const broken = await findBrokenInvariants(pool, round === kills - 1 ? null : barcodes)
      const failover: Failover = {
        node,
        firstAnswer: (first - killed) / 1000,
        allAnswered: (last - killed) / 1000,
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
      tell(failover)
      machines.start(node)
    }
  } finally {
    await pool.end()
  }
  return failovers
}

// Work of all clients, each change sent until it is answered, as an outbox does.
function startLoad(clerks: App['clerks'], round: number) {
  let stopping = false
  let answered = 0
  let resent = 0
  let hadBeenApplied = 0
  const read = new Map<string, number>()
  const refused: string[] = []
  const note = (what: string) => read.set(what, (read.get(what) ?? 0) + 1)
  // When each client was first answered what it had sent after a moment.
  let since = Number.POSITIVE_INFINITY
  const answeredAt = new Map<number, number>()

  const deliver = async (client: number, sent: Sent): Promise<Answer<Answered>> => {
    if (stopping) throw new Stopped()
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now()
      const answer = await tryOnce(sent)
      if (typeof answer !== 'string') {
        answered += 1
        if (attempt > 1) resent += 1
        if (attempt > 1 && answer.headers.get('idempotency-replayed') === 'true') hadBeenApplied += 1
        if (answer.status !== 200) refused.push(`refused: ${sent.key} ${JSON.stringify(answer.body)}`)
        if (began > since && !answeredAt.has(client)) answeredAt.set(client, performance.now())
        return answer
      }
      note(answer)
      await pause(again)
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
    /** Waits until so many changes have been answered. */
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

// The answer, or what was there instead of one.
async function tryOnce({ clerk, path, body, key }: Sent): Promise<Answer<Answered> | string> {
  try {
    const answer = await clerk.call<Answered & { readonly code?: string }>('POST', path, { body, key })
    const { status } = answer
    const isWord = status < 500 && !(status === 409 && answer.body.code === 'request_in_progress')
    return isWord ? answer : `${status} ${answer.body.code}`
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
