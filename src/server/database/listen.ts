// Receives commits of other servers on the same PostgreSQL, over its own connection.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { channels } from './notify-changes.ts'
import type { Queries } from './transaction.ts'

/** Callbacks for notifications. */
export interface Listener {
  /** Called when something was or may have been committed: read the changes. */
  readonly onChange: () => void
  /** Called with a message of a server on this database, possibly this one. */
  readonly onMessage: (word: string) => void
}

/** A subscription, active until `close`. */
export interface Subscription {
  /** Queries on the subscription's own connection, where the database has more than one. */
  readonly queries: () => Queries
  /** Notifies all servers, this one included, of commits. Returns whether it was connected. */
  readonly notify: () => Promise<boolean>
  /** Sends a message of at most 8000 bytes to the other servers, if any. */
  readonly broadcast: (word: string) => Promise<void>
  readonly close: () => Promise<void>
}

// Milliseconds between connection checks, the response timeout, and the reconnect delays.
const checkIntervalMs = 15_000
const responseTimeoutMs = 10_000
const reconnectDelaysMs = { first: 250, max: 10_000 } as const

/**
 * Listens on its own connection and reconnects after a failure.
 * One `onChange` after each connect covers missed changes.
 * `fallbackQueries` runs queries while disconnected. `onFailure` gets the reason of each disconnect.
 */
export function listenOnPostgres(
  url: string,
  fallbackQueries: Queries,
  listener: Listener,
  onFailure: (error: Error) => void,
): Subscription {
  let isClosed = false
  let current: { readonly client: pg.Client; readonly queries: Queries } | undefined
  let reconnectDelay: number = reconnectDelaysMs.first
  let reconnectTimer: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'trimline live',
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    })
    let isLost = false
    const disconnect = (error?: Error) => {
      if (isLost) return
      isLost = true
      if (current?.client === client) current = undefined
      client.end().catch(() => undefined)
      if (isClosed) return
      if (error) onFailure(error)
      reconnectTimer = setTimeout(() => void connect(), reconnectDelay * (0.5 + Math.random()))
      reconnectDelay = Math.min(reconnectDelaysMs.max, reconnectDelay * 2)
    }
    client.on('error', disconnect)
    client.on('end', () => disconnect())
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === channels.change) listener.onChange()
      else listener.onMessage(payload)
    })
    const checkTimer = setInterval(() => {
      if (isLost) clearInterval(checkTimer)
      else client.query('select').catch(disconnect)
    }, checkIntervalMs)
    checkTimer.unref()
    try {
      await client.connect()
      for (const channel of Object.values(channels)) await client.query(`listen ${channel}`)
    } catch (error) {
      disconnect(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (isClosed) {
      disconnect()
      return
    }
    reconnectDelay = reconnectDelaysMs.first
    current = { client, queries: drizzle({ client }) }
    listener.onChange()
  }
  const connecting = connect()

  return {
    queries: () => current?.queries ?? fallbackQueries,
    notify: async () => {
      const client = current?.client
      await client?.query('select pg_notify($1, $2)', [channels.change, ''])
      return client !== undefined
    },
    broadcast: async (word) => {
      await current?.client.query('select pg_notify($1, $2)', [channels.word, word])
    },
    close: async () => {
      isClosed = true
      clearTimeout(reconnectTimer)
      await connecting
      const client = current?.client
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
