// Receives the server's replies to a document's operations: shows them on the lines, and reports each once.

import type { AcceptedReply } from '#app/outbox/build-request.ts'
import { isAboutDocument, isRuledOutFor, sayEnded } from '#app/outbox/ended.ts'
import { type AppOperation, barcodeIn, type LineIntent, type Settled, subjectOf } from '#app/outbox/intent.ts'
import { byCause, countHeldForRight, dependentsOf } from '#app/outbox/related-operations.ts'
import { isHeldForRight } from '#app/outbox/reports.ts'
import { heldOutcome } from '#app/outbox/server-reply.ts'
import { coalesceCalls } from '#app/state/delay.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import type { Why } from '#core/outbox/index.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { sayCode } from '#text/say.ts'
import { applyEvent, saveDraftsNow } from './apply-event.ts'
import { applyConfirmed, applyEnd, applyRefusal } from './apply-reply.ts'
import { applyPending, confirmOperation, laneOf, loadDocument } from './load-document.ts'
import type { Session } from './session-state.ts'

interface Reply extends Settled {
  readonly isOurs: Promise<boolean>
}

/** Subscribes to the replies to the document's operations; returns a function that unsubscribes. */
export function receiveReplies(session: Session): () => void {
  const { outbox } = session.parts
  const { waiters, orphanedSteps } = session
  const lane = laneOf(session)
  const gathered: Reply[] = []
  const settleGathered = coalesceCalls(() => {
    for (const replies of byCause(gathered.splice(0))) void settleShared(session, replies)
  })
  const settleClosed = coalesceCalls(() => resolveClosed(session))
  const ends = [
    outbox.onChangedElsewhere(lane, () => applyPending(session)),
    outbox.subscribe(() => void settleClosed()),
    outbox.follow(
      lane,
      ({ operation, result }, isOurs) => {
        if (result.type === 'held' || (result.type === 'refused' && isAboutDocument(result.why))) {
          orphanedSteps.delete(operation.id)
          gathered.push({ operation, result, isOurs })
          void settleGathered()
        } else void settleOne(session, { operation, result, isOurs })
      },
      (id) => waiters.has(id),
    ),
  ]
  return () => {
    for (const end of ends) end()
  }
}

// Settles one operation that was confirmed or refused alone.
const settleOne = async (session: Session, { operation, result, isOurs }: Reply) => {
  const { outbox, reportLater } = session.parts
  const resolve = takeWaiter(session, operation.id)
  const report = async (outcome: CommandOutcome) => {
    if (resolve) resolve(outcome)
    else if (outcome.tone === 'error' && (await isOurs)) reportLater(outcome, barcodeIn(operation.intent))
  }
  if (result.type === 'confirmed') {
    session.orphanedSteps.delete(operation.id)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer writes this detail
    const taken = result.detail as AcceptedReply | undefined
    const reopened = await confirmOperation(session, operation, taken)
    await report(await applyConfirmed(session, operation, taken ?? {}, reopened))
  } else if (session.orphanedSteps.delete(operation.id)) {
    outbox.close(operation.id, result.why)
    applyPending(session)
  } else if (resolve || (await isOurs)) {
    await report(await refuseOperation(session, operation, result.why))
  } else {
    // Another page reports it on its line.
    applyPending(session)
    await loadDocument(session)
  }
}

// Reports all operations of one cause once: on the first scan, and as a warning on the other lines.
const settleShared = async (session: Session, replies: readonly Reply[]) => {
  const [first] = replies
  if (!first || first.result.type === 'confirmed') return
  const { why, type } = first.result
  const operations = replies.map(({ operation }) => operation)
  const callbacks = operations.flatMap(({ id }) => takeWaiter(session, id) ?? [])
  const ours = await Promise.all(replies.map(({ isOurs }) => isOurs))
  const barcode = barcodeIn(first.operation.intent)
  const outcome =
    type === 'refused'
      ? await refuseEnded(session, operations, why)
      : describeHeld(session, first, operations.length, why)
  const [reportFirst, ...others] = callbacks
  if (reportFirst) reportFirst(outcome)
  // The outbox's watchers report work that is held for a missing right, for all documents together.
  else if (ours.some(Boolean) && !isHeldForRight(first))
    session.parts.reportLater(outcome, replies.length === 1 ? barcode : '')
  for (const report of others) report({ ...outcome, tone: 'warning' })
}

// Settles awaited operations that were discarded, or closed by another page or an earlier refusal.
const resolveClosed = (session: Session) => {
  const { closed, ended } = session.parts.outbox.state()
  for (const [id, resolve] of session.waiters) {
    const operation = closed.find((each) => each.id === id)
    if (!operation && !ended.has(id)) continue
    session.waiters.delete(id)
    if (operation) void outcomeOfClosed(session, operation).then(resolve)
    else resolve(outcomeOf('warning', 'outbox.lineDiscarded'))
  }
}

const outcomeOfClosed = async (session: Session, operation: AppOperation): Promise<CommandOutcome> => {
  const { intent, why = { code: 'outbox.lineRefused', facts: {} } } = operation
  if (isAboutDocument(why)) return outcomeOf('warning', why.code, why.facts)
  return applyRefusal(session, operation, why, intent.type === 'line' ? intent.quantity : 0)
}

