// Closes the open questions about a document when another person ends it.

import { isRuledOut, sayEnd } from '#app/outbox/ended.ts'
import type { Cause, CommandOutcome, MaybePromise, RunOutcome } from '#core/commands/command.ts'
import type { Document } from '#core/kinds/document.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { PersonQuestions, ScreenParts } from './session-parts.ts'

export interface QuestionGuard {
  /** Asks the person; resolves as for a closed question if the document ends before the answer. */
  readonly questions: PersonQuestions<Cause | undefined>
  /** Call with each new state of the document. */
  readonly updateDocument: (document: Document | undefined) => void
  /** Runs the work that follows a confirmed own step; an end that shows meanwhile closes no question. */
  readonly afterOwnStep: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Runs an action; the document's end replaces its outcome if it closed a question of this action. */
  readonly guard: <Outcome extends MaybePromise<RunOutcome>>(
    cause: Cause,
    action: () => Outcome,
  ) => Outcome | Promise<RunOutcome>
}

interface Running {
  readonly controller: AbortController
  /** The document's end, if it arrives while this runs. */
  end?: CommandOutcome
  hasClosed: boolean
}

const begin = (): Running => ({ controller: new AbortController(), hasClosed: false })

export function createQuestionGuard(parts: ScreenParts): QuestionGuard {
  const { kind, stage, reportLater } = parts
  const { during } = kind.lineSteps[stageOf(kind, stage).lineAction.step] ?? {}
  let wasOver: boolean | undefined
  /** Number of own steps whose confirmation is being processed. */
  let ownSteps = 0
  /** Running actions, by the id of their cause. */
  const running = new Map<string, Running>()
  /** Questions without an action: those of a form. */
  let form = begin()

  const askUntilEnd = async <Answer>(
    cause: Cause | undefined,
    show: (signal: AbortSignal) => Promise<Answer>,
    none: Answer,
  ): Promise<Answer> => {
    const own = cause && running.get(cause.id)
    const asking = own ?? form
    const answer = asking.end ? none : await show(asking.controller.signal)
    if (!asking.end) return answer
    asking.hasClosed = true
    if (!own) reportLater(asking.end, '')
    return none
  }

  const follow: QuestionGuard['updateDocument'] = (document) => {
    // There is no document while it reloads.
    if (!document) return
    const isNowOver = isRuledOut(during, document.status)
    const hasEnded = wasOver === false && isNowOver
    wasOver = isNowOver
    if (!hasEnded || ownSteps > 0) return
    const end = outcomeOf('error', 'documents.questionClosed', { what: sayEnd(kind.kind, document) })
    const all = [...running.values(), form]
    form = begin()
    for (const each of all) {
      each.end = end
      each.controller.abort()
    }
  }

  return {
    questions: {
      ask: (question, cause) => askUntilEnd(cause, (signal) => parts.ask(question, signal), 'dismissed'),
      askReason: (question, cause) => askUntilEnd(cause, (signal) => parts.askReason(question, signal), null),
      askShelf: (question, cause) => askUntilEnd(cause, (signal) => parts.askShelf(question, signal), null),
      findings: {
        ...parts.findings,
        ask: (view, cause) =>
          askUntilEnd(cause, (signal) => parts.findings.ask(view, signal), { type: 'leave' }),
      },
    },
    updateDocument: follow,
    afterOwnStep: async (work) => {
      ownSteps += 1
      try {
        return await work()
      } finally {
        ownSteps -= 1
      }
    },
    guard: (cause, action) => {
      const own = begin()
      running.set(cause.id, own)
      const finish = () => {
        if (running.get(cause.id) === own) running.delete(cause.id)
      }
      let outcome: ReturnType<typeof action> | undefined
      try {
        outcome = action()
      } finally {
        if (!(outcome instanceof Promise)) finish()
      }
      if (!(outcome instanceof Promise)) return outcome
      return outcome.then((result) => (own.hasClosed ? own.end : result)).finally(finish)
    },
  }
}
