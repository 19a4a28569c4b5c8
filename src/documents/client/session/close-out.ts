// Ends a document: lists findings to settle before the step; without findings takes the step immediately.

import { type AppOperation, barcodeIn, subjectOf } from '#app/outbox/intent.ts'
import { reasonOf, sayReply } from '#app/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { compareDocuments } from '#core/kinds/compare.ts'
import type { Line } from '#core/kinds/document.ts'
import { lineAllows } from '#core/kinds/engine.ts'
import {
  type Finding,
  findingsOf,
  type PendingOperation,
  type Resolution,
  signatureOf,
} from '#core/kinds/findings.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { finalScreenFrom, stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Worksheet } from '#core/kinds/worksheet.ts'
import { failureOf, outcomeOf, withOutage } from '#input/engine/outcomes.ts'
import { actOnEntry } from './act-on-line.ts'
import { cancelEdit, closeSession } from './apply-event.ts'
import { outcomeOfDifference } from './conflict.ts'
import { createSession } from './create-session.ts'
import { focusLine, selectLine } from './current-line.ts'
import { deleteEntry } from './delete-line.ts'
import { duringStep } from './during-step.ts'
import { typeField, updateHeader } from './edit-header.ts'
import type { FindingsReply, FindingsView } from './findings-sheet.ts'
import { goToScreen } from './go-to-screen.ts'
import { laneOf, loadChanged, loadDocument, waitUntilSent } from './load-document.ts'
import { mayStep, mayTakeStep } from './may-step.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import type { Session } from './session-state.ts'
import { STAGES, unsavedOf } from './unsaved.ts'
import { codeOf, sayFinding } from './wording.ts'

// The list waits this long for pending replies, so that replies of a fast network are never listed.
const pendingWaitMs = 400

/** The document step that ends the document from this screen; undefined: none. */
export function endStepOf({ parts }: Session): string | undefined {
  return finalScreenFrom(parts.kind, parts.stage)?.step
}

/** The known findings, without a request to the server. */
export function knownFindings(
  session: Session,
  cause: Cause,
  unlisted: readonly Line[] = [],
): readonly Finding[] {
  const { kind, stage, headerDraft, outbox, scans } = session.parts
  const end = finalScreenFrom(kind, stage)
  const { sheet, fieldTyped } = session.get()
  if (!end || !sheet) return []
  const found = findingsOf(stageOf(kind, end.stage).checks, {
    document: sheet.document,
    stage,
    unsaved: unsavedOf(session),
    field: fieldTyped,
    header: headerDraft.isKept() && mayStep(session, 'edit') === true,
    pending: outbox.pendingOf(laneOf(session)).map(pendingOf),
    held: scans.before(cause),
    unlisted,
  })
  return found
    .filter((each) => !session.acceptedFindings.has(signatureOf(each)))
    .map((each) => ({ ...each, settles: each.settles.filter((how) => maySettle(session, sheet, each, how)) }))
}

const maySettle = (session: Session, { document, entries }: Worksheet, { key }: Finding, how: Resolution) => {
  if (how === 'keep' || how === 'discard') return true
  const entry = key === null ? undefined : entries[key]
  if (!entry) return false
  return how === 'delete'
    ? mayStep(session, 'delete') === true &&
        lineAllows(session.parts.kind, 'delete', document, entry.line, 0) === true
    : mayStep(session, session.stage.lineAction.step) === true
}

/**
 * Lists the findings until all are settled or the person continues: then returns 'go', otherwise the
 * outcome. `listing`: only shows the list, and never continues without the person.
 */
export async function settleFindings(
  session: Session,
  cause: Cause,
  listing?: true,
): Promise<RunOutcome | 'go'> {
  const { kind, stage, findings: findingsSheet } = session.parts
  const end = finalScreenFrom(kind, stage)
  if (!end) return undefined
  const { step } = end
  // An answer about a finding confirms only this finding, not the end.
  let hasAnswered = false
  for (;;) {
    const unlisted = await duringStep(session, step, async () => {
      await waitForServer(session, knownFindings(session, cause))
      return findUnlisted(session)
    })
    if ('tone' in unlisted) return unlisted
    if (end.stage !== stage) {
      const n = knownFindings(session, cause).length
      if (n === 0 && !listing) return 'go'
      goToScreen(session, end.stage, { at: 'left' })
      return listing ? undefined : outcomeOfLeft(kind, step, n)
    }
    const view = () => viewOf(session, step, knownFindings(session, cause, unlisted))
    if (view().findings.length === 0) {
      findingsSheet.close()
      if (listing) return outcomeOfLeft(kind, step, 0)
      return hasAnswered ? outcomeOf('ok', 'documents.allSettled') : 'go'
    }
    const reply = await askAboutFindings(session, view, cause, listing)
    hasAnswered = true
    if (reply.type !== 'keep') findingsSheet.close()
    if (reply.type === 'goOn') return (await writeUnlisted(session, cause, unlisted)) ?? 'go'
    if (reply.type === 'leave') return outcomeOfLeft(kind, step, view().findings.length)
    const settled = await applyFindingsReply(session, step, reply, cause)
    if (settled !== 'again') return settled
  }
}

