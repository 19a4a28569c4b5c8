// Sends other people's changes and presence to the streams (docs/live.md). One database query serves all
// streams of this server; rights are checked for each news anew.
import * as v from 'valibot'
import { type LiveNews, PRESENCE_STAGES } from '#core/wire/live.ts'
import type { Problem } from '#core/wire/problem.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { type ChangesPort, type CommittedChange, type Concern, maySeeChange } from '#server/domain/changes.ts'
import type { HistoryPort } from '#server/domain/history.ts'
import { identifyAll, type PeoplePort, type Person } from '#server/domain/people.ts'
import {
  type Absence,
  type Move,
  type Presence,
  type PresenceByTab,
  recordPresence,
  removeExpired,
} from '#server/domain/presence.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { Log, SignedIn } from '../ports.ts'

export interface LiveParts {
  readonly changes: ChangesPort
  readonly people: Pick<PeoplePort, 'rightsOf'>
  readonly history: Pick<HistoryPort, 'document'>
  readonly groups: IdentityGroups
  /** Sends a message to the other servers, which `hear` it. */
  readonly say: (message: string) => Promise<void>
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The writing end of a stream. `write` returns whether the reader keeps up. */
export interface Reader {
  readonly user: SignedIn
  readonly write: (news: LiveNews) => boolean
  readonly end: () => void
}

/** A window's report of where it is. */
export interface PresenceReport {
  readonly tab: string
  readonly number: string | null
  readonly barcode: string | null
  readonly stage: Presence['stage']
}

export interface Live {
  /**
   * Starts a stream: first what was missed since a position, then all news. Returns a function that ends it.
   */
  readonly join: (reader: Reader, since: string | undefined) => () => void
  /** Records a window's report; a document that the person may not open is not found. */
  readonly reportPresence: (person: Person, at: PresenceReport) => Promise<Result<true, Problem>>
  /** Something may have been committed: reads it and sends the news. */
  readonly readChanges: () => Promise<void>
  /** A message of another server. */
  readonly receive: (message: string) => void
  /**
   * Sends a heartbeat to every reader and ends expired streams; to be called every `LIVE.beat` milliseconds.
   */
  readonly heartbeat: () => Promise<void>
  /** Ends the streams whose token has ended. */
  readonly endStreams: (hasEnded: (user: SignedIn) => boolean) => void
  /** Ends all streams for shutdown. */
  readonly close: () => void
}

// Streams per person and server; older ones are closed.
const maxStreamsPerPerson = 8

interface Stream {
  readonly reader: Reader
  /** News that arrive while missed ones are sent; null once the stream is live. */
  waiting: ((person: Person) => readonly LiveNews[])[] | null
  /** The person's rights when they were last read; undefined before. */
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

/** Creates the hub of all streams of this server. */
export function createLive(parts: LiveParts): Live {
  const { changes, log, now } = parts
  const streams = new Set<Stream>()
  let position: Promise<string> | undefined
  let reading: Promise<void> | undefined
  let readAgain = false
  let present: PresenceByTab = new Map()

  const end = (stream: Stream, Reason: Extract<LiveNews, { Type: 'end' }>['Reason']) => {
    if (!streams.delete(stream)) return
    stream.reader.write({ Type: 'end', Reason })
    stream.reader.end()
  }
  const write = (stream: Stream, news: readonly LiveNews[]) => {
    if (!news.every(stream.reader.write)) end(stream, 'slow')
  }

  /** Readers who still have access, with their current rights; the others' streams are ended. */
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

  const tellAll = async (newsFor: (person: Person) => readonly LiveNews[]) => {
    // A stream that starts while rights are read misses nothing: its news are queued.
    for (const stream of streams) stream.waiting?.push(newsFor)
    const live = new Set([...streams].filter(({ waiting }) => waiting === null))
    if (live.size === 0) return
    for (const [stream, person] of await readers(live))
      write(stream, [...newsOfRights(stream, person), ...newsFor(person)])
  }

  const lookOnce = async () => {
    if (streams.size === 0) {
      position = undefined
      return
    }
    position ??= changes.position()
    const found = await changes.since(await position)
    if (found === 'unknown') {
      position = changes.position()
      const Since = await position
      await tellAll(() => [{ Type: 'reload', Since }])
      return
    }
    if (found.changes.length > 0) await tellAll(newsOf(found.changes, found.position))
    // Set only now: an earlier heartbeat would report it as sent.
    position = Promise.resolve(found.position)
  }
  const readChanges = (): Promise<void> => {
    readAgain = true
    reading ??= (async () => {
      while (readAgain) {
        readAgain = false
        try {
          await lookOnce()
        } catch (error) {
          position = position?.catch(() => changes.position())
          log.warn({ error }, 'changes could not be read')
        }
      }
    })().finally(() => {
      reading = undefined
    })
    return reading
  }

  const catchUp = async (stream: Stream, since: string | undefined) => {
    // Before missed news are sent: from here on all news are queued.
    position ??= changes.position()
    await position
    const found = since === undefined ? 'unknown' : await changes.since(since)
    const Since = found === 'unknown' ? await changes.position() : found.position
    const [read] = await readers(new Set([stream]))
    if (!read) return
    const [, person] = read
    stream.rights = textOfRights(person)
    write(stream, found === 'unknown' ? [{ Type: 'reload', Since }] : newsOf(found.changes, Since)(person))
    const there = [...present.values()].map(({ presence }) => ({ before: undefined, after: presence }))
    write(stream, [...there.flatMap((move) => newsOfMove(move)(person)), { Type: 'beat', Since }])
    const missed = stream.waiting ?? []
    stream.waiting = null
    for (const newsFor of missed) write(stream, newsFor(person))
  }

  const take = (said: Presence | Absence) => {
    const { present: next, move } = recordPresence(present, said, now())
    present = next
    if (move) void tellAll(newsOfMove(move)).catch((error) => log.warn({ error }, 'presence was not told'))
  }

  return {
    readChanges,
    endStreams: (hasEnded) => {
      for (const stream of streams) if (hasEnded(stream.reader.user)) end(stream, 'expired')
    },
    join: (reader, since) => {
      const stream: Stream = { reader, waiting: [], rights: undefined }
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
        take({ by, tab, number })
        await parts.say(JSON.stringify({ by, tab, number }))
        return succeed(true)
      }
      const found = await parts.history.document(number)
      if (!found || !maySeeChange({ username: by, ...person }, found)) return fail(notFound('document'))
      const { kind, mode, locations } = found
      const said = { by, tab, kind, mode, locations, number, barcode, stage }
      take(said)
      // Repeated, so that a new server soon knows it.
      await parts.say(JSON.stringify(said))
      return succeed(true)
    },
    receive: (text) => {
      const read = v.safeParse(messageSchema, text)
      if (read.success) take(read.output)
    },
    heartbeat: async () => {
      const { present: left, moves } = removeExpired(present, now())
      present = left
      for (const move of moves) await tellAll(newsOfMove(move))
      // A database notification may have been lost.
      await readChanges()
      if (streams.size === 0 || !position) return
      const Since = await position
      await tellAll(() => [{ Type: 'beat', Since }])
    },
    close: () => {
      for (const stream of streams) end(stream, 'stopping')
    },
  }
}

const textOfRights = ({ keys, locations }: Person) =>
  JSON.stringify([[...keys].toSorted(), [...locations].toSorted()])

const newsOfRights = (stream: Stream, person: Person): readonly LiveNews[] => {
  const rights = textOfRights(person)
  const isChanged = stream.rights !== undefined && stream.rights !== rights
  stream.rights = rights
  return isChanged ? [{ Type: 'rights' }] : []
}

const newsOf =
  (changes: readonly CommittedChange[], Since: string) =>
  (person: Person): readonly LiveNews[] => {
    const heard = changes.filter((change) => maySeeChange(person, change))
    if (heard.length === 0) return []
    const news = heard.map(
      ({ kind, number, step, by, at, key }): LiveNews => ({
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

// A reader who may not see the new document is told that the window has left the old one.
const newsOfMove =
  ({ before, after }: Move) =>
  (person: Person): readonly LiveNews[] => {
    const heard = (concern: (Presence & Concern) | undefined) => concern && maySeeChange(person, concern)
    const presence = heard(after) ? after : heard(before) ? before : undefined
    if (!presence) return []
    const here = presence === after
    return [
      {
        Type: 'presence',
        By: presence.by,
        Tab: presence.tab,
        Kind: presence.kind,
        Number: here ? presence.number : null,
        Barcode: here ? presence.barcode : null,
        Stage: presence.stage,
      },
    ]
  }
