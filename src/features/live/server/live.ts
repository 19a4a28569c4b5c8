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

/** The streams of this server, and what they have been sent. */
export interface Live {
  readonly parts: LiveParts
  readonly streams: Set<Stream>
  /** The position up to which changes were sent; undefined without streams. */
  position: Promise<string> | undefined
  currentRead: Promise<void> | undefined
  shouldReadAgain: boolean
  present: PresenceByTab
}

/** Creates the live updates of this server. */
export function createLive(parts: LiveParts): Live {
  return {
    parts,
    streams: new Set(),
    position: undefined,
    currentRead: undefined,
    shouldReadAgain: false,
    present: new Map(),
  }
}

/** Starts a stream: first the changes since a position, then live ones. Returns a function that ends it. */
export function openStream(live: Live, reader: Reader, since: string | undefined): () => void {
  const { streams } = live
  const stream: Stream = { reader, queued: [], rights: undefined }
  streams.add(stream)
  const [oldest, ...others] = [...streams].filter(
    (each) => each.reader.user.username === reader.user.username,
  )
  if (oldest && others.length >= maxStreamsPerPerson) end(live, oldest, 'replaced')
  catchUp(live, stream, since).catch((error: unknown) => {
    live.parts.log.warn({ error }, 'a stream could not begin')
    end(live, stream, 'failed')
  })
  return () => void streams.delete(stream)
}

/** Reads new changes and sends them. Call after a possible commit. */
export function readChanges(live: Live): Promise<void> {
  live.shouldReadAgain = true
  live.currentRead ??= readUntilDone(live).finally(() => {
    live.currentRead = undefined
  })
  return live.currentRead
}

/** Records a window's report. Returns `not_found` for documents that the user may not open. */
export async function reportPresence(
  live: Live,
  person: Person,
  { tab, number, barcode, stage }: PresenceReport,
): Promise<Result<true, Problem>> {
  const { parts } = live
  const by = person.username
  if (number === null) {
    applyPresence(live, { by, tab, number })
    await parts.broadcast(JSON.stringify({ by, tab, number }))
    return succeed(true)
  }
  const found = await parts.documents.scopeOf(number)
  if (!found || !maySeeChange(person, found)) return fail(notFound('document'))
  const { kind, mode, locations } = found
  const report = { by, tab, kind, mode, locations, number, barcode, stage }
  applyPresence(live, report)
  // Every report is sent, so that a new server learns the presence soon.
  await parts.broadcast(JSON.stringify(report))
  return succeed(true)
}

/** Handles a message of another server. */
export function receiveMessage(live: Live, text: string): void {
  const read = v.safeParse(messageSchema, text)
  if (read.success) applyPresence(live, read.output)
}

/** Sends a heartbeat to all readers and ends expired streams. Call every `LIVE_INTERVALS_MS.beat`. */
export async function sendHeartbeat(live: Live): Promise<void> {
  const { present, moves } = removeExpired(live.present, live.parts.now())
  live.present = present
  for (const move of moves) await broadcast(live, newsOfMove(move))
  // Also read changes here, because a database notification may have been lost.
  await readChanges(live)
  if (live.streams.size === 0 || !live.position) return
  const Since = await live.position
  await broadcast(live, () => [{ Type: 'beat', Since }])
}

/** Ends the streams whose token was revoked. */
export function endStreams(live: Live, hasEnded: (user: SignedIn) => boolean): void {
  for (const stream of live.streams) if (hasEnded(stream.reader.user)) end(live, stream, 'expired')
}

/** Ends all streams for shutdown. */
export function closeLive(live: Live): void {
  for (const stream of live.streams) end(live, stream, 'stopping')
}

function end({ streams }: Live, stream: Stream, Reason: EndReason): void {
  if (!streams.delete(stream)) return
  stream.reader.write({ Type: 'end', Reason })
  stream.reader.end()
}

function write(live: Live, stream: Stream, news: readonly LiveEvent[]): void {
  if (!news.every(stream.reader.write)) end(live, stream, 'slow')
}

// Returns the streams whose users still have access, with their current rights. Ends all others.
async function readersAmong(
  live: Live,
  among: ReadonlySet<Stream>,
): Promise<readonly (readonly [Stream, Person])[]> {
  const { parts, streams } = live
  const all = [...among]
  const people = await identifyAll(
    parts.people,
    parts.groups,
    all.map(({ reader }) => reader.user),
  )
  return all.flatMap((stream, index) => {
    const person = people[index]
    if (!streams.has(stream)) return []
    if (stream.reader.user.tokenEnds <= parts.now()) end(live, stream, 'expired')
    else if (!person?.ok || person.value.keys.size === 0) end(live, stream, 'off')
    else return [[stream, person.value] as const]
    return []
  })
}

async function broadcast(live: Live, newsFor: (person: Person) => readonly LiveEvent[]): Promise<void> {
  // Queue for streams that catch up: rights are read asynchronously, and a stream may start meanwhile.
  for (const stream of live.streams) stream.queued?.push(newsFor)
  const ready = new Set([...live.streams].filter(({ queued }) => queued === null))
  if (ready.size === 0) return
  for (const [stream, person] of await readersAmong(live, ready))
    write(live, stream, [...newsOfRights(stream, person), ...newsFor(person)])
}

async function readUntilDone(live: Live): Promise<void> {
  const { changes, log } = live.parts
  while (live.shouldReadAgain) {
    live.shouldReadAgain = false
    try {
      await readOnce(live)
    } catch (error) {
      live.position = live.position?.catch(() => changes.position())
      log.warn({ error }, 'changes could not be read')
    }
  }
}

async function readOnce(live: Live): Promise<void> {
  const { changes } = live.parts
  if (live.streams.size === 0) {
    live.position = undefined
    return
  }
  live.position ??= changes.position()
  const found = await changes.since(await live.position)
  if (found === 'unknown') {
    live.position = changes.position()
    const Since = await live.position
    await broadcast(live, () => [{ Type: 'reload', Since }])
    return
  }
  if (found.changes.length > 0) await broadcast(live, newsOf(found.changes, found.position))
  // Set after sending: an earlier heartbeat would report the changes as sent.
  live.position = Promise.resolve(found.position)
}

async function catchUp(live: Live, stream: Stream, since: string | undefined): Promise<void> {
  const { changes } = live.parts
  // Fix the position before sending missed changes. From here on all messages are queued.
  live.position ??= changes.position()
  await live.position
  const found = since === undefined ? 'unknown' : await changes.since(since)
  const Since = found === 'unknown' ? await changes.position() : found.position
  const [read] = await readersAmong(live, new Set([stream]))
  if (!read) return
  const [, person] = read
  stream.rights = textOfRights(person)
  write(
    live,
    stream,
    found === 'unknown' ? [{ Type: 'reload', Since }] : newsOf(found.changes, Since)(person),
  )
  const arrivals = [...live.present.values()].map(({ presence }) => ({ before: undefined, after: presence }))
  write(live, stream, [...arrivals.flatMap((move) => newsOfMove(move)(person)), { Type: 'beat', Since }])
  const queuedMessages = stream.queued ?? []
  stream.queued = null
  for (const newsFor of queuedMessages) write(live, stream, newsFor(person))
}

function applyPresence(live: Live, report: Presence | Absence): void {
  const { present, move } = recordPresence(live.present, report, live.parts.now())
  live.present = present
  if (!move) return
  void broadcast(live, newsOfMove(move)).catch((error) =>
    live.parts.log.warn({ error }, 'presence was not told'),
  )
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