const viewOf = (session: Session, step: string, findings: readonly Finding[]): FindingsView => ({
  kind: session.parts.kind.kind,
  step,
  findings,
  mayGoOn: findings.every(({ stops }) => !stops) && mayTakeStep(session, step) === true,
  maySave: findings.some(({ id }) => savableFindings.has(id)),
})

// Shows the list, and updates it until the person answers. If all findings are pending replies, continues
// without an answer once they have arrived.
const askAboutFindings = async (
  session: Session,
  view: () => FindingsView,
  cause: Cause,
  listing: true | undefined,
): Promise<FindingsReply> => {
  const { outbox, scans, findings: findingsSheet } = session.parts
  const now = view()
  const isOnlyPending = !listing && now.findings.every(({ id }) => id === 'onItsWay')
  let stops: readonly (() => void)[] = []
  const settledByServer = new Promise<FindingsReply>((resolve) => {
    const update = () => {
      findingsSheet.show(view())
      if (isOnlyPending && view().findings.length === 0) resolve({ type: 'goOn' })
    }
    stops = [session, outbox, scans].map(({ subscribe }) => subscribe(update))
  })
  const reply = await Promise.race([findingsSheet.ask(now, cause), settledByServer])
  for (const stop of stops) stop()
  return reply
}

// Settles a finding as the person answered; 'again': continue with the others.
const applyFindingsReply = async (
  session: Session,
  step: string,
  reply: Exclude<FindingsReply, { readonly type: 'goOn' } | { readonly type: 'leave' }>,
  cause: Cause,
): Promise<RunOutcome | 'again'> => {
  switch (reply.type) {
    case 'keep':
      session.acceptedFindings.add(signatureOf(reply.finding))
      return 'again'
    case 'lead':
      openFinding(session, reply.finding)
      return outcomeOfFinding(session.parts.kind, step, reply.finding)
    case 'discard':
      await discard(session, reply.finding)
      return 'again'
    case 'save': {
      const outcome = await saveAll(session, cause)
      return outcome?.tone === 'ok' ? 'again' : outcome
    }
    default: {
      const { key, facts } = reply.finding
      if (key === null) return 'again'
      const outcome =
        reply.type === 'delete'
          ? await deleteEntry(session, key, cause)
          : await actOnEntry(session, key, Number(facts['ordered']), cause)
      return outcome?.tone === 'error' ? outcome : 'again'
    }
  }
}

// Waits for the server's replies; only a moment if there are other findings.
const waitForServer = async (session: Session, points: readonly Finding[]) => {
  const { after } = session.parts
  const pendingReplies = points.filter(({ id }) => id === 'onItsWay')
  if (pendingReplies.length === points.length) await waitUntilSent(session)
  else if (pendingReplies.length > 0)
    await Promise.race([waitUntilSent(session), new Promise<void>((done) => void after(done, pendingWaitMs))])
}

// The lines that the document still lacks at its end, or the outcome of a failed search.
const findUnlisted = async (session: Session): Promise<readonly Line[] | CommandOutcome> => {
  const { kind, place, perform } = session.parts
  const document = session.get().sheet?.document
  const { unlisted } = session.stage
  if (!unlisted || !document) return []
  const found = await perform(unlisted.of(place, document))
  return found.ok ? found.value : failureOf(codeOf(kind.kind, 'unlisted', 'failed'), reasonOf(found.error))
}

