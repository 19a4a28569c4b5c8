import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useQuestionQueue } from './use-question-queue.ts'

// Asks all questions in one task, as scans do.
const askAll = (ask: (question: string) => Promise<string>, ...questions: readonly string[]) => {
  let replies: readonly Promise<string>[] = []
  act(() => {
    replies = questions.map((question) => ask(question))
  })
  return replies
}

const answers = async (asked: readonly Promise<string>[]) => {
  const seen: string[] = []
  for (const each of asked) void each.then((answer) => seen.push(answer))
  await act(async () => undefined)
  return seen
}

it('shows one question after the other, and returns each answer to its caller', async () => {
  const { result } = renderHook(() => useQuestionQueue<string, string>('closed'))
  const replies = askAll(result.current.ask, 'one', 'two')
  expect(result.current.first?.question).toBe('one')
  act(() => result.current.first?.answer('yes'))
  expect(result.current.first?.question).toBe('two')
  act(() => result.current.first?.answer('no'))
  expect(await answers(replies)).toEqual(['yes', 'no'])
  expect(result.current.first).toBeUndefined()
})

it('answers every open question when its screen closes, and later ones immediately', async () => {
  const { result, unmount } = renderHook(() => useQuestionQueue<string, string>('closed'))
  const { ask } = result.current
  const open = askAll(ask, 'one', 'two')
  unmount()
  expect(await answers([...open, ask('three')])).toEqual(['closed', 'closed', 'closed'])
})

it('answers every open question when they are withdrawn, and ignores a later answer', async () => {
  const { result } = renderHook(() => useQuestionQueue<string, string>('closed'))
  const open = askAll(result.current.ask, 'one', 'two')
  const late = result.current.first
  act(() => result.current.withdraw())
  act(() => late?.answer('yes'))
  expect(result.current.first).toBeUndefined()
  expect(await answers(open)).toEqual(['closed', 'closed'])
})

it('closes only the question of an aborted signal', async () => {
  const { result } = renderHook(() => useQuestionQueue<string, string>('closed'))
  const controller = new AbortController()
  const [one] = askAll((question) => result.current.ask(question, controller.signal), 'one')
  const [two] = askAll(result.current.ask, 'two')
  act(() => controller.abort())
  expect(result.current.first?.question).toBe('two')
  act(() => result.current.first?.answer('yes'))
  expect(await answers([one, two].flatMap((each) => each ?? []))).toEqual(['closed', 'yes'])
})
