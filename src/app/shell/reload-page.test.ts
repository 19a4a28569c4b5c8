import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { reloadWhenServerAnswers } from './reload-page.ts'

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    sessionStorage.clear()
  })
})

it('reloads the page when its server answers, not earlier', async () => {
  const reload = vi.fn()
  const checkServer = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  reloadWhenServerAnswers(reload, checkServer)
  await settle()
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(checkServer).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
  checkServer.mockResolvedValue(undefined as never)
  await vi.advanceTimersByTimeAsync(3000)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('reloads a page that still lacks its code a minute later, not earlier', async () => {
  const reload = vi.fn()
  const checkServer = vi.fn(() => Promise.resolve())
  reloadWhenServerAnswers(reload, checkServer)
  await settle()
  await vi.advanceTimersByTimeAsync(20_000)
  reloadWhenServerAnswers(reload, checkServer)
  await vi.advanceTimersByTimeAsync(39_999)
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(2)
  const stop = reloadWhenServerAnswers(reload, checkServer)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).toHaveBeenCalledTimes(2)
})

it('does not count a captive portal’s page as an answer of the server', async () => {
  const reload = vi.fn()
  const answers = vi.fn(() => Promise.resolve(new Response('<html>Sign in to the network</html>')))
  vi.stubGlobal('fetch', answers)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const stop = reloadWhenServerAnswers(reload)
  await settle()
  expect(answers).toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})

it('does not reload after the person has left the screen', async () => {
  const reload = vi.fn()
  let answer: () => void = () => undefined
  const stop = reloadWhenServerAnswers(reload, () => new Promise<void>((done) => (answer = done)))
  stop()
  answer()
  await settle()
  expect(reload).not.toHaveBeenCalled()
})
