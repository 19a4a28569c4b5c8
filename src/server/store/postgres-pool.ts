// The connections of requests to PostgreSQL, and when each of them counts as lost.
import { Socket } from 'node:net'
import pg from 'pg'

// Connections of a server, and milliseconds: until a new one is overdue, until a statement is cancelled, and without a byte until a
// connection in use counts as lost. A machine that is gone answers nothing, not even that it is gone.
const most = 10
const patience = 10_000
const longestStatement = 55_000
const longestSilence = 60_000

/** Opens a pool; nothing is connected before its first query. `silence` in milliseconds, for tests. */
export function openPool({
  url,
  silence = longestSilence,
}: {
  readonly url: string
  readonly silence?: number
}): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: patience,
    // A server that hangs in a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: longestStatement,
    application_name: 'trimline',
    stream: () => {
      const socket = new Socket()
      socket.setKeepAlive(true, patience)
      socket.setTimeout(silence, () => socket.destroy(new Error('Connection terminated: no answer')))
      return socket
    },
  })
}
