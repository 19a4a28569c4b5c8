// Opens connection pools to PostgreSQL, and detects lost connections.
import { Socket } from 'node:net'
import pg from 'pg'

// The inactivity timeout detects a dead machine, which does not close its connections.
const defaultMaxConnections = 10
const connectTimeoutMs = 10_000
const statementTimeoutMs = 55_000
const defaultInactivityTimeoutMs = 60_000

/** Options of a pool. */
export interface PoolOptions {
  readonly url: string
  /** Maximum number of connections. */
  readonly maxConnections?: number
  /** The connections' name in the database. */
  readonly name?: string
  /** Milliseconds without a byte before a connection in use counts as lost; tests set it. */
  readonly inactivityTimeoutMs?: number
}

/** Opens a pool. It connects at the first query. */
export function openPool({
  url,
  maxConnections = defaultMaxConnections,
  name = 'trimline',
  inactivityTimeoutMs = defaultInactivityTimeoutMs,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    // A hanging server must not hold its locks forever.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: statementTimeoutMs,
    application_name: name,
    stream: () => {
      const socket = new Socket()
      socket.setKeepAlive(true, connectTimeoutMs)
      socket.setTimeout(inactivityTimeoutMs, () =>
        socket.destroy(new Error('Connection terminated: no answer')),
      )
      return socket
    },
  })
  // The pool replaces broken idle connections. Without a listener, the error would end the process.
  pool.on('error', () => {})
  return pool
}
