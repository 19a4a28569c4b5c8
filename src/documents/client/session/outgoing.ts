// Pending line steps: stored in the outbox, applied to the document on screen, and reported after the
// server's reply.

import { isAboutDocument, isOverFor, sayEnded } from '#app/outbox/ended.ts'
import { byCause, followersOf, heldForSame } from '#app/outbox/following.ts'
import type { AppOperation, DeleteIntent, HeaderIntent, LineIntent } from '#app/outbox/intent.ts'
import { barcodeIn, laneOfDocument, subjectOf, uuidOf } from '#app/outbox/intent.ts'
import type { Follower, Settled } from '#app/outbox/outbox.ts'
import type { Taken } from '#app/outbox/packer.ts'
import { isForRight } from '#app/outbox/reports.ts'
import { heldOutcome } from '#app/outbox/server-reply.ts'
import type { NotAppended } from '#app/outbox/storage.ts'
import { together } from '#app/state/soon.ts'
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

/** How the server's replies are reported. */
export interface ReplyHandlers {
  /** Done: the outcome, and the line's status. */
  readonly confirmed: (
    operation: AppOperation,
    taken: Taken | undefined,
    reopened: boolean,
  ) => Promise<CommandOutcome>
  /**
   * Refused: the line shows the server's data, and the input stays for another try: the quantity that was
   * given last.
   */
  readonly refused: (operation: AppOperation, why: Why, last: number) => Promise<CommandOutcome>
  /** Others have ended the document: nothing of these was done. */
  readonly ended: (operations: readonly AppOperation[]) => Promise<void>
}

export interface Outgoing {
  /**
   * Stores an intent with its id and shows it; returns that it is saved here, with the server's reply to
   * come. Fails if it is not stored, or nobody knows: the line shows it then once it is known.
   */
  readonly send: (
    id: string,
    intent: DocumentIntent,
    show: () => CommandOutcome,
  ) => Promise<Result<CommandOutcome, NotAppended>>
  /** Takes over refusals that came while the document was closed. */
  readonly takeOver: () => Promise<void>
  /** Removes the last step on a line from the outbox; false if it may already have been sent. */
  readonly takeBack: (key: string) => boolean
  /** Listens to the document's operations; returns a function that stops it. */
  readonly listen: () => () => void
}

