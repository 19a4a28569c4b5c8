// Sends changes and presence to the streams of other users (docs/live.md).
// One database query serves all streams of this server. Rights are checked before each message.
import * as v from 'valibot'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import type { DocumentsPort } from '#documents/server/documents-port.ts'
import { type EndReason, type LiveEvent, PRESENCE_STAGES } from '#features/live/common/live.ts'
import {
  type Absence,
  type Presence,
  type PresenceByTab,
  type PresenceChange,
  recordPresence,
  removeExpired,
} from '#features/live/server/presence.ts'
import {
  type ChangeScope,
  type ChangesPort,
  type CommittedChange,
  maySeeChange,
} from '#server/domain/changes.ts'
import { identifyAll, type PeoplePort, type Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { Log, SignedIn } from '#server/http/ports.ts'

export interface LiveParts {
  readonly changes: ChangesPort
  readonly people: Pick<PeoplePort, 'rightsOf'>
  readonly documents: Pick<DocumentsPort, 'scopeOf'>
  readonly groups: IdentityGroups
  /** Sends a message to the other servers, which pass it to `receive`. */
  readonly broadcast: (message: string) => Promise<void>
  readonly log: Log
  /** Current time in milliseconds since 1970. */
  readonly now: () => number
}

/** The write side of a stream. `write` returns false if the reader is too slow. */
export interface Reader {
  readonly user: SignedIn
  readonly write: (news: LiveEvent) => boolean
  readonly end: () => void
}

/** A window's report of its open document and line. */
export interface PresenceReport {
  readonly tab: string
  readonly number: string | null
  readonly barcode: string | null
  readonly stage: Presence['stage']
}

export interface Live {
  /** Starts a stream: first the changes since a position, then live ones. Returns a function that ends it. */
  readonly openStream: (reader: Reader, since: string | undefined) => () => void
  /** Records a window's report. Returns `not_found` for documents that the user may not open. */
  readonly reportPresence: (person: Person, at: PresenceReport) => Promise<Result<true, Problem>>
  /** Reads new changes and sends them. Call after a possible commit. */
  readonly readChanges: () => Promise<void>
  /** Handles a message of another server. */
  readonly receive: (message: string) => void
  /** Sends a heartbeat to all readers and ends expired streams. Call every `LIVE.beat` milliseconds. */
  readonly heartbeat: () => Promise<void>
  /** Ends the streams whose token was revoked. */
  readonly endStreams: (hasEnded: (user: SignedIn) => boolean) => void
  /** Ends all streams for shutdown. */
  readonly close: () => void
}

// Maximum streams per user and server. The oldest one is closed.
const maxStreamsPerPerson = 8

interface Stream {
  readonly reader: Reader
  /** Messages queued while the stream catches up; null once it is live. */
  queued: ((person: Person) => readonly LiveEvent[])[] | null
  /** The user's rights at the last read; undefined before. */
  rights: string | undefined
}

const presenceSchema = v.object({
  by: v.string(),
  tab: v.string(),
  kind: v.string(),
  mode: v.picklist(['inventory', 'growerStorage']),
  locations: v.array(v.string()),
  number: v.string(),
  barcode: v.nullable(v.string()),
  stage: v.picklist(PRESENCE_STAGES),
})
const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([presenceSchema, v.object({ by: v.string(), tab: v.string(), number: v.null() })]),
)

