// Queues the questions of a screen and shows one after the other.
import { useCallback, useEffect, useRef, useState } from 'react'

/** A question that waits for its answer. */
export interface PendingQuestion<Question, Answer> {
  readonly question: Question
  /** Unique per question. */
  readonly number: number
  readonly answer: (answer: Answer) => void
}

/**
 * `ask` resolves with the answer to its question; `first` is the question to show. When the screen closes,
 * open questions are answered with `closed`, because a waiting scan would block the queue.
 */
export function useQuestionQueue<Question, Answer>(
  closed: Answer,
): {
  /** `signal` answers the question with `closed`. */
  readonly ask: (question: Question, signal?: AbortSignal) => Promise<Answer>
  /** Answers all open questions with `closed`. */
  readonly withdraw: () => void
  readonly first: PendingQuestion<Question, Answer> | undefined
} {
  const [shown, setShown] = useState<readonly PendingQuestion<Question, Answer>[]>([])
  const waiting = useRef<readonly PendingQuestion<Question, Answer>[]>([])
  const isMounted = useRef(true)
  const count = useRef(0)
  const show = useCallback((next: readonly PendingQuestion<Question, Answer>[]) => {
    waiting.current = next
    setShown(next)
  }, [])
  const ask = useCallback(
    (question: Question, signal?: AbortSignal) =>
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
        signal?.addEventListener('abort', () => answer(closed), { once: true })
        show([...waiting.current, { question, number, answer }])
      }),
    [closed, show],
  )
  const withdraw = useCallback(() => {
    for (const { answer } of waiting.current) answer(closed)
  }, [closed])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      withdraw()
    }
  }, [withdraw])
  return { ask, withdraw, first: shown[0] }
}
