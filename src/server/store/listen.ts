// Hears what other servers on the same PostgreSQL have committed. One connection beside the pool, so that it waits for nobody.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { channels } from './tell-change.ts'
import type { Queries } from './transaction.ts'

/** What a server wants to hear of the database. */
export interface Listener {
  /** Something that others are told of has been committed, or may have been: whoever is told looks. */
  readonly changed: () => void
  /** A word of a server on this database, maybe one's own. */
  readonly said: (word: string) => void
}

/** An ear on the database, until `close`. */
export interface Listening {
  /** Queries that wait for none of the calls where the database has room for that. */
  readonly queries: () => Queries
  /** Passes a word on to the other servers, 8000 bytes at most; where there are none it goes nowhere. */
  readonly say: (word: string) => Promise<void>
  readonly close: () => Promise<void>
}

// Milliseconds: between looks whether the connection still answers, until an answer is overdue, and before another attempt.
const lookEvery = 15_000
const patience = 10_000
const pauses = { first: 250, most: 10_000 } as const

/**
 * Listens on a connection of its own, which is made anew for as long as it takes when it is lost; what was missed meanwhile is made up
 * for by one `changed`. `meanwhile` answers queries while there is none. `onFailure` hears why there is none.
 */
export function listenOnPostgres(
  url: string,
  meanwhile: Queries,
  listener: Listener,
  onFailure: (error: Error) => void,
): Listening {
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
      if (channel === channels.change) listener.changed()
      else listener.said(payload)
    })
    const look = setInterval(() => {
      if (lost) clearInterval(look)
      else client.query('select').catch(lose)
    }, lookEvery)
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
    listener.changed()
  }
  const connecting = connect()

  return {
    queries: () => current?.queries ?? meanwhile,
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
