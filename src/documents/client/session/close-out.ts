// Ends a document: lists findings to settle before the step; without findings takes the step immediately.

import { type AppOperation, barcodeIn, laneOfDocument, subjectOf } from '#app/outbox/intent.ts'
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
import { finalScreenFrom, stageOf } from '#core/kinds/screens.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import type { Worksheet } from '#core/kinds/worksheet.ts'
import { failureOf, outcomeOf, withOutage } from '#input/engine/outcomes.ts'
import type { LineActor } from './act-on-line.ts'
import type { Core } from './core.ts'
import { duringStep } from './during-step.ts'
import type { HeaderEditor } from './edit-header.ts'
import type { FindingsReply, FindingsView } from './findings-sheet.ts'
import type { QuestionGuard } from './question-guard.ts'
import { refuseIfChanged } from './refuse-if-changed.ts'
import { outcomeOfDifference } from './send-line.ts'
import { STAGES, unsavedOf } from './unsaved.ts'
import { codeOf, sayFinding } from './wording.ts'

/** The actions that ending a document uses: on its lines, its header field and its other screens. */
export interface CloseOutContext {
  readonly actOnEntry: LineActor['actOnEntry']
  readonly deleteEntry: (key: string, cause: Cause) => Promise<RunOutcome>
  readonly cancelEdit: (key: string) => void
  readonly updateHeader: HeaderEditor['updateHeader']
  readonly typeField: HeaderEditor['typeField']
  /** Runs the work that follows a confirmed step. */
  readonly afterOwnStep: QuestionGuard['afterOwnStep']
  /** Opens another screen of the document without showing it. */
  readonly open: (stage: StageId) => OtherScreen
  /** Navigates to another screen of the document: to a line, the header form, or the list of findings. */
  readonly goTo: (stage: StageId, to: OpenTarget) => void
}

/** Another screen of the document, not shown. */
export interface OtherScreen extends Pick<CloseOutContext, 'actOnEntry' | 'cancelEdit'> {
  readonly core: Core
}

/** The place where a document's screen opens. */
export type OpenTarget = { readonly line: string } | { readonly at: 'header' | 'left' }

export interface CloseOut {
  /** The document step that ends it from here; undefined: none. */
  readonly step: string | undefined
  /** The known findings, without a request to the server. */
  readonly findings: (cause: Cause) => readonly Finding[]
  /**
   * Lists the findings until all are settled or the person continues: then returns 'go', otherwise the
   * outcome. `listing`: only shows the list, and never continues without the person.
   */
  readonly settle: (cause: Cause, mayTake: () => boolean, listing?: true) => Promise<RunOutcome | 'go'>
}

// The list waits this long for pending replies, so that replies of a fast network are never listed.
const pendingWaitMs = 400