/** Creates the sender of the document's operations. */
export function createOutgoing(core: Core, tellers: ReplyHandlers): Outgoing {
  const { kind, mode, place, number, outbox, user, reportLater, headerDraft } = core.parts
  const lane = laneOfDocument(kind.kind, number)
  const waiters = new Map<string, (outcome: CommandOutcome) => void>()
  /**
   * The refusals of new lines that have not been sent again. What was being stored for such a line meanwhile
   * is refused with it: the server has no line to do it on.
   */
  const refusedNew = new Map<string, Promise<CommandOutcome>>()
  /** Stored too late to be refused with its line, and perhaps on its way. */
  const lineless = new Set<string>()

  const refusalOfLine = (intent: DocumentIntent) =>
    'line' in intent && intent.line.id === '' ? refusedNew.get(lineKey(intent.line)) : undefined

  const barcodeOf = ({ intent }: AppOperation) => barcodeIn(intent)

  /**
   * Shows a refusal on the line with its input, and removes the operation and those that follow it on the
   * line.
   */
  const refuse = (operation: AppOperation, why: Why): Promise<CommandOutcome> => {
    const { intent } = operation
    const told = refuseWithFollowers(operation, why)
    if (intent.type === 'line' && intent.line.id === null) refusedNew.set(lineKey(intent.line), told)
    return told
  }
  const refuseWithFollowers = async (operation: AppOperation, why: Why): Promise<CommandOutcome> => {
    const { intent } = operation
    const behind = followersOf(operation, outbox.waiting(lane))
    const last = [operation, ...behind].reduce(
      (quantity, each) => quantityIn(each.intent, intent) ?? quantity,
      0,
    )
    const followers = behind.flatMap(({ id }) => {
      const told = waiters.get(id)
      waiters.delete(id)
      outbox.close(id, why)
      return told ?? []
    })
    if (intent.type === 'header') keepHeader([intent, ...behind.map((each) => each.intent)])
    if (intent.type === 'line' && intent.line.id === null) {
      const key = lineKey(intent.line)
      core.apply({ type: 'withdrawn', key, line: intent.line })
    }
    core.redraw()
    const outcome = await tellers.refused(operation, why, last)
    // The dependent operations were reported as saved here: report why they are not done.
    for (const told of followers) told(outcome)
    core.keepNow()
    outbox.close(operation.id, why)
    return outcome
  }

  // The values of a refused header, the later ones first, are back where they were typed.
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

  // A new line's quantity and reason stay on its line: without them it would show 0.
  const showAsUnsaved = ({ line, quantity, reason }: LineIntent) => {
    const key = lineKey(line)
    if (line.id === null) core.apply({ type: 'withdrawn', key, line })
    core.apply({ type: 'typed', key, text: String(quantity) })
    if (reason !== '') core.apply({ type: 'reasoned', key, reason })
  }

  /** One cause for all of them: one outcome, and the work stays listed in the outbox. */
  const refuseEnded = async (refused: readonly AppOperation[], why: Why): Promise<CommandOutcome> => {
    const status = String(why.facts['status'] ?? '')
    const later = outbox
      .waiting(lane)
      .filter((each) => each.state === 'here' && isOverFor(each.intent, status))
    const all = [...refused, ...later.filter((each) => refused.every(({ id }) => id !== each.id))]
    for (const { id, intent } of all) {
      outbox.close(id, why)
      if (intent.type === 'line' && !intent.line.id) showAsUnsaved(intent)
    }
    await tellers.ended(all)
    return outcomeOf('error', 'outbox.ended.all', { words: sayEnded(all, why) })
  }

  const heldTogether = (first: Settled, count: number, why: Why): CommandOutcome => {
    const { operation } = first
    const { n, isOneLane } = isForRight(first)
      ? heldForSame(outbox.state(), operation, why.code)
      : { n: count, isOneLane: true }
    if (n <= 1) return heldOutcome(subjectOf(operation.intent), why)
    const facts = { n, number, why: sayCode(why.code, why.facts) }
    return outcomeOf('error', isOneLane ? 'outbox.held.several' : 'outbox.held.all', facts)
  }

  interface Reply extends Settled {
    readonly isOurs: Promise<boolean>
  }
  // What came of all the work for one cause is reported once: at the first scan, and on the lines of the
  // others.
  const settleShared = async (replies: readonly Reply[]) => {
    const [first] = replies
    if (!first || first.word.type === 'confirmed') return
    const { why, type } = first.word
    const operations = replies.map(({ operation }) => operation)
    const told = operations.flatMap(({ id }) => waiters.get(id) ?? [])
    for (const { id } of operations) waiters.delete(id)
    const ours = await Promise.all(replies.map(({ isOurs }) => isOurs))
    const barcode = barcodeOf(first.operation)
    const outcome =
      type === 'refused' ? await refuseEnded(operations, why) : heldTogether(first, operations.length, why)
    const [tellFirst, ...others] = told
    if (tellFirst) tellFirst(outcome)
    // Work of all documents for one right has one report: the outbox's watchers.
    else if (ours.some(Boolean) && !isForRight(first))
      reportLater(outcome, replies.length === 1 ? barcode : '')
    for (const tell of others) tell({ ...outcome, tone: 'warning' })
  }
  const gathered: Reply[] = []
  const settleGathered = together(() => {
    for (const replies of byCause(gathered.splice(0))) void settleShared(replies)
  })

  // Another page, or the refusal of an earlier change, has closed an operation that a person waits for; or it
  // was discarded.
  const settleClosed = together(() => {
    const { closed, ended } = outbox.state()
    for (const [id, told] of waiters) {
      const operation = closed.find((each) => each.id === id)
      if (!operation && !ended.has(id)) continue
      waiters.delete(id)
      if (operation) void outcomeOfClosed(operation).then(told)
      else told(outcomeOf('warning', 'outbox.lineDiscarded'))
    }
  })
  const outcomeOfClosed = async (operation: AppOperation): Promise<CommandOutcome> => {
    const { intent, why = { code: 'outbox.lineRefused', facts: {} } } = operation
    if (isAboutDocument(why)) return outcomeOf('warning', why.code, why.facts)
    return tellers.refused(operation, why, intent.type === 'line' ? intent.quantity : 0)
  }

  const listen = () => {
    const leave = outbox.changedElsewhere(lane, () => core.redraw())
    const endClosed = outbox.subscribe(() => void settleClosed())
    const heard: Follower = ({ operation, word }, isOurs) => {
      if (word.type === 'held' || (word.type === 'refused' && isAboutDocument(word.why))) {
        lineless.delete(operation.id)
        gathered.push({ operation, word, isOurs })
        void settleGathered()
        return
      }
      const settle = async () => {
        const told = waiters.get(operation.id)
        waiters.delete(operation.id)
        const tell = async (outcome: CommandOutcome) => {
          if (told) told(outcome)
          else if (outcome.tone === 'error' && (await isOurs)) reportLater(outcome, barcodeOf(operation))
        }
        if (lineless.delete(operation.id) && word.type === 'refused') {
          outbox.close(operation.id, word.why)
          core.redraw()
        } else if (word.type === 'confirmed') {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the packer's own word on it
          const taken = word.detail as Taken | undefined
          const reopened = await core.confirm(operation, taken)
          await tell(await tellers.confirmed(operation, taken, reopened))
        } else if (told || (await isOurs)) {
          await tell(await refuse(operation, word.why))
        } else {
          // Another page reports it, on its line.
          core.redraw()
          await core.load()
        }
      }
      void settle()
    }
    const end = outbox.follow(lane, heard, (id) => waiters.has(id))
    return () => {
      leave()
      endClosed()
      end()
    }
  }

  return {
    send: async (id, intent, show) => {
      const said = new Promise<CommandOutcome>((resolve) => {
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
      const whole = { ...intent, kind: kind.kind, mode: mode.id, place, ...(uuid !== '' && { uuid }) }
      if (sheet && isOverFor(whole, sheet.document.status)) {
        waiters.delete(id)
        const { status, number: shown } = sheet.document
        return succeed(refusalOutcome(refusalOf('notWhileStatus', { status, number: shown ?? '' })))
      }
      const found = () => core.redraw()
      const appended = await outbox.append({ id, user: user(), lane, intent: whole, found })
      if (!appended.ok) {
        waiters.delete(id)
        return appended
      }
      const meanwhile = refusalOfLine(intent)
      if (meanwhile) {
        waiters.delete(id)
        if (!outbox.close(id, { code: 'outbox.lineRefused', facts: {} })) lineless.add(id)
        return succeed(await meanwhile)
      }
      if ('line' in intent && intent.line.id === null) refusedNew.delete(lineKey(intent.line))
      const here = show()
      return succeed({ ...here, later: said })
    },
    takeOver: async () => {
      const refused = outbox.waiting(lane).filter(({ state }) => state === 'refused')
      const ended = refused.filter(({ why }) => why && isAboutDocument(why))
      const [first] = ended
      if (first?.why) {
        const outcome = await refuseEnded(ended, first.why)
        if (ended.some(({ id }) => !outbox.isTold(id))) reportLater(outcome, '')
      }
      for (const operation of refused) {
        if (!operation.why || ended.includes(operation)) continue
        const isTold = outbox.isTold(operation.id)
        const outcome = await refuse(operation, operation.why)
        if (!isTold) reportLater(outcome, barcodeOf(operation))
      }
    },
    takeBack: (key) => {
      const last = outbox
        .waiting(lane)
        .findLast(({ intent }) => intent.type === 'line' && lineKey(intent.line) === key)
      if (last?.state !== 'here' || !outbox.takeBack(last.id)) return false
      waiters.delete(last.id)
      core.redraw()
      return true
    },
    listen,
  }
}

// The quantity of the same step, in whole plants: a correction of what waited.
const quantityIn = (one: AppOperation['intent'], first: AppOperation['intent']): number | undefined =>
  one.type === 'line' && first.type === 'line' && one.step === first.step ? one.quantity : undefined
