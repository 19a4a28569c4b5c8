// Sends a document's operations: stores them in the outbox, shows them, and reports the server's replies.

import type { AcceptedReply } from '#app/outbox/build-request.ts'
import { isAboutDocument, isRuledOutFor, sayEnded } from '#app/outbox/ended.ts'
import type { AppOperation, DeleteIntent, HeaderIntent, LineIntent, Settled } from '#app/outbox/intent.ts'
import { barcodeIn, laneOfDocument, subjectOf, uuidOf } from '#app/outbox/intent.ts'
import { byCause, countHeldForRight, dependentsOf } from '#app/outbox/related-operations.ts'
import { isHeldForRight, type ResultListener } from '#app/outbox/reports.ts'
import { heldOutcome } from '#app/outbox/server-reply.ts'
import type { AppendFailure } from '#app/outbox/storage.ts'
import { coalesceCalls } from '#app/state/delay.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import type { Why } from '#core/outbox/index.ts'
import { refuse as refusalOf } from '#core/wire/refusals.ts'
import { type Result, succeed } from '#core/wire/result.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { sayCode } from '#text/say.ts'
import type { Core } from './core.ts'

export type DocumentIntent =
  | Omit<LineIntent, 'kind' | 'mode' | 'place' | 'uuid'>
  | Omit<DeleteIntent, 'kind' | 'mode' | 'place' | 'uuid'>
  | Omit<HeaderIntent, 'kind' | 'mode' | 'place' | 'uuid'>

/** Handlers of the server's replies. */
export interface ReplyHandlers {
  /** Confirmed: returns the outcome with the line's status. */
  readonly confirmed: (
    operation: AppOperation,
    taken: AcceptedReply | undefined,
    reopened: boolean,
  ) => Promise<CommandOutcome>
  /** Refused: the line shows the server's data and keeps `last`, the latest quantity, as input. */
  readonly refused: (operation: AppOperation, why: Why, last: number) => Promise<CommandOutcome>
  /** Other people have ended the document: none of these operations was done. */
  readonly ended: (operations: readonly AppOperation[]) => Promise<void>
}

export interface OperationSender {
  /**
   * Stores an intent with its id and calls `show`. Returns that it is saved on this device, with the server's
   * reply as `later`. Fails if it is not stored, or if that is unknown; the line shows it once it is known to
   * be stored.
   */
  readonly send: (
    id: string,
    intent: DocumentIntent,
    show: () => CommandOutcome,
  ) => Promise<Result<CommandOutcome, AppendFailure>>
  /** Shows refusals that arrived while the document was closed. */
  readonly showRefusals: () => Promise<void>
  /** Removes a line's last step from the outbox; false if it may have been sent. */
  readonly removeUnsent: (key: string) => boolean
  /** Subscribes to the document's operations; returns a function that unsubscribes. */
  readonly listen: () => () => void
}

