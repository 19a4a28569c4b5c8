// Receives commits of other servers on the same PostgreSQL, over one connection beside the pool.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { channels } from './notify-changes.ts'
import type { Queries } from './transaction.ts'

/** The callbacks of a server. */
export interface Listener {
  /** Something was committed, or may have been: read the changes. */
  readonly onChange: () => void
  /** A message of a server on this database, possibly this one. */
  readonly onMessage: (word: string) => void
}

/** A subscription to the database, until `close`. */
export interface Subscription {
  /** Queries on a connection of their own where the database has more than one. */
  readonly queries: () => Queries
  /** Notifies all servers of commits, this one too; says whether it could. */
  readonly notify: () => Promise<boolean>
  /** Sends a message to the other servers, 8000 bytes at most; does nothing if there are none. */
  readonly say: (word: string) => Promise<void>
  readonly close: () => Promise<void>
}

// Milliseconds: between checks of the connection, until an answer is overdue, and before a reconnect.
const checkInterval = 15_000
const patience = 10_000
const pauses = { first: 250, most: 10_000 } as const

/**
 * Listens on a connection of its own and reconnects until it works; one `changed` then covers what was
 * missed. `meanwhile` is used for queries while there is no connection. `onFailure` gets the reason.
 */
export function listenOnPostgres(
  url: string,
  meanwhile: Queries,
  listener: Listener,
  onFailure: (error: Error) => void,
): Subscription {
  let closed = false
  let current: { readonly client: pg.Client; readonly queries: Queries } | undefined
  let pause: number = pauses.first
  let waiting: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'trimline live',
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    let lost = false
    const lose = (error?: Error) => {
      if (lost) return
      lost = true
      if (current?.client === client) current = undefined
      client.end().catch(() => undefined)
      if (closed) return
      if (error) onFailure(error)
      waiting = setTimeout(() => void connect(), pause * (0.5 + Math.random()))
      pause = Math.min(pauses.most, pause * 2)
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === channels.change) listener.onChange()
      else listener.onMessage(payload)
    })
    const look = setInterval(() => {
      if (lost) clearInterval(look)
      else client.query('select').catch(lose)
    }, checkInterval)
    look.unref()
    try {
      await client.connect()
      for (const channel of Object.values(channels)) await client.query(`listen ${channel}`)
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (closed) {
      lose()
      return
    }
    pause = pauses.first
    current = { client, queries: drizzle({ client }) }
    listener.onChange()
  }
  const connecting = connect()

  return {
    queries: () => current?.queries ?? meanwhile,
    notify: async () => {
      const client = current?.client
      await client?.query('select pg_notify($1, $2)', [channels.change, ''])
      return client !== undefined
    },
    say: async (word) => {
      await current?.client.query('select pg_notify($1, $2)', [channels.word, word])
    },
    close: async () => {
      closed = true
      clearTimeout(waiting)
      await connecting
      const client = current?.client
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
