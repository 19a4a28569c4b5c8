import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trackPending, whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// A browser without idle callbacks: a timer replaces them.
const work = () => {
  const done: string[] = []
  return { done, run: () => void done.push('done') }
}

it('does not run between two steps of the start: it waits for the first answer', async () => {
  const { done, run } = work()
  whenIdle(run)
  await trackPending(Promise.resolve(), 'code')
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual([])
  await trackPending(Promise.resolve())
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['done'])
})

it('waits for work that a person waits for', async () => {
  let answer = () => {}
  const call = trackPending(new Promise<void>((resolve) => (answer = resolve)))
  const { done, run } = work()
  whenIdle(run)
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual([])
  answer()
  await call
  await vi.runAllTimersAsync()
  expect(done).toEqual(['done'])
})

it('runs after a timeout in any case', async () => {
  void trackPending(new Promise<void>(() => undefined))
  const { done, run } = work()
  whenIdle(run)
  await vi.runAllTimersAsync()
  expect(done).toEqual(['done'])
})

it('does nothing once it is cancelled', async () => {
  const { done, run } = work()
  whenIdle(run)()
  await vi.runAllTimersAsync()
  expect(done).toEqual([])
})
