// Reviews an adjustment request. Decisions show immediately and are rolled back if the server does not
// confirm them (part 2 sections 2.8, 4.5 and 5).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { useNewsOf } from '#app/api/live/use-news.ts'
import { type ApiProblem, mayHaveSucceeded } from '#app/api/problem.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import {
  adjustmentRequests,
  type DecisionStep,
  quantityIfAccepted,
  type RequestDocument,
  type RequestLine,
} from '#core/kinds/adjustment/rules.ts'
import { afterLineStep, lineAllows, mayAct, mayActAt } from '#core/kinds/engine.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import {
  failureOf,
  failureOfReply,
  outcomeOf,
  withOutage,
  withServerMessage,
} from '#input/engine/outcomes.ts'
import { type AskPerson, questionOfIrreversible, type Reply } from '#input/questions/question.ts'
import { say, sayCode } from '#text/say.ts'
import { checkDecision } from './check-decision.ts'
import { sayDecided } from './say-decided.ts'

export interface ReviewState {
  readonly request: RequestDocument | null
  readonly problem: ApiProblem | 'missing' | null
  /** The line whose decision is in flight. */
  readonly sending: string | null
  /** The line for commands without a barcode. */
  readonly current: number
  /** Changes with each focus request for the current line; 0: no request. */
  readonly focusRequest: number
}

export interface Review {
  readonly state: ReviewState
  readonly load: () => Promise<void>
  readonly may: (step: DecisionStep, barcode?: string) => Verdict
  readonly decide: (
    step: DecisionStep,
    barcode: string | undefined,
    cause: Cause,
  ) => Promise<CommandOutcome | undefined>
  readonly choose: (barcode: string) => CommandOutcome
  readonly move: (by: 1 | -1) => void
  readonly setCurrent: (index: number) => void
}

const nothing: ReviewState = { request: null, problem: null, sending: null, current: 0, focusRequest: 0 }

// Returns the request after the decision on a line.
const afterDecision = (request: RequestDocument, line: RequestLine, step: DecisionStep): RequestDocument => {
  const { status } = afterLineStep(adjustmentRequests.rules, step, request, line)
  const stock = step === 'accept' ? quantityIfAccepted(request.header, line.stock, line) : line.stock
  const decided = { ...line, status: step === 'accept' ? 'ACCEPT' : 'REJECT', stock } as const
  return { ...request, status, lines: request.lines.map((each) => (each.id === line.id ? decided : each)) }
}

