// Runs the real server in this process over PGlite, without sockets, and resets its tables for each seed.
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig } from 'pg'
import { stockAccount } from '#core/kinds/accounts.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { createChangeFeed } from '#features/live/server/change-feed.ts'
import { closeLive, createLive, readChanges, sendHeartbeat } from '#features/live/server/live.ts'
import { mountLive } from '#features/live/server/mount-live.ts'
import { composeBusiness } from '#server/boot/business.ts'
import { createAllPorts, prefetchForChange } from '#server/boot/ports.ts'
import { type Database } from '#server/database/database.ts'
import { createChangeRunner } from '#server/database/idempotency.ts'
import { createLedgerMarks } from '#server/database/ledger-marks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createApp } from '#server/http/app.ts'
import type { Log } from '#server/http/ports.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { fillWarehouse, giveKeys, moreLots } from '#tests/support/warehouse.ts'
import { watchTimers } from './browser-globals.ts'

/** An answer as it leaves the server. */
export interface Served {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Whether another server did the change. Its messages do not show it. */
  readonly did?: boolean
  /** For live updates: the first part of the stream, and its reader. */
  readonly stream?: {
    readonly first: ReadableStreamReadResult<Uint8Array>
    readonly reader: ReadableStreamDefaultReader<Uint8Array>
  }
}

/** A call as it reaches the server. */
export interface Calling {
  readonly method: string
  /** The path from the origin on, with the query. */
  readonly path: string
  readonly token: string
  readonly key: string | undefined
  readonly body: string | undefined
}

export interface SimulatedServer {
  readonly database: Database
  readonly serve: (calling: Calling) => Promise<Served>
  /** Starts the server again over the same database. */
  readonly restart: () => void
  /** Sends a heartbeat to the streams. */
  readonly sendHeartbeat: () => Promise<void>
  /** Adds a mark of the ledger, as the server does periodically. */
  readonly mark: () => Promise<void>
  /** Copies all tables that change. */
  readonly backUp: () => Promise<void>
  /** Restores the database from the copy. */
  readonly restore: () => Promise<void>
  /** Gives a person all keys and locations, or removes them. */
  readonly setRights: (person: string, has: boolean) => Promise<void>
  /** Deletes idempotency keys, as the server does with old ones. */
  readonly forgetKeys: (keys: readonly string[]) => Promise<void>
  /** Restores the state of `keepAsStart`. */
  readonly reset: () => Promise<void>
  readonly keepAsStart: () => Promise<void>
  /** Unexpected failures since the last reset. */
  readonly failures: string[]
  readonly close: () => Promise<void>
}

/** The people who work. They have all rights at all locations. */
export const PEOPLE = ['pia.picker', 'lena.lead'] as const

/** The first barcode, their number, and the plants of each at its two shelves. */
export const BARCODES = { first: 101, count: 60, plants: 400, elsewhere: 40 } as const

// The two shelves of a barcode.
const SHELVES = ['A-01', 'B-02'] as const

// Ordered so that no table refers to a later one.
const TABLES = [
  'document',
  'issuance',
  'transfer',
  'adjustment_request',
  'dump',
  'document_line',
  'balance',
  'movement',
  'movement_chain',
]
const EMPTIED = ['change', 'idempotency_key', 'count', 'plant_return', 'ledger_mark']
// Tables whose ids the database generates.
const NUMBERED = ['document_line', 'movement', 'change']
const SEQUENCES = ['issuance', 'transfer', 'dump', 'return', 'count', 'request'].map(
  (each) => `${each}_number`,
)

