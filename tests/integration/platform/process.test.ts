import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { succeed } from '#core/wire/result.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { recordReadSentences } from '#tests/support/reliability/reads.ts'
import { startTestServer } from '#tests/support/server.ts'
import { type ServerProcess, spawnServer } from '#tests/support/server-process.ts'
import { refresh, signIn } from '#tests/support/sign-in.ts'

// Tests that need a process: exit codes, signals, folders and ports in use.
let directory: string
let database: { url: string; drop: () => Promise<void> } | undefined
let data: Record<string, string>
const started: ServerProcess[] = []

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trimline-process-'))
  database = testDatabaseUrl ? await createTestDatabase(testDatabaseUrl) : undefined
  data = {
    ...(database ? { DATABASE_URL: database.url } : { DATA_DIR: join(directory, 'data') }),
    SEED_DEMO: 'no',
  }
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.end('SIGKILL')))
})
afterAll(async () => {
  await database?.drop()
  rmSync(directory, { recursive: true })
})

const freePort = () =>
  new Promise<number>((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })

const start = (settings: Record<string, string>) => {
  const server = spawnServer(settings)
  started.push(server)
  return server
}

// Returns the message of a start that must fail, without a stack.
async function refusalOf(settings: Record<string, string>): Promise<string[]> {
  const server = start(settings)
  expect(await server.ended).toBe(1)
  const { stdout, stderr } = server.output()
  expect(stdout).toBe('')
  expect(stderr).not.toMatch(/^\s+at /m)
  const sentences = stderr.trim().split('\n')
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  return sentences
}

test('starts, prints its address and audience, serves, and ends with 0 on SIGTERM', async () => {
  const server = start(data)
  const address = await server.ready
  expect((await fetch(`${address}/health`)).status).toBe(200)
  const { stdout } = server.output()
  for (const username of ['sam.super', 'pia.picker', 'nora.noaccess']) expect(stdout).toContain(username)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a folder of a killed server opens again', async () => {
  const killed = start(data)
  await killed.ready
  expect(await killed.end('SIGKILL')).toBe('SIGKILL')
  const next = start(data)
  expect((await fetch(`${await next.ready}/health`)).status).toBe(200)
  expect(await next.end('SIGINT')).toBe(0)
})

test('a signed-in person stays signed in when the server is killed and restarted', async () => {
  const settings = { ...data, PORT: String(await freePort()) }
  const direct = (server: ServerProcess) => server.ready
  const killed = start(settings)
  const { refreshToken } = await signIn(await direct(killed), 'pia.picker')
  await killed.end('SIGKILL')
  const next = start(settings)
  const { accessToken } = await refresh(await direct(next), refreshToken)
  const authorization = `Bearer ${accessToken}`
  const answer = await fetch(`${await direct(next)}/api/no-such-call`, { headers: { authorization } })
  expect(answer.status).toBe(404)
  expect(await next.end()).toBe(0)
})

test('a port in use is reported with the setting that changes it', async () => {
  const holder = createServer()
  const port = await new Promise<number>((settle) => {
    holder.listen(0, '127.0.0.1', () => {
      const address = holder.address()
      settle(typeof address === 'object' && address ? address.port : 0)
    })
  })
  try {
    expect(await refusalOf({ ...data, PORT: String(port) })).toEqual([
      `Port ${port} is taken by another program: end that one, or choose another port with PORT.`,
    ])
  } finally {
    holder.close()
  }
})

test('Fault 10: a data folder in use is reported with its process', async ({ task }) => {
  const folder = join(directory, 'shared')
  const first = start({ DATA_DIR: folder, SEED_DEMO: 'no' })
  await first.ready
  const [sentence] = await refusalOf({ DATA_DIR: folder, SEED_DEMO: 'no' })
  expect(sentence).toBe(
    `The data folder ${folder} is in use by process ${first.process.pid}: end that one, or choose another folder with DATA_DIR.`,
  )
  recordReadSentences(
    task,
    String(sentence)
      .replace(folder, 'FOLDER')
      .replace(/process \d+/, 'process NUMBER'),
  )
  expect(await first.end()).toBe(0)
})

test('a data folder that cannot be written is reported', async () => {
  const [sentence] = await refusalOf({ DATA_DIR: '/dev/null/data' })
  expect(sentence).toMatch(/^The data folder \/dev\/null\/data cannot be written .* DATA_DIR\.$/)
})

test('a database that does not answer is reported without its password', async () => {
  const [sentence] = await refusalOf({ DATABASE_URL: 'postgres://trimline:hunter2@127.0.0.1:1/trimline' })
  expect(sentence).toMatch(/^The database server 127\.0\.0\.1:1 cannot be reached .* DATABASE_URL\.$/)
  expect(sentence).not.toContain('hunter2')
})

test('all wrong settings are reported together', async () => {
  const sentences = await refusalOf({ PORT: 'eighty', PUBLIC_URL: 'trimline', LOG_LEVEL: 'loud' })
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'PUBLIC_URL', 'LOG_LEVEL'])
})

test('the demo users never exist in production', async () => {
  const [sentence] = await refusalOf({ ...data, NODE_ENV: 'production' })
  expect(sentence).toMatch(/^OIDC_ISSUER must name an identity provider when NODE_ENV is production/)
})

test('serves https with a given certificate', async () => {
  const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  const server = start({ ...data, TLS_CERT: certificate, TLS_KEY: key })
  const address = await server.ready
  expect(address).toMatch(/^https:\/\/localhost:\d+$/)
  const headers = await new Promise<Record<string, unknown>>((settle, fail) => {
    const call = request(`${address}/health`, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      settle({ ...answer.headers })
    })
    call.once('error', fail)
    call.end()
  })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(await server.end()).toBe(0)
})

test('an invalid certificate is reported', async () => {
  const file = join(directory, 'nonsense.pem')
  writeFileSync(file, 'nonsense')
  const [sentence] = await refusalOf({ ...data, TLS_CERT: file, TLS_KEY: file })
  expect(sentence).toMatch(/^TLS_CERT and TLS_KEY cannot be used together/)
})

test('closing finishes running requests and accepts no new ones', async () => {
  let letGo = () => {}
  let entered = () => {}
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const server = await startTestServer(
    {},
    {
      shutdownTimeoutMs: 60_000,
      business: async () => ({
        extensions: [],
        handlers: {
          warehouse: async () => {
            entered()
            await held
            return succeed({ Data: [] })
          },
        },
      }),
    },
  )
  const running = server.call('pia.picker', 'GET', 'warehouse')
  await inside
  const closed = server.close()
  await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed')
  letGo()
  expect((await running).status).toBe(200)
  await closed
})