/** `ask` confirms each decision, because decisions cannot be undone. */
export function useReview(number: string, ask: AskPerson): Review {
  const place = usePlace()
  const { actor } = useSession()
  const queries = useQueryClient()
  const [state, setState] = useState(nothing)
  const latest = useRef(nothing)
  const unconfirmedKeys = useRef(new Map<string, string>())
  /** The open question: its line, and the controller that closes it. */
  const asking = useRef<{
    readonly isAsked: (line: RequestLine) => boolean
    readonly closer: AbortController
  }>(undefined)
  const set = useCallback((change: Partial<ReviewState>) => {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }, [])

  const reads = useRef({ begun: 0, shown: 0 })
  const load = useCallback(async () => {
    reads.current.begun += 1
    const thisRead = reads.current.begun
    const result = await perform(adjustmentRequests.detail(number))
    // Ignore this read if a newer one is shown or a decision is in flight.
    if (latest.current.sending !== null || thisRead < reads.current.shown) return
    if (result.ok) reads.current.shown = thisRead
    if (!result.ok) {
      set({ problem: result.error.code === 'not_found' ? 'missing' : result.error })
      return
    }
    if (result.value === null) {
      set({ problem: 'missing' })
      return
    }
    const first = Math.max(
      0,
      result.value.lines.findIndex(({ status }) => status === 'OPEN'),
    )
    set({
      request: result.value,
      problem: null,
      ...(latest.current.request === null && {
        current: first,
        focusRequest: latest.current.focusRequest + 1,
      }),
    })
    const { isAsked, closer } = asking.current ?? {}
    if (result.value.lines.some((line) => line.status !== 'OPEN' && isAsked?.(line))) closer?.abort()
  }, [number, set])

  useEffect(() => {
    void load()
    const reloadIfVisible = () => document.visibilityState === 'visible' && void load()
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('online', reloadIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('online', reloadIfVisible)
    }
  }, [load])

  useNewsOf(
    'request',
    useCallback((changed) => void ((changed ?? number) === number && load()), [number, load]),
  )

  const actions = useMemo((): Omit<Review, 'state' | 'load'> => {
    const lineOf = (barcode: string | undefined): RequestLine | undefined => {
      const { request, current } = latest.current
      if (barcode === undefined) return request?.lines[current]
      const matching = request?.lines.filter((line) => line.barcode === barcode) ?? []
      return matching.find(({ status }) => status === 'OPEN') ?? matching[0]
    }
    const may = (step: DecisionStep, barcode?: string): Verdict => {
      const { request, sending } = latest.current
      if (!request) return refuse('stillLoading')
      const atLocation = mayActAt(adjustmentRequests.access, step, request.header, new Set([place.location]))
      const line = lineOf(barcode)
      return firstRefusal(
        mayAct(adjustmentRequests.access, actor, step, request.header),
        atLocation === true ? true : refuse('doneElsewhere', atLocation.facts),
        sending === null ? true : refuse('busy'),
        line ? lineAllows(adjustmentRequests.rules, step, request, line, line.stock) : refuse('noLine'),
      )
    }
    const focus = (index: number) => set({ current: index, focusRequest: latest.current.focusRequest + 1 })

    /**
     * Focuses the next undecided line after `from`, then from the first on; `from` itself if all are
     * decided.
     */
    const focusNext = ({ lines }: RequestDocument, from: number) => {
      const isOpen = ({ status }: RequestLine) => status === 'OPEN'
      const following = lines.findIndex((line, index) => index > from && isOpen(line))
      const next = following < 0 ? lines.findIndex(isOpen) : following
      focus(next < 0 ? Math.max(0, from) : next)
    }

    /** Asks for confirmation, and asks again if the line's stock changed while the question was open. */
    const confirm = async (
      step: DecisionStep,
      isAsked: (line: RequestLine) => boolean,
      signal: AbortSignal,
    ): Promise<Reply> => {
      let asked: string | undefined
      for (;;) {
        const { request } = latest.current
        const line = request?.lines.find(isAsked)
        if (!request || line?.status !== 'OPEN') return 'dismissed'
        const { barcode, stock } = line
        const facts = { barcode, stock, n: quantityIfAccepted(request.header, stock, line) }
        const shownFacts = JSON.stringify(facts)
        if (shownFacts === asked) return 'yes'
        const question = questionOfIrreversible(`request.${step}.ask`, facts)
        const reply = await ask(asked ? { ...question, detail: 'request.askAgain' } : question, signal)
        if (reply !== 'yes') return reply
        asked = shownFacts
      }
    }

    return {
      may,
      decide: async (step, barcode, cause) => {
        const asked = lineOf(barcode)
        const allowed = may(step, barcode)
        if (allowed !== true) return refusalOutcome(allowed)
        if (!asked) return refusalOutcome(refuse('noLine'))
        if (asking.current) return refusalOutcome(refuse('busy'))
        const isAsked = ({ id, barcode: code }: RequestLine) => id === asked.id && code === asked.barcode
        const seen = latest.current.request
        const closer = new AbortController()
        asking.current = { isAsked, closer }
        const reply = await confirm(step, isAsked, closer.signal)
        asking.current = undefined
        // Another user may have decided the line while the question was open.
        const before = latest.current.request
        const line = before?.lines.find(isAsked)
        if (seen && before && line && line.status !== 'OPEN') {
          focusNext(before, before.lines.indexOf(line))
          return sayDecided(seen, before, line)
        }
        if (reply !== 'yes') {
          if (before) focus(Math.max(0, before.lines.findIndex(isAsked)))
          return outcomeOf('warning', 'documents.kept', { barcode: asked.barcode })
        }
        if (!before || !line) return refusalOutcome(refuse('noLine'))
        const verdict = lineAllows(adjustmentRequests.rules, step, before, line, line.stock)
        if (verdict !== true) return refusalOutcome(verdict)
        const part = `${line.id ?? line.barcode}.${step}`
        const idempotencyKey = unconfirmedKeys.current.get(part) ?? changeKey(cause, part)
        const after = afterDecision(before, line, step)
        set({ request: after, sending: line.id })
        const result = await perform(adjustmentRequests.decide(before, line, step), { idempotencyKey })
        const checked =
          result.ok && result.value.ok ? await checkDecision(number, line, step, result.value) : true
        set({ sending: null })
        reads.current.begun += 1
        reads.current.shown = reads.current.begun
        if (!result.ok && mayHaveSucceeded(result.error)) unconfirmedKeys.current.set(part, idempotencyKey)
        else unconfirmedKeys.current.delete(part)
        if (!result.ok || !result.value.ok || checked !== true) {
          // Roll back an unconfirmed decision: the line is open again.
          set({ request: before })
          if (checked !== true) {
            await load()
            return checked
          }
          const outcome = result.ok
            ? failureOfReply('request.failed', result.value.message, line.barcode)
            : failureOf('request.failed', reasonOf(result.error))
          if (result.ok || result.error.status === 409) await load()
          return result.ok ? outcome : withOutage(result.error, outcome)
        }
        void queries.invalidateQueries({ queryKey: queryKeys.documents('request') })
        focusNext(after, after.lines.findIndex(isAsked))
        const n = lineOf(line.barcode)?.stock ?? line.stock
        const decided = { barcode: line.barcode, n }
        const message = result.value.message
        const done = `request.${step}.done`
        if (after.status !== 'CLOSED') return withServerMessage(outcomeOf('ok', done, decided), message)
        const reason = say('request.closed', { number })
        return withServerMessage(
          outcomeOf('ok', 'withReason', { what: sayCode(done, decided), reason }),
          message,
        )
      },
      choose: (barcode) => {
        const { request } = latest.current
        const line = lineOf(barcode)
        if (!request || !line) return outcomeOf('error', 'request.notHere', { barcode, number })
        focus(request.lines.indexOf(line))
        return outcomeOf('ok', 'request.chosen', { barcode })
      },
      move: (by) => {
        const { request, current } = latest.current
        if (request) focus(Math.max(0, Math.min(request.lines.length - 1, current + by)))
      },
      setCurrent: (index) => {
        if (latest.current.current !== index) set({ current: index, focusRequest: 0 })
      },
    }
  }, [place, actor, queries, number, set, load, ask])
  return { state, load, ...actions }
}
