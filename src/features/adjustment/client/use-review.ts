// Reviews an adjustment request. Its decisions are in decide-line.ts.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { useNewsOf } from '#app/api/live/use-news.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { adjustmentRequests, type DecisionStep } from '#core/kinds/adjustment/rules.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { AskPerson } from '#input/questions/question.ts'
import {
  decideLine,
  focusLine,
  lineOf,
  mayDecide,
  type OpenQuestion,
  type ReviewPorts,
  type ReviewState,
} from './decide-line.ts'

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

/** `ask` confirms each decision, because decisions cannot be undone. */
export function useReview(number: string, ask: AskPerson): Review {
  const { location } = usePlace()
  const { actor } = useSession()
  const queries = useQueryClient()
  const [state, setState] = useState(nothing)
  const latest = useRef(nothing)
  const [unconfirmedKeys] = useState(() => new Map<string, string>())
  const question = useRef<OpenQuestion>(undefined)
  const reads = useRef({ begun: 0, shown: 0 })
  const set = useCallback((change: Partial<ReviewState>) => {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }, [])

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
    const { lines } = result.value
    const isFirst = latest.current.request === null
    set({ request: result.value, problem: null })
    if (isFirst)
      focusLine(
        { state: () => latest.current, set },
        lines.findIndex(({ status }) => status === 'OPEN'),
      )
    const { isAsked, closer } = question.current ?? {}
    if (lines.some((line) => line.status !== 'OPEN' && isAsked?.(line))) closer?.abort()
  }, [number, set])
  useReload(number, load)

  const actions = useMemo((): Omit<Review, 'state' | 'load'> => {
    const ports: ReviewPorts = {
      number,
      location,
      actor,
      ask,
      state: () => latest.current,
      set,
      load,
      ignoreEarlierReads: () => {
        reads.current.begun += 1
        reads.current.shown = reads.current.begun
      },
      reloadLists: () => void queries.invalidateQueries({ queryKey: queryKeys.documents('request') }),
      unconfirmedKeys,
      question,
    }
    return {
      may: (step, barcode) => mayDecide(ports, step, barcode),
      decide: (step, barcode, cause) => decideLine(ports, step, barcode, cause),
      choose: (barcode) => {
        const { request } = latest.current
        const line = lineOf(latest.current, barcode)
        if (!request || !line) return outcomeOf('error', 'request.notHere', { barcode, number })
        focusLine(ports, request.lines.indexOf(line))
        return outcomeOf('ok', 'request.chosen', { barcode })
      },
      move: (by) => {
        const { request, current } = latest.current
        if (request) focusLine(ports, Math.min(request.lines.length - 1, current + by))
      },
      setCurrent: (index) => {
        if (latest.current.current !== index) set({ current: index, focusRequest: 0 })
      },
    }
  }, [location, actor, queries, number, set, load, ask, unconfirmedKeys])
  return { state, load, ...actions }
}

// Reads the request at first, after changes by other people, and when the network or the page is back.
const useReload = (number: string, load: () => Promise<void>) => {
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
}
