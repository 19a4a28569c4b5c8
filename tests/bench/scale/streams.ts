// Measures many open pages on one server, each with a stream of live updates: memory, and the delay and CPU
// time of a change.

import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { openDatabase } from '#server/database/database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { fillWarehouse } from '#tests/support/warehouse.ts'
import { cpuOf } from '../server/cpu.ts'

/** The results for the open pages. */
export interface Streams {
  readonly pages: number
  /** Seconds until all pages were open. */
  readonly opened: number
  /** Bytes of the server's memory for each page. */
  readonly bytesOfPage: number
  /** Number of pages that receive a change, and milliseconds until half of them and all received it. */
  readonly recipientCount: number
  readonly half: number
  readonly last: number
  /** CPU milliseconds of the server for one change. */
  readonly cpuOfChange: number
  /** The same if ten people make a hundred changes at once: the server combines their notifications. */
  readonly cpuInBurst: number
  /** Connections to the database while all pages are open. */
  readonly connections: number
}

const audience = 'urn:bench'
const changes = 20
const burst = 100
// Half of the pages are at the location of the changes.
const places = ['WAT', 'SAL']

/** Opens `pages` streams at one server with a database of its own. */
export async function measureStreams(url: string, pages: number): Promise<Streams> {
  const testDatabase = await createTestDatabase(url)
  const provider = await startProvider()
  const database = await openDatabase({ kind: 'postgres', url: testDatabase.url })
  if (!database.ok) throw new Error(`The database did not open: ${database.error.code}`)
  const { pool } = database.value
  await fillWarehouse(database.value)
  await pool.query(
    `with made as (insert into person (username, name) select 'page' || n, 'Page ' || n from generate_series(0, $1::int - 1) as n returning username),
      keys as (insert into person_key (username, security_key) select username, key from made, unnest(array['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY']) as key)
      insert into person_location (username, location)
        select username, ($2::text[])[1 + substr(username, 5)::int % 2] from made`,
    [pages, places],
  )
  const server = spawnServer({
    DATABASE_URL: testDatabase.url,
    SEED_DEMO: 'no',
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '1000000',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'bench',
    OIDC_AUDIENCE: audience,
  })
  const openStreams: IncomingMessage[] = []
  try {
    const address = await server.ready
    const pid = server.process.pid ?? 0
    const before = residentBytes(pid)
    const began = performance.now()
    const received: { readonly at: number; readonly page: number }[] = []
    let heartbeats = 0
    for (let page = 0; page < pages; page += 1) {
      const stream = await openStream(address, await provider.token(`page${page}`))
      openStreams.push(stream)
      let partialLine = ''
      stream.setEncoding('utf8').on('data', (text: string) => {
        const lines = (partialLine + text).split('\n')
        partialLine = lines.pop() ?? ''
        for (const line of lines) {
          if (line.includes('"Type":"change"')) received.push({ at: performance.now(), page })
          else if (line !== '') heartbeats += 1
        }
      })
    }
    const opened = (performance.now() - began) / 1000
    const bytesOfPage = (residentBytes(pid) - before) / pages
    const headers = {
      authorization: `Bearer ${await provider.token('page0')}`,
      'content-type': 'application/json',
    }
    const change = async () => {
      const answer = await fetch(`${address}/api/issuance`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          IssuanceHeader: {
            IssueToType: 'Grower',
            IssueToNbr: 'G1',
            Status: 'OPEN',
            InventoryLocation: 'WAT',
            TrimSeasonID: 'S1',
            StorageType: 'INVENTORY',
          },
          InventoryLines: [],
        }),
      })
      if (!answer.ok) throw new Error(`The change was refused: ${answer.status} ${await answer.text()}`)
    }
    await change()
    const recipientCount = Math.ceil(pages / places.length)
    await until(() => received.length >= recipientCount)
    const halves: number[] = []
    const lasts: number[] = []
    const cpuBefore = cpuOf([pid])
    for (let count = 0; count < changes; count += 1) {
      received.length = 0
      await change()
      const sent = performance.now()
      await until(() => received.length >= recipientCount)
      const delays = received.map(({ at }) => at - sent).toSorted((one, other) => one - other)
      halves.push(delays[delays.length >> 1] ?? 0)
      lasts.push(delays.at(-1) ?? 0)
    }
    const cpuOfChange = (cpuOf([pid]) - cpuBefore) / changes
    const cpuBeforeBurst = cpuOf([pid])
    received.length = 0
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let count = 0; count < burst / 10; count += 1) await change()
      }),
    )
    await until(() => received.length >= burst * recipientCount)
    const cpuInBurst = (cpuOf([pid]) - cpuBeforeBurst) / burst
    const { rows } = await pool.query<{ n: string }>(
      'select count(*) as n from pg_stat_activity where datname = current_database()',
    )
    if (heartbeats < pages) throw new Error('Not every page was answered')
    return {
      pages,
      opened,
      bytesOfPage,
      recipientCount,
      half: median(halves),
      last: median(lasts),
      cpuOfChange,
      cpuInBurst,
      connections: Number(rows[0]?.n ?? 0),
    }
  } finally {
    for (const stream of openStreams) stream.destroy()
    await server.end()
    provider.stop()
    await database.value.close()
    await testDatabase.drop()
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((settle) => setTimeout(settle, 2))
}

// Resident memory of a process in bytes, from /proc; 0 if unknown.
function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

const openStream = (address: string, token: string) =>
  new Promise<IncomingMessage>((settle, fail) => {
    const request = get(
      `${address}/api/changes`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode === 200) settle(answer)
        else fail(new Error(`A stream was refused: ${answer.statusCode}`))
      },
    )
    request.on('error', fail)
  })

// An identity provider that only serves keys: the bench signs the tokens.
async function startProvider() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' }
  let issuer = ''
  const server = createServer(({ url }, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(url === '/keys' ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    token: (username: string) =>
      new SignJWT({ preferred_username: username, groups: ['trimline-users'] })
        .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(username)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    stop: () => void server.close(),
  }
}