// Saves all input, screen by screen; stops at the first failure.
const saveAll = async (session: Session, cause: Cause): Promise<RunOutcome> => {
  let last: RunOutcome
  for (const stage of STAGES) {
    const keys = unsavedOf(session).filter((each) => each.stage === stage)
    if (keys.length === 0) continue
    last = await onScreen(session, stage, async (screen) => {
      let outcome: RunOutcome
      for (const { entry } of keys) {
        outcome =
          refuseIfChanged(screen, entry.line) ?? (await actOnEntry(screen, entry.key, undefined, cause))
        if (outcome?.tone !== 'ok') break
      }
      return outcome
    })
    if (last?.tone !== 'ok') return last
  }
  return session.get().fieldTyped === null ? last : updateHeader(session, cause)
}

const discard = async (session: Session, { id, key, elsewhere }: Finding) => {
  const { stage, headerDraft } = session.parts
  if (id === 'unsavedField') typeField(session, null)
  else if (id === 'unsavedHeader') headerDraft.drop()
  else if (key !== null)
    await onScreen(session, elsewhere ?? stage, async (screen) => cancelEdit(screen, key))
}

// Works on another screen of the document without showing it.
const onScreen = async <Result>(
  session: Session,
  stage: StageId,
  work: (screen: Session) => Promise<Result>,
): Promise<Result> => {
  if (stage === session.parts.stage) return work(session)
  const screen = createSession({ ...session.parts, stage }, session.guard)
  await loadDocument(screen)
  try {
    return await work(screen)
  } finally {
    closeSession(screen)
    await loadDocument(session)
  }
}

const openFinding = (session: Session, { id, key, barcode, elsewhere }: Finding) => {
  if (id === 'unsavedField' || id === 'noTemperature')
    session.set({ fieldFocusRequests: session.get().fieldFocusRequests + 1 })
  else if (id === 'unsavedHeader' && session.parts.stage === 'edit') session.set({ editing: true })
  else if (id === 'unsavedHeader') goToScreen(session, 'edit', { at: 'header' })
  else if (id === 'unlisted') goToScreen(session, 'edit', { line: barcode })
  else if (key !== null && elsewhere) goToScreen(session, elsewhere, { line: key })
  else if (key !== null) {
    selectLine(session, key)
    focusLine(session, key)
  }
}

const outcomeOfLeft = ({ kind }: Kind, step: string, n: number): CommandOutcome =>
  n === 0
    ? outcomeOf('ok', 'documents.nothingLeft')
    : outcomeOf('warning', codeOf(kind, step, 'left'), { n }, ['listLeft'])

const outcomeOfFinding = ({ kind }: Kind, step: string, finding: Finding): CommandOutcome => {
  const words = sayFinding(kind, step, finding)
  const what = finding.barcode === '' ? words : `${finding.barcode}: ${words}`
  return outcomeOf('warning', 'documents.point.left', { what }, ['listLeft'])
}

const savableFindings: ReadonlySet<Finding['id']> = new Set([
  'unsaved',
  'unsavedLine',
  'unsavedReason',
  'unsavedField',
])

const pendingOf = ({ intent, state, why }: AppOperation): PendingOperation => ({
  barcode: intent.type === 'header' ? subjectOf(intent) : barcodeIn(intent),
  ...(why && (state === 'refused' || state === 'held')
    ? { state: 'refused', code: why.code, facts: why.facts }
    : { state: 'onItsWay', code: 'documents.finding.onItsWay', facts: {} }),
})

// Writes the missing lines with 0; returns the outcome of a failure.
async function writeUnlisted(session: Session, cause: Cause, lines: readonly Line[]): Promise<RunOutcome> {
  const { kind, mode, place, perform } = session.parts
  const { unlisted } = session.stage
  const document = session.get().sheet?.document
  if (!unlisted || !document || lines.length === 0) return undefined
  const failed = codeOf(kind.kind, 'unlisted', 'failed')
  const change = {
    type: 'lines',
    step: unlisted.step,
    document,
    lines: lines.map((line) => ({ line, quantity: 0 })),
  } as const
  const idempotencyKey = changeKey(cause, 'unlisted')
  const written = await perform(kind.wire.save(place, mode.id, change), { idempotencyKey })
  await loadChanged(session)
  if (!written.ok) return withOutage(written.error, failureOf(failed, reasonOf(written.error)))
  if (!written.value.ok) return failureOf(failed, sayReply(written.value.message))
  // The list did not show lines that others added before this reload: the person must see them first.
  const after = session.get().sheet?.document
  if (!after) return undefined
  const own = new Set(lines.map(({ barcode }) => barcode))
  const { added, ...rest } = compareDocuments(document, after)
  return outcomeOfDifference(after, { ...rest, added: added.filter((barcode) => !own.has(barcode)) })
}