export function createCloseOut(core: Core, context: CloseOutContext): CloseOut {
  const { kind, place, perform, outbox, after, headerDraft, findings: findingsSheet } = core.parts
  const here = core.parts.stage
  const end = finalScreenFrom(kind, here)
  const lane = laneOfDocument(kind.kind, core.parts.number)
  /** Signatures of the findings that the person has accepted. */
  const kept = new Set<string>()

  const left = (cause: Cause, unlisted: readonly Line[] = []): readonly Finding[] => {
    const { sheet, fieldTyped } = core.get()
    if (!end || !sheet) return []
    const found = findingsOf(stageOf(kind, end.stage).checks, {
      document: sheet.document,
      stage: here,
      unsaved: unsavedOf(core),
      field: fieldTyped,
      header: headerDraft.isKept() && core.mayStep('edit') === true,
      pending: outbox.pendingOf(lane).map(pendingOf),
      held: core.parts.scans.before(cause),
      unlisted,
    })
    return found
      .filter((each) => !kept.has(signatureOf(each)))
      .map((each) => ({ ...each, settles: each.settles.filter((how) => maySettle(sheet, each, how)) }))
  }

  const maySettle = ({ document, entries }: Worksheet, { key }: Finding, how: Resolution): boolean => {
    if (how === 'keep' || how === 'discard') return true
    const entry = key === null ? undefined : entries[key]
    if (!entry) return false
    return how === 'delete'
      ? core.mayStep('delete') === true && lineAllows(kind, 'delete', document, entry.line, 0) === true
      : core.mayStep(core.stage.lineAction.step) === true
  }

  const onScreen = async <Result>(
    stage: StageId,
    work: (at: OtherScreen) => Promise<Result>,
  ): Promise<Result> => {
    if (stage === here) return work({ core, ...context })
    const other = context.open(stage)
    await other.core.load()
    try {
      return await work(other)
    } finally {
      other.core.close()
      await core.load()
    }
  }

  /** Saves all input, screen by screen; stops at the first failure. */
  const saveAll = async (cause: Cause): Promise<RunOutcome> => {
    let last: RunOutcome
    for (const stage of STAGES) {
      const keys = unsavedOf(core).filter((each) => each.stage === stage)
      if (keys.length === 0) continue
      last = await onScreen(stage, async ({ core: otherCore, actOnEntry }) => {
        let outcome: RunOutcome
        for (const { entry } of keys) {
          outcome = refuseIfChanged(otherCore, entry.line) ?? (await actOnEntry(entry.key, undefined, cause))
          if (outcome?.tone !== 'ok') break
        }
        return outcome
      })
      if (last?.tone !== 'ok') return last
    }
    return core.get().fieldTyped === null ? last : context.updateHeader(cause)
  }

  const discard = async ({ id, key, elsewhere }: Finding) => {
    if (id === 'unsavedField') context.typeField(null)
    else if (id === 'unsavedHeader') headerDraft.drop()
    else if (key !== null) await onScreen(elsewhere ?? here, async ({ cancelEdit }) => cancelEdit(key))
  }

  const openFinding = ({ id, key, barcode, elsewhere }: Finding) => {
    if (id === 'unsavedField' || id === 'noTemperature')
      core.set({ fieldFocusRequests: core.get().fieldFocusRequests + 1 })
    else if (id === 'unsavedHeader' && here === 'edit') core.set({ editing: true })
    else if (id === 'unsavedHeader') context.goTo('edit', { at: 'header' })
    else if (id === 'unlisted') context.goTo('edit', { line: barcode })
    else if (key !== null && elsewhere) context.goTo(elsewhere, { line: key })
    else if (key !== null) {
      core.selectLine(key)
      core.focus(key)
    }
  }

  const outcomeOfLeft = (step: string, n: number): CommandOutcome =>
    n === 0
      ? outcomeOf('ok', 'documents.nothingLeft')
      : outcomeOf('warning', codeOf(kind.kind, step, 'left'), { n }, ['listLeft'])

  const outcomeOfFinding = (step: string, finding: Finding): CommandOutcome => {
    const words = sayFinding(kind.kind, step, finding)
    const what = finding.barcode === '' ? words : `${finding.barcode}: ${words}`
    return outcomeOf('warning', 'documents.point.left', { what }, ['listLeft'])
  }

  /** Waits for the server's replies; only a moment if there are other findings. */
  const waitForServer = async (points: readonly Finding[]) => {
    const pendingReplies = points.filter(({ id }) => id === 'onItsWay')
    if (pendingReplies.length === points.length) await core.waitUntilSent()
    else if (pendingReplies.length > 0)
      await Promise.race([core.waitUntilSent(), new Promise<void>((done) => void after(done, pendingWaitMs))])
  }

  /** The lines that the document still lacks at its end, or the outcome of a failed search. */
  const findUnlisted = async (): Promise<readonly Line[] | CommandOutcome> => {
    const document = core.get().sheet?.document
    const { unlisted } = core.stage
    if (!unlisted || !document) return []
    const found = await perform(unlisted.of(place, document))
    return found.ok ? found.value : failureOf(codeOf(kind.kind, 'unlisted', 'failed'), reasonOf(found.error))
  }

  const settle: CloseOut['settle'] = async (cause, mayTake, listing) => {
    if (!end) return undefined
    const { step } = end
    // An answer about a finding confirms only this finding, not the end.
    let hasAnswered = false
    for (;;) {
      const unlisted = await duringStep(core, step, async () => {
        await waitForServer(left(cause))
        return findUnlisted()
      })
      if ('tone' in unlisted) return unlisted
      if (end.stage !== here) {
        const n = left(cause).length
        if (n === 0 && !listing) return 'go'
        context.goTo(end.stage, { at: 'left' })
        return listing ? undefined : outcomeOfLeft(step, n)
      }
      const view = (): FindingsView => {
        const findings = left(cause, unlisted)
        return {
          kind: kind.kind,
          step,
          findings,
          mayGoOn: findings.every(({ stops }) => !stops) && mayTake(),
          maySave: findings.some(({ id }) => savableFindings.has(id)),
        }
      }
      const now = view()
      if (now.findings.length === 0) {
        findingsSheet.close()
        if (listing) return outcomeOfLeft(step, 0)
        return hasAnswered ? outcomeOf('ok', 'documents.allSettled') : 'go'
      }
      // If all findings are pending replies, continue without a question once they have arrived.
      const isOnlyPending = !listing && now.findings.every(({ id }) => id === 'onItsWay')
      let stops: readonly (() => void)[] = []
      const settledByServer = new Promise<FindingsReply>((resolve) => {
        const update = () => {
          findingsSheet.show(view())
          if (isOnlyPending && view().findings.length === 0) resolve({ type: 'goOn' })
        }
        stops = [core, outbox, core.parts.scans].map(({ subscribe }) => subscribe(update))
      })
      const reply = await Promise.race([findingsSheet.ask(now, cause), settledByServer])
      for (const stop of stops) stop()
      hasAnswered = true
      if (reply.type === 'keep') {
        kept.add(signatureOf(reply.finding))
        continue
      }
      findingsSheet.close()
      switch (reply.type) {
        case 'leave':
          return outcomeOfLeft(step, view().findings.length)
        case 'lead':
          openFinding(reply.finding)
          return outcomeOfFinding(step, reply.finding)
        case 'goOn':
          return (await writeUnlisted(core, cause, unlisted)) ?? 'go'
        case 'discard':
          await discard(reply.finding)
          continue
        case 'save': {
          const outcome = await saveAll(cause)
          if (outcome?.tone !== 'ok') return outcome
          continue
        }
        default: {
          const { type: how, finding } = reply
          const { key, facts } = finding
          if (key === null) continue
          const ordered = Number(facts['ordered'])
          const outcome =
            how === 'delete'
              ? await context.deleteEntry(key, cause)
              : await context.actOnEntry(key, ordered, cause)
          if (outcome?.tone === 'error') return outcome
        }
      }
    }
  }

  return { step: end?.step, findings: left, settle }
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
async function writeUnlisted(core: Core, cause: Cause, lines: readonly Line[]): Promise<RunOutcome> {
  const { kind, mode, place, perform } = core.parts
  const { unlisted } = core.stage
  const document = core.get().sheet?.document
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
  await core.loadChanged()
  if (!written.ok) return withOutage(written.error, failureOf(failed, reasonOf(written.error)))
  if (!written.value.ok) return failureOf(failed, sayReply(written.value.message))
  // The list did not show lines that others added before this reload: the person must see them first.
  const after = core.get().sheet?.document
  if (!after) return undefined
  const own = new Set(lines.map(({ barcode }) => barcode))
  const { added, ...rest } = compareDocuments(document, after)
  return outcomeOfDifference(after, { ...rest, added: added.filter((barcode) => !own.has(barcode)) })
}
