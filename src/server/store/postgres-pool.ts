// The connections of requests to PostgreSQL, and when each of them counts as lost.
import { Socket } from 'node:net'
import pg from 'pg'

// Connections of a server, and milliseconds: until a new one is overdue, until a statement is cancelled, and
// without a byte until a connection in use counts as lost. A machine that is gone answers nothing, not even
// that it is gone.
const mostOfAll = 10
const patience = 10_000
const longestStatement = 55_000
const longestSilence = 60_000

/** What a pool is for. */
export interface PoolPlan {
  readonly url: string
  /** Connections at the same time. */
  readonly most?: number
  /** The name under which the database shows its connections. */
  readonly name?: string
  /** Milliseconds without a byte until a connection in use counts as lost; tests set it. */
  readonly silence?: number
}

/** Opens a pool; nothing is connected before its first query. */
export function openPool({
  url,
  most = mostOfAll,
  name = 'trimline',
  silence = longestSilence,
}: PoolPlan): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: patience,
    // A server that hangs in a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: longestStatement,
    application_name: name,
    stream: () => {
      const socket = new Socket()
      socket.setKeepAlive(true, patience)
      socket.setTimeout(silence, () => socket.destroy(new Error('Connection terminated: no answer')))
      return socket
    },
  })
  // The pool replaces an idle connection that breaks. Without a listener it would end the process, before
  // anybody else listens.
  pool.on('error', () => {})
  return pool
}
