import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuanceReply } from '#contract/issuance.ts'
import { type Database, type DatabasePlace, openDatabase } from '#server/store/database.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { type Answer, barcodeOf, Clerk, fillWarehouse, moreLots } from '#tests/support/warehouse.ts'
import { simulationSeed } from './seed.ts'

// A server process is killed with SIGKILL while clerks work, again and again. Whatever it has answered must be there
// afterwards; what it has not answered is there wholly or not at all, and sending it again applies it once.

const rounds = 4
const clients = 6
const first = 101
const usernames = ['sam.super', 'ada.admin', 'lena.lead', 'pia.picker']

let directory: string
let fresh: { url: string; drop: () => Promise<void> } | undefined
let place: DatabasePlace

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trimline-kill-nine-'))
  fresh = testDatabaseUrl ? await createTestDatabase(testDatabaseUrl) : undefined
  place = fresh ? { kind: 'postgres', url: fresh.url } : { kind: 'directory', directory }
  await withDatabase((database) => fillWarehouse(database, moreLots(first, clients * 2, 1_000_000)))
})
afterAll(async () => {
  await fresh?.drop()
  rmSync(directory, { recursive: true, force: true })
})

/** Looks into the database while no server has it. */
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

/** A request as a client remembers it, with its answer once there is one. */
interface Sent {
  readonly clerk: Clerk
  readonly key: string
  readonly header: { readonly TagNbr?: string | null; readonly Status: string }
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  /** The status that header and lines have when it has been applied. */
  readonly to: 'RESERVED' | 'PICKED' | 'SHIPPED'
  answer?: Answer<IssuanceReply>
}

const send = ({ clerk, header, lines, key }: Sent) => clerk.save(header, lines, key)

/** Creates an issuance with two lines, picks both in one request, ships; then the next one, until the server is gone. */
async function work(clerk: Clerk, client: number, round: number, journal: Sent[], onAnswer: () => void) {
  const barcodes = [barcodeOf(first + client * 2), barcodeOf(first + client * 2 + 1)]
  const ask = async (sent: Omit<Sent, 'clerk' | 'key'>) => {
    const remembered: Sent = { ...sent, clerk, key: `${round}-${client}-${journal.length}` }
    journal.push(remembered)
    remembered.answer = await send(remembered)
    expect(remembered.answer.status).toBe(200)
    onAnswer()
    return remembered.answer.body
  }
  for (;;) {
    const created = await ask({
      header: { Status: 'RESERVED' },
      lines: barcodes.map((BarcodeID) => ({
        BarcodeID,
        Status: 'RESERVED',
        OrderQty: 2,
        StorageLocation: 'A-01',
      })),
      to: 'RESERVED',
    })
    const header = { TagNbr: created.TagNbr, Status: 'RESERVED' }
    const lines = (created.InventoryLines ?? []).map(({ ID, BarcodeID }) => ({ ID, BarcodeID }))
    await ask({
      header,
      lines: lines.map((line) => ({ ...line, Status: 'PICKED', PickQty: 1 })),
      to: 'PICKED',
    })
    await ask({
      header: { ...header, Status: 'SHIPPED' },
      lines: lines.map((line) => ({ ...line, Status: 'SHIPPED' })),
      to: 'SHIPPED',
    })
  }
}

test('kill -9 in the middle of work loses no answered request and half-applies none', async () => {
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
    const documents = await database.pool.query<{ count: string }>('select count(*) from document')
    const issued = await database.pool.query<{ sum: string }>(
      "select sum(qty) from balance where kind = 'issued'",
    )
    // Every request was applied once and only once, however often it was sent.
    expect(Number(documents.rows[0]?.count)).toBe(all.filter((each) => each.to === 'RESERVED').length)
    expect(Number(issued.rows[0]?.sum)).toBe(all.filter((each) => each.to === 'SHIPPED').length * 2)
  })
  expect(lost).toBeGreaterThan(0)
})

/** Every answered request is there; every other one wholly or not at all, and sent again it is applied once. */
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
    if (each.header.TagNbr) {
      const { InventoryLines } = await each.clerk.detail(each.header.TagNbr)
      expect(new Set(InventoryLines.map((line) => line.Status)).size).toBe(1)
    }
    each.answer = await sendUntilAnswered(each)
    expect(each.answer.status).toBe(200)
    expect((await send(each)).body).toEqual(each.answer.body)
  }
  const last = new Map(sent.map((each) => [tagOf(each), each]))
  await Promise.all(
    [...last].map(async ([tag, { clerk, to }]) => {
      const { InventoryLines } = await clerk.detail(tag)
      expect(InventoryLines.map((line) => line.Status)).toEqual([to, to])
    }),
  )
}

const tagOf = (sent: Sent): string => sent.header.TagNbr ?? sent.answer?.body.TagNbr ?? ''

/** The killed server's transaction may end a moment after its process. */
async function sendUntilAnswered(sent: Sent): Promise<Answer<IssuanceReply>> {
  for (;;) {
    const answer = await send(sent)
    if (!JSON.stringify(answer.body).includes('request_in_progress')) return answer
  }
}
