import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { loadAgainOnceBack } from './load-again.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    sessionStorage.clear()
  })
})

it('a page is loaded again when its server answers, not before', async () => {
  const reload = vi.fn()
  const isBack = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  loadAgainOnceBack(reload, isBack)
  await settle()
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(isBack).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
  isBack.mockResolvedValue(undefined as never)
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('one that still misses its code is not loaded again within a minute', async () => {
  const reload = vi.fn()
  const isBack = () => Promise.resolve()
  loadAgainOnceBack(reload, isBack)
  await settle()
  loadAgainOnceBack(reload, isBack)
  await settle()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.parse('2026-03-02T08:01:01Z'))
  loadAgainOnceBack(reload, isBack)
  await settle()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('is left alone once the person has gone elsewhere', async () => {
  const reload = vi.fn()
  let answer: () => void = () => undefined
  const stop = loadAgainOnceBack(reload, () => new Promise<void>((done) => (answer = done)))
  stop()
  answer()
  await settle()
  expect(reload).not.toHaveBeenCalled()
})
