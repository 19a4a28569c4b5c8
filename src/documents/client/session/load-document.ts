// Loads an open document, and applies its pending and confirmed operations.
import { type ApiProblem, mayHaveSucceeded } from '#app/api/problem.ts'
import { type AcceptedReply, withOperation } from '#app/outbox/build-request.ts'
import { type AppOperation, isLocalNumber, isOtherDocument, laneOfDocument } from '#app/outbox/intent.ts'
import type { Document } from '#core/kinds/document.ts'
import { growerOf } from '#core/kinds/stock.ts'
import { lineKey, openWorksheet } from '#core/kinds/worksheet.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { applyEvent } from './apply-event.ts'
import { withDrafts } from './line-drafts.ts'
import type { Session } from './session-state.ts'

// A document step waits this long for pending line steps.
const pendingTimeoutMs = 10_000

/** Loads the document; shows the stored copy if the server is unreachable. */
export async function loadDocument(session: Session): Promise<void> {
  const { parts } = session
  session.set({ reading: session.get().sheet ? 'again' : 'first' })
  await parts.outbox.ready
  if (isLocalNumber(currentNumber(session))) {
    const kept = await parts.outbox.cachedDocument(laneOf(session))
    if (kept) draw(session, kept.document)
    // The server does not have it yet.
    if (!kept || isLocalNumber(currentNumber(session))) {
      session.set({ reading: 'no', problem: kept ? null : 'missing' })
      return
    }
  }
  await readFromServer(session)
}

/** Reloads after an own change that bypassed the outbox; ignores reads that began earlier. */
export function loadChanged(session: Session): Promise<void> {
  session.reads.ignoreEarlierReads()
  return loadDocument(session)
}

/** Reloads the document and returns it before and after; null if the reload fails. */
export async function reloadAndCompare(
  session: Session,
): Promise<{ readonly before: Document; readonly after: Document } | null> {
  const before = session.get().sheet?.document
  await loadDocument(session)
  const { sheet, problem } = session.get()
  const after = sheet?.document
  return before && after && problem === null ? { before, after } : null
}

const readFromServer = async (session: Session) => {
  const { parts, reads } = session
  const number = reads.begin()
  const beganAt = performance.now()
  const found = await read(session)
  const ended = reads.isLatest(number) ? ({ reading: 'no' } as const) : {}
  if (found !== 'missing' && 'lines' in found) {
    const sent = new Set(
      pendingOperations(session).flatMap(({ id, state }) => (state === 'sent' ? [id] : [])),
    )
    const document = reads.accept(number, found, sent)
    if (document) {
      session.set({ problem: null, readAt: Date.now() })
      draw(session, document)
      void parts.outbox.cacheDocument(document, beganAt)
    }
    return session.set(ended)
  }
  if (!reads.fail(number)) return session.set(ended)
  // If the server is unreachable, shows the stored copy of the last load.
  const kept =
    found !== 'missing' && mayHaveSucceeded(found) && !session.get().sheet
      ? await parts.outbox.cachedDocument(laneOf(session))
      : undefined
  if (kept && !session.get().sheet) draw(session, kept.document)
  session.set({ ...ended, problem: found, ...(kept && { readAt: kept.at }) })
}

const read = async (session: Session): Promise<Document | ApiProblem | 'missing'> => {
  const { kind, mode, place, perform } = session.parts
  const result = await perform(kind.wire.detail(place, mode.id, currentNumber(session)))
  if (!result.ok) return result.error.code === 'not_found' ? 'missing' : result.error
  return result.value === null || isOtherDocument(session.base, result.value) ? 'missing' : result.value
}

/** The document's lane in the outbox. */
export function laneOf({ parts }: Pick<Session, 'parts'>): ReturnType<typeof laneOfDocument> {
  return laneOfDocument(parts.kind.kind, parts.number)
}

// A local document has a local number until the server assigns one.
const currentNumber = ({ parts: { number }, base }: Session) =>
  isLocalNumber(number) ? (base?.number ?? number) : number

const draw = (session: Session, document: Document) => {
  const { kind, mode, drafts: draftStores, stage } = session.parts
  session.base = document
  const pending = pendingOperations(session)
  const drawn = pending.reduce((now, operation) => withOperation(now, operation), document)
  const keys = pending.flatMap(({ intent }) => (intent.type === 'line' ? [lineKey(intent.line)] : []))
  const { sheet, grower } = session.get()
  if (!sheet) {
    const usual = mode.picksGrower ? growerOf(drawn.lines.at(-1)) : ''
    session.set({ sheet: openWorksheet(drawn), grower: grower || usual })
  }
  applyEvent(session, { type: 'loaded', document: drawn, onItsWay: new Set(keys) })
  const opened = session.get().sheet
  const drafts = sheet ? undefined : draftStores(stage).read()
  if (!drafts || !opened) return
  session.set({
    sheet: withDrafts(kind, opened, drafts),
    fieldTyped: drafts.field,
    fieldSeen: drafts.fieldSeen,
  })
}

// The pending operations, in order.
const pendingOperations = (session: Session): readonly AppOperation[] =>
  session.parts.outbox.pendingOf(laneOf(session)).filter(({ state }) => state !== 'refused')

/** Reapplies pending operations to the server's data, after one was added or finished. */
export function applyPending(session: Session): void {
  if (session.base) draw(session, session.base)
}

/** Applies an accepted operation; resolves once drawn, with true if the document's status changed. */
export async function confirmOperation(
  session: Session,
  operation: AppOperation,
  taken: AcceptedReply | undefined,
): Promise<boolean> {
  const before = session.base
  const after = session.reads.confirm(before, operation, taken)
  session.base = after
  await session.drawConfirmed()
  return after?.status !== before?.status
}

/** Draws the confirmed operations. */
export function drawConfirmed(session: Session): void {
  if (session.base) draw(session, session.base)
  if (session.base) session.parts.onSaved(session.base)
}

/** Waits, with a timeout, until no operation is pending: a direct call must not overtake them. */
export function waitUntilSent(session: Session): Promise<Verdict> {
  const { after, outbox } = session.parts
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe()
      cancel()
      const n = pendingOperations(session).length
      resolve(n === 0 ? true : refuse('linesOnTheirWay', { n }))
    }
    const check = () => pendingOperations(session).length === 0 && end()
    const cancel = after(end, pendingTimeoutMs)
    const unsubscribe = outbox.subscribe(check)
    check()
  })
}
