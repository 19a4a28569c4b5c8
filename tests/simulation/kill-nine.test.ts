import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECURITY_KEYS } from '#contract/security-keys.ts'
import { issuedAccount, stockAccount } from '#kinds/accounts.ts'
import { type Database, type DatabasePlace, openDatabase } from '#server/store/database.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { type Answer, barcodeOf, Clerk, fillWarehouse, giveKeys, moreLots } from '#tests/support/warehouse.ts'
import {
  type Answered,
  type Asked,
  answeredNumber,
  foundBy,
  lineStatuses,
  type RoundKind,
  roundKinds,
  shelfOf,
  workRound,
} from './rounds-of-work.ts'
import { simulationSeed } from './seed.ts'

// A server process is killed with SIGKILL while clerks work, again and again. Whatever it has answered must be there
// afterwards; what it has not answered is there wholly or not at all, and sending it again applies it once.

// Milliseconds, for machines that have other work.
const patience = 600_000
const rounds = 4
const clients = 6
const first = 101
const plantsEach = 1_000_000
const correctedAccount = stockAccount('SAL', 'C-01')
const barcodesOf = (client: number) => [barcodeOf(first + client * 2), barcodeOf(first + client * 2 + 1)]
const shelfAccount = (client: number) => stockAccount('WAT', shelfOf(barcodeOf(first + client * 2)))
const usernames = ['sam.super', 'ada.admin', 'lena.lead', 'pia.picker']

let directory: string
let fresh: { url: string; drop: () => Promise<void> } | undefined
let place: DatabasePlace

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trimline-kill-nine-'))
  fresh = testDatabaseUrl ? await createTestDatabase(testDatabaseUrl) : undefined
  place = fresh ? { kind: 'postgres', url: fresh.url } : { kind: 'directory', directory }
  const lots = moreLots(first, clients * 2, plantsEach)
  const account = issuedAccount('Grower', 'G1')
  const corrected = Array.from({ length: clients }, (_, client) => moreLots(first + client * 2, 1, 0)).flat()
  const shelves = Array.from({ length: clients }, (_, client) =>
    moreLots(first + client * 2, 2, foundBy(0)).map((lot) => ({ ...lot, account: shelfAccount(client) })),
  ).flat()
  await withDatabase(async (database) => {
    await fillWarehouse(database, [
      ...lots,
      // What returns may take back, what counts find, and what is corrected at the other location.
      ...lots.map((lot) => ({ ...lot, account })),
      ...shelves,
      ...corrected.map((lot) => ({ ...lot, account: correctedAccount })),
    ])
    for (const username of usernames) await giveKeys({ database }, username, SECURITY_KEYS)
    await database.pool.query("insert into person_location (username, location) values ('pia.picker', 'SAL')")
  })
})
afterAll(async () => {
  await fresh?.drop()
  rmSync(directory, { recursive: true, force: true })
})

// Looks into the database while no server has it.
async function withDatabase<Value>(look: (database: Database) => Promise<Value>): Promise<Value> {
  const opened = await openDatabase(place)
  if (!opened.ok) throw new Error(`The database did not open: ${JSON.stringify(opened.error)}`)
  try {
    return await look(opened.value)
  } finally {
    await opened.value.close()
  }
}

function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// A request as a client remembers it, with its answer once there is one.
interface Sent extends Asked {
  readonly clerk: Clerk
  readonly key: string
  answer?: Answer<Answered>
}

const send = ({ clerk, path, body, key }: Sent) => clerk.call<Answered>('POST', path, { body, key })

// Does rounds of work of every kind, each client beginning with another one, until the server is gone.
async function work(clerk: Clerk, client: number, round: number, journal: Sent[], onAnswer: () => void) {
  const barcodes = barcodesOf(client)
  const ask = async (asked: Asked) => {
    const remembered: Sent = { ...asked, clerk, key: `${round}-${client}-${journal.length}` }
    journal.push(remembered)
    remembered.answer = await send(remembered)
    expect(remembered.answer.status).toBe(200)
    onAnswer()
    return remembered.answer.body
  }
  for (let turn = client + round; ; turn += 1) {
    const kind = roundKinds[turn % roundKinds.length] ?? 'issuance'
    await workRound(ask, kind, barcodes, 1_000 * (round + 1) + journal.length)
  }
}