/** Creates the live updates of this server. */
export function createLive(parts: LiveParts): Live {
  const { changes, log, now } = parts
  const streams = new Set<Stream>()
  let position: Promise<string> | undefined
  let currentRead: Promise<void> | undefined
  let shouldReadAgain = false
  let present: PresenceByTab = new Map()

  const end = (stream: Stream, Reason: EndReason) => {
    if (!streams.delete(stream)) return
    stream.reader.write({ Type: 'end', Reason })
    stream.reader.end()
  }
  const write = (stream: Stream, news: readonly LiveEvent[]) => {
    if (!news.every(stream.reader.write)) end(stream, 'slow')
  }

  /** Returns the streams whose users still have access, with their current rights. Ends all others. */
  const readers = async (among: ReadonlySet<Stream>): Promise<readonly (readonly [Stream, Person])[]> => {
    const all = [...among]
    const people = await identifyAll(
      parts.people,
      parts.groups,
      all.map(({ reader }) => reader.user),
    )
    return all.flatMap((stream, index) => {
      const person = people[index]
      if (!streams.has(stream)) return []
      if (stream.reader.user.tokenEnds <= now()) end(stream, 'expired')
      else if (!person?.ok || person.value.keys.size === 0) end(stream, 'off')
      else return [[stream, person.value] as const]
      return []
    })
  }

  const broadcast = async (newsFor: (person: Person) => readonly LiveEvent[]) => {
    // Queue for streams that catch up: rights are read asynchronously, and a stream may start meanwhile.
    for (const stream of streams) stream.queued?.push(newsFor)
    const live = new Set([...streams].filter(({ queued }) => queued === null))
    if (live.size === 0) return
    for (const [stream, person] of await readers(live))
      write(stream, [...newsOfRights(stream, person), ...newsFor(person)])
  }

  const readOnce = async () => {
    if (streams.size === 0) {
      position = undefined
      return
    }
    position ??= changes.position()
    const found = await changes.since(await position)
    if (found === 'unknown') {
      position = changes.position()
      const Since = await position
      await broadcast(() => [{ Type: 'reload', Since }])
      return
    }
    if (found.changes.length > 0) await broadcast(newsOf(found.changes, found.position))
    // Set after sending: an earlier heartbeat would report the changes as sent.
    position = Promise.resolve(found.position)
  }
  const readChanges = (): Promise<void> => {
    shouldReadAgain = true
    currentRead ??= (async () => {
      while (shouldReadAgain) {
        shouldReadAgain = false
        try {
          await readOnce()
        } catch (error) {
          position = position?.catch(() => changes.position())
          log.warn({ error }, 'changes could not be read')
        }
      }
    })().finally(() => {
      currentRead = undefined
    })
    return currentRead
  }

  const catchUp = async (stream: Stream, since: string | undefined) => {
    // Fix the position before sending missed changes. From here on all messages are queued.
    position ??= changes.position()
    await position
    const found = since === undefined ? 'unknown' : await changes.since(since)
    const Since = found === 'unknown' ? await changes.position() : found.position
    const [read] = await readers(new Set([stream]))
    if (!read) return
    const [, person] = read
    stream.rights = textOfRights(person)
    write(stream, found === 'unknown' ? [{ Type: 'reload', Since }] : newsOf(found.changes, Since)(person))
    const arrivals = [...present.values()].map(({ presence }) => ({ before: undefined, after: presence }))
    write(stream, [...arrivals.flatMap((move) => newsOfMove(move)(person)), { Type: 'beat', Since }])
    const queuedMessages = stream.queued ?? []
    stream.queued = null
    for (const newsFor of queuedMessages) write(stream, newsFor(person))
  }

  const applyPresence = (report: Presence | Absence) => {
    const { present: next, move } = recordPresence(present, report, now())
    present = next
    if (move) void broadcast(newsOfMove(move)).catch((error) => log.warn({ error }, 'presence was not told'))
  }

  return {
    readChanges,
    endStreams: (hasEnded) => {
      for (const stream of streams) if (hasEnded(stream.reader.user)) end(stream, 'expired')
    },
    openStream: (reader, since) => {
      const stream: Stream = { reader, queued: [], rights: undefined }
      streams.add(stream)
      const [oldest, ...others] = [...streams].filter(
        (each) => each.reader.user.username === reader.user.username,
      )
      if (oldest && others.length >= maxStreamsPerPerson) end(oldest, 'replaced')
      catchUp(stream, since).catch((error: unknown) => {
        log.warn({ error }, 'a stream could not begin')
        end(stream, 'failed')
      })
      return () => void streams.delete(stream)
    },
    reportPresence: async ({ username: by, ...person }, { tab, number, barcode, stage }) => {
      if (number === null) {
        applyPresence({ by, tab, number })
        await parts.broadcast(JSON.stringify({ by, tab, number }))
        return succeed(true)
      }
      const found = await parts.documents.scopeOf(number)
      if (!found || !maySeeChange({ username: by, ...person }, found)) return fail(notFound('document'))
      const { kind, mode, locations } = found
      const report = { by, tab, kind, mode, locations, number, barcode, stage }
      applyPresence(report)
      // Every report is sent, so that a new server learns the presence soon.
      await parts.broadcast(JSON.stringify(report))
      return succeed(true)
    },
    receive: (text) => {
      const read = v.safeParse(messageSchema, text)
      if (read.success) applyPresence(read.output)
    },
    heartbeat: async () => {
      const { present: remaining, moves } = removeExpired(present, now())
      present = remaining
      for (const move of moves) await broadcast(newsOfMove(move))
      // Also read changes here, because a database notification may have been lost.
      await readChanges()
      if (streams.size === 0 || !position) return
      const Since = await position
      await broadcast(() => [{ Type: 'beat', Since }])
    },
    close: () => {
      for (const stream of streams) end(stream, 'stopping')
    },
  }
}

const textOfRights = ({ keys, locations }: Person) =>
  JSON.stringify([[...keys].toSorted(), [...locations].toSorted()])

const newsOfRights = (stream: Stream, person: Person): readonly LiveEvent[] => {
  const rights = textOfRights(person)
  const isChanged = stream.rights !== undefined && stream.rights !== rights
  stream.rights = rights
  return isChanged ? [{ Type: 'rights' }] : []
}

const newsOf =
  (changes: readonly CommittedChange[], Since: string) =>
  (person: Person): readonly LiveEvent[] => {
    const visible = changes.filter((change) => maySeeChange(person, change))
    if (visible.length === 0) return []
    const news = visible.map(
      ({ kind, number, step, by, at, key }): LiveEvent => ({
        Type: 'change',
        Kind: kind,
        Number: number,
        Step: step,
        By: by,
        At: at,
        Key: by === person.username ? key : '',
      }),
    )
    return [...news, { Type: 'beat', Since }]
  }

// If the reader may not see the new document, report that the window left the old one.
const newsOfMove =
  ({ before, after }: PresenceChange) =>
  (person: Person): readonly LiveEvent[] => {
    const isVisible = (concern: (Presence & ChangeScope) | undefined) =>
      concern && maySeeChange(person, concern)
    const presence = isVisible(after) ? after : isVisible(before) ? before : undefined
    if (!presence) return []
    const isAtDocument = presence === after
    return [
      {
        Type: 'presence',
        By: presence.by,
        Tab: presence.tab,
        Kind: presence.kind,
        Number: isAtDocument ? presence.number : null,
        Barcode: isAtDocument ? presence.barcode : null,
        Stage: presence.stage,
      },
    ]
  }