/** Opens the test warehouse with more plants. `isGood`: the person of a token; undefined if it is invalid. */
export async function openServer(
  isGood: (token: string) => string | undefined,
  now: () => number,
): Promise<SimulatedServer> {
  const timers = watchTimers()
  const opened = await openTestDatabase()
  const lots = moreLots(BARCODES.first, BARCODES.count, BARCODES.plants)
  const account = stockAccount('WAT', SHELVES[1])
  await fillWarehouse(opened, [
    ...lots,
    ...lots.map((lot) => ({ ...lot, account, quantity: BARCODES.elsewhere })),
  ])
  for (const each of PEOPLE) await giveKeys({ database: opened }, each, SECURITY_KEYS)
  await opened.pool.query(
    "insert into person_location (username, location) values ('pia.picker', 'SAL') on conflict do nothing",
  )
  const pool = withStatementNames(opened)
  const database: Database = {
    ...opened,
    pool,
    queries: drizzle({ client: pool }),
    transaction: (work) => inTransaction(pool, work),
    // Nothing listens for notifications here.
    listen: () => ({
      queries: () => drizzle({ client: pool }),
      notify: async () => true,
      broadcast: async () => {},
      close: async () => {},
    }),
  }
  const failures: string[] = []
  const ignore = () => undefined
  const log: Log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (fields, message) => {
      const { error } = fields as { readonly error?: unknown }
      failures.push(`${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    },
  }
  const groups = { admin: [], regular: ['workers'], readOnly: [], entityAdmin: [] }
  const business = await composeBusiness(
    database,
    { groups, labelTemplates: [], seedDemo: false } as never,
    log,
  )
  business.stop?.()
  const ports = createAllPorts(database.queries)
  const marks = createLedgerMarks(opened)
  const openLive = () =>
    createLive({
      changes: createChangeFeed(() => database.queries),
      people: ports.people,
      documents: ports.documents,
      groups,
      broadcast: async () => {},
      log,
      now,
    })
  let live = openLive()
  const start = () =>
    createApp({
      handlers: business.handlers,
      mounts: [(api, { endedTokens }) => mountLive(api, { live, groups, people: ports.people }, endedTokens)],
      ledgerState: marks.state,
      runChange: createChangeRunner(database, prefetchForChange),
      mayChange: business.mayChange,
      onAdmitted: async () => {},
      endedTokens: {
        has: () => false,
        onRevoked: () => undefined,
        revoke: async () => {},
        revokeGrant: async () => {},
        refresh: async () => {},
      },
      printSources: async () => [],
      verifyToken: async (token) => {
        const username = isGood(token)
        return username === undefined
          ? fail('expired')
          : succeed({
              username,
              tokenId: token,
              issuedAt: 0,
              groups: ['workers'],
              tokenEnds: Number.MAX_SAFE_INTEGER,
            })
      },
      runtimeConfig: () => {
        throw new Error('Nobody asks for the settings')
      },
      checkHealth: () => Promise.reject(new Error('Nobody asks for its health')),
      liveness: () => {
        throw new Error('Nobody asks whether it lives')
      },
      classifyDatabaseError: () => undefined,
      isSequenceExhausted: () => false,
      isNumberTooLarge: () => false,
      headers: { secure: false },
      appDirectory: '/nowhere',
      limits: {
        perUser: { perMinute: 1e9, burst: 1e9 },
        refusedPerAddress: { perMinute: 1e9, burst: 1e9 },
      },
      log,
    })
  let app = start()
  // Without generated columns.
  const columns = new Map<string, string>()

  const run = async (statements: readonly string[]) => {
    const client = await opened.pool.connect()
    try {
      // A trigger forbids to delete movements; the reset has to.
      await client.query(['set session_replication_role = replica', ...statements].join(';\n'))
      await client.query('set session_replication_role = origin')
    } finally {
      client.release()
    }
  }
  const copyTo = (schema: string) =>
    run([
      `drop schema if exists ${schema} cascade`,
      `create schema ${schema}`,
      ...[...TABLES, ...EMPTIED].map((each) => `create table ${schema}.${each} as select * from ${each}`),
      ...SEQUENCES.map(
        (each) => `create table ${schema}.${each} as select last_value, is_called from ${each}`,
      ),
    ])
  const putBack = (schema: string) =>
    run([
      `truncate ${[...TABLES, ...EMPTIED].join(', ')} restart identity cascade`,
      ...[...TABLES, ...EMPTIED].map((each) => {
        const all = columns.get(each)
        return NUMBERED.includes(each)
          ? `insert into ${each} (${all}) overriding system value select ${all} from ${schema}.${each};
               select setval(pg_get_serial_sequence('${each}', 'id'), (select coalesce(max(id), 0) + 1 from ${each}), false)`
          : `insert into ${each} (${all}) select ${all} from ${schema}.${each}`
      }),
      ...SEQUENCES.map(
        (each) =>
          `select setval('${each}', (select last_value from ${schema}.${each}), (select is_called from ${schema}.${each}))`,
      ),
    ])
  const restart = () => {
    closeLive(live)
    live = openLive()
    app = start()
  }
  return {
    database: opened,
    serve: async ({ method, path, token, key, body }) => {
      const response = await app.fetch(
        new Request(`http://trimline.test${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(body !== undefined && { body }),
        }),
        {},
      )
      const { status, headers } = response
      const isStream = headers.get('content-type') === 'application/x-ndjson'
      if (isStream && response.body) {
        const reader = response.body.getReader()
        return { status, headers, text: '', stream: { first: await reader.read(), reader } }
      }
      if (method !== 'GET') await readChanges(live)
      return { status, headers, text: await response.text() }
    },
    restart,
    sendHeartbeat: () => sendHeartbeat(live),
    mark: () => marks.mark(),
    backUp: () => copyTo('backup'),
    restore: async () => {
      await putBack('backup')
      restart()
      await marks.mark()
    },
    setRights: async (person, has) => {
      await opened.pool.query('update person_key set active = $2 where username = $1', [person, has])
      await opened.pool.query('update person_location set active = $2 where username = $1', [person, has])
    },
    forgetKeys: async (keys) => {
      if (keys.length > 0) await opened.pool.query('delete from idempotency_key where key = any($1)', [keys])
    },
    keepAsStart: async () => {
      const { rows } = await opened.pool.query<{ name: string; columns: string }>(
        `select table_name as name, string_agg(column_name, ', ' order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
      )
      for (const { name, columns: all } of rows) columns.set(name, all)
      await opened.pool.query(`truncate ${EMPTIED.join(', ')} restart identity cascade`)
      await copyTo('start')
    },
    reset: async () => {
      restart()
      failures.length = 0
      for (const each of PEOPLE) {
        await opened.pool.query('update person_key set active = true where username = $1', [each])
        await opened.pool.query('update person_location set active = true where username = $1', [each])
      }
      await putBack('start')
      await marks.mark()
    },
    failures,
    close: async () => {
      await business.close?.()
      await opened.close()
      timers()
    },
  }
}

// Gives every statement with values a name, so that the database reuses its plan: the same few statements run
// thousands of times.
function withStatementNames({ pool }: Database): Database['pool'] {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `statement-${names.size}`
    names.set(text, name)
    return name
  }
  // The statements of a transaction get names too.
  const ask = (of: Pick<PoolClient, 'query'>) => (asked: string | QueryConfig, values?: unknown[]) =>
    of.query(
      typeof asked === 'string' || 'submit' in asked ? asked : { ...asked, name: nameOf(asked.text) },
      values,
    )
  const withNamedStatements = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return ask(target)
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return async () => withNamedStatements(await target.connect())
      if (name === 'query') return ask(target)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
