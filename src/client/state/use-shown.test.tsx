// What a store tells is shown once a frame, and while scans wait twice a second.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showSeldom, useShown } from './use-shown.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })
})
afterEach(() => {
  showSeldom(false)
  vi.useRealTimers()
})

const openStore = () => {
  let value = 0
  const listeners = new Set<() => void>()
  return {
    subscribe: (told: () => void) => {
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    get: () => value,
    count: () => {
      value += 1
      for (const told of listeners) told()
    },
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows changes with the next frame, and those of one frame together', async () => {
  const store = openStore()
  let renders = 0
  const { result } = renderHook(() => {
    renders += 1
    return useShown(store.subscribe, store.get)
  })
  const before = renders
  store.count()
  store.count()
  expect(result.current).toBe(0)
  await pass(17)
  expect(result.current).toBe(2)
  expect(renders - before).toBe(1)
})

it('while scans wait shows twice a second, and all of it at once when none waits', async () => {
  const store = openStore()
  let renders = 0
  const { result } = renderHook(() => {
    renders += 1
    return useShown(store.subscribe, store.get)
  })
  const before = renders
  showSeldom(true)
  for (let at = 0; at < 50; at += 1) {
    store.count()
    await pass(20)
  }
  // A second: the first change, half a second later, and perhaps once more at its end.
  expect(renders - before).toBeLessThanOrEqual(3)
  expect(result.current).toBeGreaterThanOrEqual(25)
  store.count()
  showSeldom(false)
  await pass(17)
  expect(result.current).toBe(51)
})