/** Shows refusals that arrived while the document was closed. */
export async function showRefusals(session: Session): Promise<void> {
  const { outbox, reportLater } = session.parts
  const refused = outbox.pendingOf(laneOf(session)).filter(({ state }) => state === 'refused')
  const ended = refused.filter(({ why }) => why && isAboutDocument(why))
  const [first] = ended
  if (first?.why) {
    const outcome = await refuseEnded(session, ended, first.why)
    if (ended.some(({ id }) => !outbox.isReported(id))) reportLater(outcome, '')
  }
  for (const operation of refused) {
    if (!operation.why || ended.includes(operation)) continue
    const isReported = outbox.isReported(operation.id)
    const outcome = await refuseOperation(session, operation, operation.why)
    if (!isReported) reportLater(outcome, barcodeIn(operation.intent))
  }
}

// Shows a refusal on the line with its input, and removes the operation and its followers.
const refuseOperation = (session: Session, operation: AppOperation, why: Why): Promise<CommandOutcome> => {
  const { intent } = operation
  const outcome = refuseWithFollowers(session, operation, why)
  if (intent.type === 'line' && intent.line.id === null)
    session.refusedNewLines.set(lineKey(intent.line), outcome)
  return outcome
}

const refuseWithFollowers = async (
  session: Session,
  operation: AppOperation,
  why: Why,
): Promise<CommandOutcome> => {
  const { outbox } = session.parts
  const { intent } = operation
  const behind = dependentsOf(operation, outbox.pendingOf(laneOf(session)))
  const followers = behind.flatMap(({ id }) => {
    const resolve = takeWaiter(session, id)
    outbox.close(id, why)
    return resolve ?? []
  })
  if (intent.type === 'header') keepHeader(session, [intent, ...behind.map((each) => each.intent)])
  if (intent.type === 'line' && intent.line.id === null) {
    applyEvent(session, { type: 'withdrawn', key: lineKey(intent.line), line: intent.line })
  }
  applyPending(session)
  const outcome = await applyRefusal(session, operation, why, lastQuantity(intent, behind))
  // The dependent operations were reported as saved on this device: report why they are not done.
  for (const resolve of followers) resolve(outcome)
  saveDraftsNow(session)
  outbox.close(operation.id, why)
  return outcome
}

// The last quantity given for the step, in whole plants; later operations replace it.
const lastQuantity = (intent: AppOperation['intent'], behind: readonly AppOperation[]): number => {
  if (intent.type !== 'line') return 0
  const later = behind.findLast((each) => each.intent.type === 'line' && each.intent.step === intent.step)
  return later?.intent.type === 'line' ? later.intent.quantity : intent.quantity
}

// Restores the values of a refused header as input where they were typed; later values win.
const keepHeader = (session: Session, intents: readonly AppOperation['intent'][]) => {
  const edits = intents.flatMap((each) => (each.type === 'header' ? [each] : []))
  const values = Object.assign({}, ...edits.map((each) => each.values))
  const seen = Object.assign({}, ...edits.toReversed().map((each) => each.seen))
  const { headerEdit } = session.stage
  const own = headerEdit?.step === edits[0]?.step ? headerEdit?.fields[0] : undefined
  const { fieldTyped, headerRefused } = session.get()
  if (own === undefined) {
    session.parts.headerDraft.add({ seen, values })
    session.set({ headerRefused: { words: '', n: headerRefused.n + 1 } })
  } else if (fieldTyped === null) session.set({ fieldTyped: values[own] ?? null, fieldSeen: null })
}

// Refuses all operations of one cause with one outcome; the work stays listed in the outbox.
const refuseEnded = async (
  session: Session,
  refused: readonly AppOperation[],
  why: Why,
): Promise<CommandOutcome> => {
  const { outbox } = session.parts
  const status = String(why.facts['status'] ?? '')
  const later = outbox
    .pendingOf(laneOf(session))
    .filter((each) => each.state === 'here' && isRuledOutFor(each.intent, status))
  const all = [...refused, ...later.filter((each) => refused.every(({ id }) => id !== each.id))]
  for (const { id, intent } of all) {
    outbox.close(id, why)
    if (intent.type === 'line' && !intent.line.id) showAsUnsaved(session, intent)
  }
  await applyEnd(session, all)
  return outcomeOf('error', 'outbox.ended.all', { words: sayEnded(all, why) })
}

// A new line keeps its quantity and reason as input: without them it would show 0.
const showAsUnsaved = (session: Session, { line, quantity, reason }: LineIntent) => {
  const key = lineKey(line)
  if (line.id === null) applyEvent(session, { type: 'withdrawn', key, line })
  applyEvent(session, { type: 'typed', key, text: String(quantity) })
  if (reason !== '') applyEvent(session, { type: 'reasoned', key, reason })
}

const describeHeld = (
  { parts: { outbox, number } }: Session,
  first: Settled,
  count: number,
  why: Why,
): CommandOutcome => {
  const { operation } = first
  const { n, isOneLane } = isHeldForRight(first)
    ? countHeldForRight(outbox.state(), operation, why.code)
    : { n: count, isOneLane: true }
  if (n <= 1) return heldOutcome(subjectOf(operation.intent), why)
  const facts = { n, number, why: sayCode(why.code, why.facts) }
  return outcomeOf('error', isOneLane ? 'outbox.held.several' : 'outbox.held.all', facts)
}

const takeWaiter = ({ waiters }: Session, id: string) => {
  const resolve = waiters.get(id)
  waiters.delete(id)
  return resolve
}
