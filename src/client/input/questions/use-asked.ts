// Questions of a screen, one after the other.
import { useCallback, useEffect, useRef, useState } from 'react'

/** A question that waits for its answer. */
export interface Asked<Question, Answer> {
  readonly question: Question
  /** Differs from question to question. */
  readonly number: number
  readonly answer: (answer: Answer) => void
}

/**
 * `ask` resolves with the answer to `first`, the question to show. A screen that is left answers its questions with `closed`:
 * a scan that waited for ever would stop all scans behind it.
 */
export function useAsked<Question, Answer>(
  closed: Answer,
): {
  readonly ask: (question: Question) => Promise<Answer>
  readonly first: Asked<Question, Answer> | undefined
} {
  const [shown, setShown] = useState<readonly Asked<Question, Answer>[]>([])
  const waiting = useRef<readonly Asked<Question, Answer>[]>([])
  const isMounted = useRef(true)
  const count = useRef(0)
  const show = useCallback((next: readonly Asked<Question, Answer>[]) => {
    waiting.current = next
    setShown(next)
  }, [])
  const ask = useCallback(
    (question: Question) =>
      new Promise<Answer>((resolve) => {
        if (!isMounted.current) {
          resolve(closed)
          return
        }
        count.current += 1
        const number = count.current
        const answer = (given: Answer) => {
          show(waiting.current.filter((asked) => asked.number !== number))
          resolve(given)
        }
        show([...waiting.current, { question, number, answer }])
      }),
    [closed, show],
  )
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      for (const { answer } of waiting.current) answer(closed)
    }
  }, [closed])
  return { ask, first: shown[0] }
}
