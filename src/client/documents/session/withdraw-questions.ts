// Closes the open questions about a document when another person ends it.
import { outcomeOf } from '#client/input/engine/outcomes.ts'
import { isOver, sayEnd } from '#client/outbox/ended.ts'
import type { CommandOutcome, MaybePromise, RunOutcome } from '#commands/command.ts'
import type { Document } from '#kinds/document.ts'
import { stageOf } from '#kinds/screens.ts'
import type { SessionParts } from './session-parts.ts'

type Asks = Pick<SessionParts, 'ask' | 'askReason' | 'askShelf' | 'findings'>

export interface Withdrawal {
  /** Asks the person; resolves as for a closed question if the document ends before the answer. */
  readonly asks: Asks
  /** Call with each new state of the document. */
  readonly follow: (document: Document | undefined) => void
  /** Replaces the outcome of an action by the document's end, if that has closed the action's question. */
  readonly guard: <Given extends readonly unknown[], Outcome extends MaybePromise<RunOutcome>>(
    action: (...given: Given) => Outcome,
  ) => (...given: Given) => Outcome | Promise<RunOutcome>
}

export function createWithdrawal(parts: SessionParts): Withdrawal {
  const { kind, stage, withdraw, reportLater } = parts
  const { during } = kind.lineSteps[stageOf(kind, stage).lineAction.step] ?? {}
  let wasOver: boolean | undefined
  /** The end of the document, while actions run that began before it. */
  let end: CommandOutcome | undefined
  let closed = 0
  const running = new Set<Promise<RunOutcome>>()
  let begunBefore = new Set<Promise<RunOutcome>>()

  const until = async <Answer>(show: () => Promise<Answer>, none: Answer): Promise<Answer> => {
    const answer = end ? none : await show()
    if (!end) return answer
    closed += 1
    return none
  }

  const follow: Withdrawal['follow'] = (document) => {
    const isNowOver = document && isOver(during, document.status)
    const hasEnded = wasOver === false && isNowOver
    wasOver = isNowOver
    if (!hasEnded) return
    const outcome = outcomeOf('error', 'documents.questionClosed', { what: sayEnd(kind.kind, document) })
    begunBefore = new Set(running)
    if (begunBefore.size > 0) end = outcome
    const hasClosed = withdraw()
    if (hasClosed && begunBefore.size === 0) reportLater(outcome, '')
  }

  const guarded = async (action: Promise<RunOutcome>) => {
    const before = closed
    running.add(action)
    try {
      const outcome = await action
      return (closed > before && end) || outcome
    } finally {
      running.delete(action)
      begunBefore.delete(action)
      if (begunBefore.size === 0) end = undefined
    }
  }

  return {
    asks: {
      ask: (question) => until(() => parts.ask(question), 'dismissed'),
      askReason: (question) => until(() => parts.askReason(question), null),
      askShelf: (question) => until(() => parts.askShelf(question), null),
      findings: {
        ...parts.findings,
        ask: (view) => until(() => parts.findings.ask(view), { type: 'leave' }),
      },
    },
    follow,
    guard:
      (action) =>
      (...given) => {
        const outcome = action(...given)
        return outcome instanceof Promise ? guarded(outcome) : outcome
      },
  }
}