test('kill -9 in the middle of work loses no answered request and half-applies none', {
  timeout: patience,
}, async () => {
  const seed = simulationSeed()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const settings = {
    ...(place.kind === 'postgres' ? { DATABASE_URL: place.url } : { DATA_DIR: directory }),
    PORT: String(port),
    SEED_DEMO: 'no',
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
  }
  const tokens = new Map<string, Tokens>()
  const call = async (
    username: string | undefined,
    method: string,
    path: string,
    options: { body?: unknown; key?: string } = {},
  ) =>
    fetch(`${address}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(username ?? '')?.accessToken}`,
        'content-type': 'application/json',
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
  const clerks = usernames.map((username) => new Clerk({ call }, username))
  const clerkOf = (client: number) => {
    const clerk = clerks[client % clerks.length]
    if (!clerk) throw new Error('There are clerks for every client')
    return clerk
  }
  const all: Sent[] = []
  let sent: Sent[] = []
  let lost = 0

  for (let round = 0; ; round += 1) {
    const server = spawnServer(settings)
    await server.ready
    for (const username of usernames) {
      if (!tokens.has(username)) tokens.set(username, await signIn(address, username))
    }
    lost += sent.filter((each) => !each.answer).length
    await checkAfterwards(sent)
    all.push(...sent)
    if (round === rounds) {
      expect(await server.end('SIGTERM')).toBe(0)
      break
    }

    // Some number of answers after the start, different in each round, the process is gone.
    const enough = 20 + ((seed >> (round * 3)) % 61)
    let answers = 0
    const journals: Sent[][] = Array.from({ length: clients }, () => [])
    const ends = await Promise.allSettled(
      journals.map((journal, client) =>
        work(clerkOf(client), client, round, journal, () => {
          answers += 1
          if (answers === enough) server.process.kill('SIGKILL')
        }),
      ),
    )
    expect(await server.ended).toBe('SIGKILL')
    for (const end of ends) {
      // The connection broke: that is how each of them ends. Anything else is a finding.
      if (end.status === 'fulfilled' || !(end.reason instanceof TypeError))
        throw new Error('It ended otherwise', { cause: end })
    }
    sent = journals.flat()
    await withDatabase(async (database) => {
      expect(await findBrokenInvariants(database.pool), `SIMULATION_SEED=${seed}`).toEqual([])
    })
  }

  await withDatabase(async (database) => {
    expect(await findBrokenInvariants(database.pool), `SIMULATION_SEED=${seed}`).toEqual([])
    const done = (kind: RoundKind, step: string) =>
      all.filter((each) => each.kind === kind && each.step === step).length
    // Every request was applied once and only once, however often it was sent.
    const documents = await database.pool.query<{ kind: string; count: string }>(
      'select kind, count(*) from document group by kind order by kind',
    )
    expect(documents.rows.map(({ kind, count }) => [kind, Number(count)])).toEqual([
      ['count', done('count', 'create')],
      ['dump', done('dump', 'create')],
      ['issuance', done('issuance', 'create')],
      ['return', done('return', 'create')],
      ['transfer', done('transfer', 'create')],
    ])
    const barcodes = Array.from({ length: clients }, (_, client) => barcodesOf(client)).flat()
    const { rows } = await database.pool.query<{ kind: string; sum: string }>(
      `select kind, sum(qty) from balance
        where barcode = any ($1) and kind in ('issued', 'dumped', 'grower-storage', 'transit') group by kind`,
      [barcodes],
    )
    const sums = Object.fromEntries(rows.map(({ kind, sum }) => [kind, Number(sum)]))
    expect({ dumped: 0, 'grower-storage': 0, transit: 0, ...sums }).toEqual({
      issued: plantsEach * clients * 2 + (done('issuance', 'ship') - done('return', 'post')) * 2,
      dumped: done('dump', 'dump') * 2,
      'grower-storage': done('return', 'post') * 2,
      transit: (done('transfer', 'ship') - done('transfer', 'complete')) * 2,
    })
    const corrections = await database.pool.query<{ barcode: string; qty: string }>(
      'select barcode, qty from balance where kind = $1 and owner = $2 and place = $3',
      [correctedAccount.kind, correctedAccount.owner, correctedAccount.place],
    )
    const last = new Map(
      all.filter(({ kind }) => kind === 'adjustment').map((each) => [barcodeCorrected(each), each.to]),
    )
    for (const [barcode, to] of last) {
      expect(corrections.rows.find((row) => row.barcode === barcode)?.qty, barcode).toBe(to)
    }
    // What the last closed count has found is what stands on its shelf.
    for (let client = 0; client < clients; client += 1) {
      const { kind, owner, place: shelf } = shelfAccount(client)
      const closed = all.findLast((each) => each.step === 'close' && bodyShelf(each) === shelf)
      const found = all.find((each) => each.kind === 'count' && numberOf(each) === closed?.number)
      const stands = await database.pool.query<{ qty: string }>(
        'select distinct qty from balance where (kind, owner, place) = ($1, $2, $3)',
        [kind, owner, shelf],
      )
      expect(stands.rows.map(({ qty }) => Number(qty))).toEqual([found ? countedIn(found) : foundBy(0)])
    }
  })
  expect(lost).toBeGreaterThan(0)
})

const barcodeCorrected = ({ body }: Sent) => (body as { BarcodeID?: string }).BarcodeID ?? ''
const numberOf = ({ kind, number, answer }: Sent) => number ?? answeredNumber(kind, answer?.body)
const bodyShelf = ({ body }: Sent) => (body as { CountHeader?: { Shelf: string } }).CountHeader?.Shelf
const countedIn = ({ body }: Sent) =>
  (body as { CountLines?: readonly { CountedQty: number }[] }).CountLines?.[0]?.CountedQty

// Every answered request is there; every other one wholly or not at all, and sent again it is applied once.
async function checkAfterwards(sent: readonly Sent[]): Promise<void> {
  await Promise.all(
    sent.map(async (each) => {
      if (!each.answer) return
      const repeated = await send(each)
      expect(repeated.body).toEqual(each.answer.body)
      expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    }),
  )
  for (const each of sent.filter((one) => !one.answer)) {
    if (each.number !== null) {
      expect(new Set(await lineStatuses(each.clerk, each.kind, each.number)).size).toBe(1)
    }
    each.answer = await sendUntilAnswered(each)
    expect(each.answer.status).toBe(200)
    expect((await send(each)).body).toEqual(each.answer.body)
  }
  const last = new Map(
    sent.map((each) => [each.number ?? answeredNumber(each.kind, each.answer?.body), each]),
  )
  await Promise.all(
    [...last].map(async ([number, { clerk, kind, to }]) => {
      if (number !== null) expect(await lineStatuses(clerk, kind, number)).toEqual([to, to])
    }),
  )
}

// The killed server's transaction may end a moment after its process.
async function sendUntilAnswered(sent: Sent): Promise<Answer<Answered>> {
  for (;;) {
    const answer = await send(sent)
    if (!JSON.stringify(answer.body).includes('request_in_progress')) return answer
  }
}
