import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { composeBusiness } from '#server/boot/business.ts'
import { type RunningServer, type ServerParts, startServer } from '#server/boot/compose.ts'
import type { Settings } from '#server/boot/environment.ts'
import { openTestDatabase } from './database.ts'
import { signIn, type Tokens } from './sign-in.ts'

export type LogLine = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
} & Readonly<Record<string, unknown>>

export type TestServer = RunningServer & {
  /** All log lines so far. */
  readonly logged: readonly LogLine[]
  /** Signs in a demo user over HTTP, once; later calls use the same tokens. */
  readonly tokensOf: (username: string) => Promise<Tokens>
  /** Calls `/api/{path}` as a demo user, or without a token. A `body` is sent as JSON. */
  readonly call: (
    username: string | undefined,
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; headers?: Record<string, string> },
  ) => Promise<Response>
}

// The label templates of the product.
const productTemplates = () => {
  const read = readLabelTemplates()
  if (!read.ok) throw new Error(read.error.join('\n'))
  return read.value
}

const testSettings: Settings = {
  port: 0,
  host: '127.0.0.1',
  database: { kind: 'memory' },
  readUrl: undefined,
  publicUrl: undefined,
  appOrigins: [],
  otherServer: undefined,
  identity: { kind: 'embedded', accessTokenSeconds: 900 },
  groups: {
    admin: ['trimline-super-admins', 'trimline-admins'],
    regular: ['trimline-users'],
    readOnly: ['trimline-readers'],
    entityAdmin: ['trimline-super-admins', 'trimline-admins'],
  },
  tls: undefined,
  environmentName: undefined,
  logLevel: 'silent',
  numberPatterns: {},
  labelTemplates: productTemplates(),
  printAgent: {},
  printHosts: [],
  seedDemo: false,
  requestsPerMinute: 1_000_000,
  signInsPerMinute: 1_000_000,
}

/**
 * Starts the real server in this process on a free port, with a separate database: PGlite in memory, or a new
 * database on TEST_DATABASE_URL. `close` ends both.
 */
export async function startTestServer(
  settings: Partial<Settings> = {},
  parts: Partial<ServerParts> = {},
): Promise<TestServer> {
  const logged: LogLine[] = []
  const keep = (level: LogLine['level']) => (fields: object, message: string) => {
    logged.push({ ...fields, level, message })
  }
  const database = parts.database ?? (await openTestDatabase())
  const closeOwnDatabase = () => (parts.database ? Promise.resolve() : database.close())
  const started = await startServer(
    { ...testSettings, ...settings },
    {
      log: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
      business: composeBusiness,
      // A short timeout: nothing waits for requests that a test leaves open.
      shutdownTimeoutMs: 500,
      ...parts,
      database,
    },
  ).catch(async (error: unknown) => {
    await closeOwnDatabase()
    throw error
  })
  if (!started.ok) {
    await closeOwnDatabase()
    throw new Error(`The test server did not start: ${JSON.stringify(started.error)}`)
  }
  const server = started.value
  // Servers can share a public address, so calls use the server's own port.
  const baseUrl = settings.publicUrl === undefined ? server.url : `http://127.0.0.1:${server.port}`
  const signedIn = new Map<string, Promise<Tokens>>()
  const tokensOf = (username: string) => {
    const tokens = signedIn.get(username) ?? signIn(server.url, username)
    signedIn.set(username, tokens)
    return tokens
  }
  return {
    ...server,
    logged,
    tokensOf,
    call: async (username, method, path, { body, key, headers } = {}) =>
      fetch(`${baseUrl}/api/${path}`, {
        method,
        headers: {
          ...(username !== undefined && {
            authorization: `Bearer ${(await tokensOf(username)).accessToken}`,
          }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    close: async () => {
      await server.close()
      await closeOwnDatabase()
    },
  }
}