/** Creates the sender of the document's operations. */
export function createOperationSender(core: Core, handlers: ReplyHandlers): OperationSender {
  const { kind, mode, place, number, outbox, user, reportLater, headerDraft } = core.parts
  const lane = laneOfDocument(kind.kind, number)
  const waiters = new Map<string, (outcome: CommandOutcome) => void>()
  /**
   * Refusals of new lines that have not been sent again. Steps stored for such a line meanwhile are refused
   * too: the server has no such line.
   */
  const refusedNewLines = new Map<string, Promise<CommandOutcome>>()
  /** Ids of steps that were stored after their new line was refused, and may be in flight. */
  const orphanedSteps = new Set<string>()

  const refusalOfLine = (intent: DocumentIntent) =>
    'line' in intent && intent.line.id === '' ? refusedNewLines.get(lineKey(intent.line)) : undefined

  const barcodeOf = ({ intent }: AppOperation) => barcodeIn(intent)

  /** Shows a refusal on the line with its input, and removes the operation and its followers. */
  const refuse = (operation: AppOperation, why: Why): Promise<CommandOutcome> => {
    const { intent } = operation
    const outcome = refuseWithFollowers(operation, why)
    if (intent.type === 'line' && intent.line.id === null) refusedNewLines.set(lineKey(intent.line), outcome)
    return outcome
  }
  const refuseWithFollowers = async (operation: AppOperation, why: Why): Promise<CommandOutcome> => {
    const { intent } = operation
    const behind = dependentsOf(operation, outbox.pendingOf(lane))
    const last = [operation, ...behind].reduce(
      (quantity, each) => quantityIn(each.intent, intent) ?? quantity,
      0,
    )
    const followers = behind.flatMap(({ id }) => {
      const resolve = waiters.get(id)
      waiters.delete(id)
      outbox.close(id, why)
      return resolve ?? []
    })
    if (intent.type === 'header') keepHeader([intent, ...behind.map((each) => each.intent)])
    if (intent.type === 'line' && intent.line.id === null) {
      const key = lineKey(intent.line)
      core.apply({ type: 'withdrawn', key, line: intent.line })
    }
    core.applyPending()
    const outcome = await handlers.refused(operation, why, last)
    // The dependent operations were reported as saved on this device: report why they are not done.
    for (const resolve of followers) resolve(outcome)
    core.saveDraftsNow()
    outbox.close(operation.id, why)
    return outcome
  }

  // Restores the values of a refused header as input where they were typed; later values win.
  const keepHeader = (intents: readonly AppOperation['intent'][]) => {
    const edits = intents.flatMap((each) => (each.type === 'header' ? [each] : []))
    const values = Object.assign({}, ...edits.map((each) => each.values))
    const seen = Object.assign({}, ...edits.toReversed().map((each) => each.seen))
    const { headerEdit } = core.stage
    const own = headerEdit?.step === edits[0]?.step ? headerEdit?.fields[0] : undefined
    if (own === undefined) {
      headerDraft.add({ seen, values })
      core.set({ headerRefused: { words: '', n: core.get().headerRefused.n + 1 } })
    } else if (core.get().fieldTyped === null) core.set({ fieldTyped: values[own] ?? null, fieldSeen: null })
  }

  // A new line keeps its quantity and reason as input: without them it would show 0.
  const showAsUnsaved = ({ line, quantity, reason }: LineIntent) => {
    const key = lineKey(line)
    if (line.id === null) core.apply({ type: 'withdrawn', key, line })
    core.apply({ type: 'typed', key, text: String(quantity) })
    if (reason !== '') core.apply({ type: 'reasoned', key, reason })
  }

  /** Refuses all operations of one cause with one outcome; the work stays listed in the outbox. */
  const refuseEnded = async (refused: readonly AppOperation[], why: Why): Promise<CommandOutcome> => {
    const status = String(why.facts['status'] ?? '')
    const later = outbox
      .pendingOf(lane)
      .filter((each) => each.state === 'here' && isRuledOutFor(each.intent, status))
    const all = [...refused, ...later.filter((each) => refused.every(({ id }) => id !== each.id))]
    for (const { id, intent } of all) {
      outbox.close(id, why)
      if (intent.type === 'line' && !intent.line.id) showAsUnsaved(intent)
    }
    await handlers.ended(all)
    return outcomeOf('error', 'outbox.ended.all', { words: sayEnded(all, why) })
  }

  const describeHeld = (first: Settled, count: number, why: Why): CommandOutcome => {
    const { operation } = first
    const { n, isOneLane } = isHeldForRight(first)
      ? countHeldForRight(outbox.state(), operation, why.code)
      : { n: count, isOneLane: true }
    if (n <= 1) return heldOutcome(subjectOf(operation.intent), why)
    const facts = { n, number, why: sayCode(why.code, why.facts) }
    return outcomeOf('error', isOneLane ? 'outbox.held.several' : 'outbox.held.all', facts)
  }

  interface Reply extends Settled {
    readonly isOurs: Promise<boolean>
  }
  // Reports all operations of one cause once: on the first scan, and as a warning on the other lines.
  const settleShared = async (replies: readonly Reply[]) => {
    const [first] = replies
    if (!first || first.result.type === 'confirmed') return
    const { why, type } = first.result
    const operations = replies.map(({ operation }) => operation)
    const callbacks = operations.flatMap(({ id }) => waiters.get(id) ?? [])
    for (const { id } of operations) waiters.delete(id)
    const ours = await Promise.all(replies.map(({ isOurs }) => isOurs))
    const barcode = barcodeOf(first.operation)
    const outcome =
      type === 'refused' ? await refuseEnded(operations, why) : describeHeld(first, operations.length, why)
    const [reportFirst, ...others] = callbacks
    if (reportFirst) reportFirst(outcome)
    // The outbox's watchers report work that is held for a missing right, for all documents together.
    else if (ours.some(Boolean) && !isHeldForRight(first))
      reportLater(outcome, replies.length === 1 ? barcode : '')
    for (const report of others) report({ ...outcome, tone: 'warning' })
  }
  const gathered: Reply[] = []
  const settleGathered = coalesceCalls(() => {
    for (const replies of byCause(gathered.splice(0))) void settleShared(replies)
  })

  // Settles awaited operations that were discarded, or closed by another page or an earlier refusal.
  const settleClosed = coalesceCalls(() => {
    const { closed, ended } = outbox.state()
    for (const [id, resolve] of waiters) {
      const operation = closed.find((each) => each.id === id)
      if (!operation && !ended.has(id)) continue
      waiters.delete(id)
      if (operation) void outcomeOfClosed(operation).then(resolve)
      else resolve(outcomeOf('warning', 'outbox.lineDiscarded'))
    }
  })
  const outcomeOfClosed = async (operation: AppOperation): Promise<CommandOutcome> => {
    const { intent, why = { code: 'outbox.lineRefused', facts: {} } } = operation
    if (isAboutDocument(why)) return outcomeOf('warning', why.code, why.facts)
    return handlers.refused(operation, why, intent.type === 'line' ? intent.quantity : 0)
  }

  const listen = () => {
    const unsubscribe = outbox.onChangedElsewhere(lane, () => core.applyPending())
    const endClosed = outbox.subscribe(() => void settleClosed())
    const onReply: ResultListener = ({ operation, result }, isOurs) => {
      if (result.type === 'held' || (result.type === 'refused' && isAboutDocument(result.why))) {
        orphanedSteps.delete(operation.id)
        gathered.push({ operation, result, isOurs })
        void settleGathered()
        return
      }
      const settle = async () => {
        const resolve = waiters.get(operation.id)
        waiters.delete(operation.id)
        const report = async (outcome: CommandOutcome) => {
          if (resolve) resolve(outcome)
          else if (outcome.tone === 'error' && (await isOurs)) reportLater(outcome, barcodeOf(operation))
        }
        if (orphanedSteps.delete(operation.id) && result.type === 'refused') {
          outbox.close(operation.id, result.why)
          core.applyPending()
        } else if (result.type === 'confirmed') {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer writes this detail
          const taken = result.detail as AcceptedReply | undefined
          const reopened = await core.confirm(operation, taken)
          await report(await handlers.confirmed(operation, taken, reopened))
        } else if (resolve || (await isOurs)) {
          await report(await refuse(operation, result.why))
        } else {
          // Another page reports it on its line.
          core.applyPending()
          await core.load()
        }
      }
      void settle()
    }
    const end = outbox.follow(lane, onReply, (id) => waiters.has(id))
    return () => {
      unsubscribe()
      endClosed()
      end()
    }
  }

  return {
    send: async (id, intent, show) => {
      const reply = new Promise<CommandOutcome>((resolve) => {
        waiters.set(id, resolve)
      })
      if (kind.kind === 'request') throw new Error('A request is no document that people make')
      const before = refusalOfLine(intent)
      if (before) {
        waiters.delete(id)
        return succeed(await before)
      }
      const { sheet } = core.get()
      const uuid = sheet ? uuidOf(sheet.document) : ''
      const fullIntent = { ...intent, kind: kind.kind, mode: mode.id, place, ...(uuid !== '' && { uuid }) }
      if (sheet && isRuledOutFor(fullIntent, sheet.document.status)) {
        waiters.delete(id)
        const { status, number: shown } = sheet.document
        return succeed(refusalOutcome(refusalOf('notWhileStatus', { status, number: shown ?? '' })))
      }
      const found = () => core.applyPending()
      const appended = await outbox.append({ id, user: user(), lane, intent: fullIntent, found })
      if (!appended.ok) {
        waiters.delete(id)
        return appended
      }
      const meanwhile = refusalOfLine(intent)
      if (meanwhile) {
        waiters.delete(id)
        if (!outbox.close(id, { code: 'outbox.lineRefused', facts: {} })) orphanedSteps.add(id)
        return succeed(await meanwhile)
      }
      if ('line' in intent && intent.line.id === null) refusedNewLines.delete(lineKey(intent.line))
      const here = show()
      return succeed({ ...here, later: reply })
    },
    showRefusals: async () => {
      const refused = outbox.pendingOf(lane).filter(({ state }) => state === 'refused')
      const ended = refused.filter(({ why }) => why && isAboutDocument(why))
      const [first] = ended
      if (first?.why) {
        const outcome = await refuseEnded(ended, first.why)
        if (ended.some(({ id }) => !outbox.isReported(id))) reportLater(outcome, '')
      }
      for (const operation of refused) {
        if (!operation.why || ended.includes(operation)) continue
        const isTold = outbox.isReported(operation.id)
        const outcome = await refuse(operation, operation.why)
        if (!isTold) reportLater(outcome, barcodeOf(operation))
      }
    },
    removeUnsent: (key) => {
      const last = outbox
        .pendingOf(lane)
        .findLast(({ intent }) => intent.type === 'line' && lineKey(intent.line) === key)
      if (last?.state !== 'here' || !outbox.withdraw(last.id)) return false
      waiters.delete(last.id)
      core.applyPending()
      return true
    },
    listen,
  }
}

// The quantity that a later operation gives for the same step, in whole plants.
const quantityIn = (one: AppOperation['intent'], first: AppOperation['intent']): number | undefined =>
  one.type === 'line' && first.type === 'line' && one.step === first.step ? one.quantity : undefined
