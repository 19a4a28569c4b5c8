// How an operation gets to the server: written into a call, the call stored, sent, and its answer read.
import type { Perform } from '#client/api/client.ts'
import { makeApiProblem } from '#client/api/problem.ts'
import type { Document } from '#kinds/document.ts'
import { kindNamed } from '#kinds/index.ts'
import type { Answer, NoAnswer, OutboxEffect, OutboxEvent, Word } from '#outbox/index.ts'
import type { Disk } from './disk.ts'
import {
  type AppOperation,
  type Intent,
  isLocalNumber,
  type KeptDocument,
  laneNow,
  numberOfLane,
  type Request,
} from './intent.ts'
import type { AppState } from './outbox.ts'
import { answerOf, noAnswerOf, packAsk, readingAsk, requestOf, type Taken, withOperation } from './packer.ts'
import type { AppWriting, OutboxStorage } from './storage.ts'

/** What it needs of the outbox around it. */
export interface SenderParts {
  readonly storage: OutboxStorage
  readonly disk: Disk
  readonly perform: Perform
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whose sign-in is good this moment; null: nobody's. */
  readonly person: () => string | null
  readonly state: () => AppState
  /** `documents` are written with what follows from the event. */
  readonly dispatch: (event: OutboxEvent<Intent, Request>, documents?: readonly KeptDocument[]) => void
  /** To the other pages of this browser. */
  readonly tell: (writing: AppWriting) => void
}

export interface Sender {
  readonly pack: (effect: Extract<OutboxEffect<Intent, Request>, { type: 'pack' }>) => Promise<void>
  readonly send: (key: string) => Promise<void>
  /** Keeps a document as the server has it now. */
  readonly keep: (lane: string, document: Document) => Promise<void>
}

const LATER = { type: 'later' } as const satisfies NoAnswer

/** The way to the server and back. Nothing is thrown: what goes wrong is an answer. */
export function createSender(parts: SenderParts): Sender {
  const { storage, disk, perform, now, person, state, dispatch, tell } = parts

  const keep = async (lane: string, document: Document) => {
    const writing = { put: [], gone: [], parcels: [], parcelsGone: [] }
    await storage.write(writing, [{ lane, document, at: now() }]).catch(() => undefined)
  }
  const keptIn = (lane: string) => storage.document(lane).catch(() => undefined)

  /** The document of an operation as the server has it this moment. */
  const readDocument = async (
    { lane, intent, user }: AppOperation,
    kept: KeptDocument | undefined,
  ): Promise<Document | NoAnswer> => {
    const number = kept?.document.number ?? numberOfLane(lane)
    if (intent.type === 'adjust' || intent.type === 'create') return LATER
    const barcode = intent.line.barcode
    const gone = { type: 'refused', why: { code: 'outbox.documentGone', facts: { barcode } } } as const
    // It was never created: what would have made it is not before it any more.
    if (isLocalNumber(number)) return gone
    if (person() !== user) return LATER
    const read = await perform(kindNamed(intent.kind).wire.detail(intent.place, intent.mode, number))
    if (!read.ok) return read.error.code === 'not_found' ? gone : noAnswerOf(read.error)
    if (read.value === null) return gone
    await keep(lane, read.value)
    return read.value
  }

  const packed = async (effect: Parameters<Sender['pack']>[0]): Promise<Unpacked | AppWriting> => {
    const { lane, key, operations } = effect
    const [first] = operations
    if (!first || !(await disk.flush())) return { id: first?.id ?? key, answer: LATER }
    const kept = await keptIn(first.lane)
    let ask = packAsk(operations, kept?.document)
    if (ask === 'again' || 'gone' in ask) {
      const read = await readDocument(first, kept)
      if ('type' in read) return { id: first.id, answer: read }
      ask = packAsk(operations, read)
    }
    if (ask === 'again') return { id: first.id, answer: LATER }
    if ('gone' in ask) {
      const { id, barcode } = ask.gone
      return { id, answer: { type: 'refused', why: { code: 'outbox.lineGone', facts: { barcode } } } }
    }
    const ids = operations.map(({ id }) => id)
    const request = requestOf(ask)
    try {
      const parcel = { key, lane, user: first.user, operations: ids, request, at: now() }
      return await storage.pack(parcel)
    } catch {
      return { id: first.id, answer: LATER }
    }
  }

  /** What is known of the operations of a call by now; another page may have heard of them before. */
  const known = (ids: readonly string[]) => state().operations.filter(({ id }) => ids.includes(id))

  const answer = async (key: string): Promise<readonly [Answer, readonly KeptDocument[]]> => {
    const parcel = state().parcels[key]
    const about = known(parcel?.operations ?? [])
    const ask = readingAsk(about)
    // Nobody's work is sent with another person's token: the client takes the token at this moment.
    if (!parcel || !ask || person() !== parcel.user) return [LATER, []]
    const result = await perform({ ...ask, input: parcel.request }, { idempotencyKey: key })
    const said = answerOf(result, about)
    if (said.type !== 'done') return [said, []]
    return [said, await folded(known(parcel.operations), said.words).catch(() => [])]
  }

  /** What the server has confirmed is part of the document from now on. */
  const folded = async (
    about: readonly AppOperation[],
    words: Readonly<Record<string, Word>>,
  ): Promise<readonly KeptDocument[]> => {
    const [first] = about
    const kept = first && (await keptIn(first.lane))
    if (!first || !kept) return []
    let { document } = kept
    let unnamed = false
    for (const operation of about) {
      const word = words[operation.id]
      if (word?.type !== 'confirmed') continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
      const taken = word.detail as Taken | undefined
      document = withOperation(document, operation, taken)
      const { intent } = operation
      unnamed ||= intent.type === 'line' && intent.line.id === null && !taken?.id
    }
    // A server that does not name the new line's ID is asked for it: without one it could not be changed.
    if (unnamed && 'lines' in (await readDocument(first, kept))) return []
    const { lane } = first
    const named = laneNow({ lane, document })
    const at = now()
    return [{ lane, document, at }, ...(named === lane ? [] : [{ lane: named, document, at }])]
  }

  return {
    pack: async (effect) => {
      const { lane } = effect
      const result = await packed(effect).catch((error: unknown) => ({
        id: effect.operations[0]?.id ?? '',
        answer: unreadable(error),
      }))
      if ('answer' in result) dispatch({ type: 'unpacked', lane, ...result })
      else {
        tell(result)
        dispatch({ type: 'packed', lane, writing: result })
      }
    },
    send: async (key) => {
      const [said, documents] = await answer(key).catch((error: unknown) => [unreadable(error), []] as const)
      dispatch({ type: 'answered', key, answer: said }, documents)
    },
    keep,
  }
}

interface Unpacked {
  readonly id: string
  readonly answer: NoAnswer
}

// Stored by another release, or answered in a way that nobody has thought of: a person has to look.
const unreadable = (error: unknown): NoAnswer =>
  noAnswerOf(makeApiProblem('answer_does_not_fit', error instanceof Error ? error.message : String(error)))
