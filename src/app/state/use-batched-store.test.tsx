import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler, type ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { flushRendering, throttleRendering, useBatchedStore } from './use-batched-store.ts'

const createValue = (first: string) => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: string) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

type Value = ReturnType<typeof createValue>

const always = () => true

const Shown = ({ value }: { readonly value: Value }) => <p>{useBatchedStore(value.subscribe, value.get)}</p>
const Echo = ({ value }: { readonly value: Value }) => (
  <p>{useBatchedStore(value.subscribe, value.get, always)}</p>
)

// Returns a function that counts the renders.
const show = (parts: ReactNode) => {
  let renders = 0
  const onRender = () => {
    renders += 1
  }
  render(
    <Profiler id="parts" onRender={onRender}>
      {parts}
    </Profiler>,
  )
  return () => renders
}
const shownText = () => document.body.textContent

// A frame of the test before may still be due, and would never come with fake timers.
beforeEach(() => new Promise<void>((done) => requestAnimationFrame(() => done())))

it('renders updates of several stores once per frame', async () => {
  const [line, strip] = [createValue('reserved'), createValue('ready')]
  const renders = show([<Shown key="line" value={line} />, <Shown key="strip" value={strip} />])
  expect(renders()).toBe(1)
  line.set('picked here')
  await Promise.resolve()
  strip.set('B1 is read')
  await Promise.resolve()
  strip.set('B1: picked')
  await Promise.resolve()
  expect(shownText()).toBe('reservedready')
  await waitFor(() => expect(shownText()).toBe('picked hereB1: picked'))
  expect(renders()).toBe(2)
})

it('renders an echo together with its outcome', async () => {
  const [outcome, begun] = [createValue('ready'), createValue('')]
  const renders = show([<Shown key="outcome" value={outcome} />, <Echo key="begun" value={begun} />])
  begun.set('B1')
  await Promise.resolve()
  outcome.set('picked')
  await waitFor(() => expect(shownText()).toBe('pickedB1'))
  expect(renders()).toBe(2)
})

it('renders an echo alone if no outcome follows', async () => {
  const begun = createValue('')
  show(<Echo value={begun} />)
  begun.set('B1')
  await waitFor(() => expect(shownText()).toBe('B1'))
})

it('renders pending updates immediately on request', async () => {
  const line = createValue('reserved')
  show(<Shown value={line} />)
  await act(async () => {
    line.set('picked')
    flushRendering()
    await Promise.resolve()
    expect(screen.getByText('picked')).toBeVisible()
  })
})

it('keeps each letter that is typed into a field', async () => {
  const typed = createValue('')
  const Field = () => {
    const text = useBatchedStore(typed.subscribe, typed.get)
    return <input aria-label="Quantity" value={text} onChange={({ target }) => typed.set(target.value)} />
  }
  render(<Field />)
  await userEvent.type(screen.getByRole('textbox'), '1234')
  expect(screen.getByRole('textbox')).toHaveValue('1234')
  expect(typed.get()).toBe('1234')
})

it('renders the first change immediately, and later ones with the next frame', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })
  try {
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const line = createValue('reserved')
    const renders = show(<Shown value={line} />)
    await pass(100)
    const before = renders()
    line.set('picked here')
    line.set('1 of 2')
    await pass(1)
    expect(shownText()).toBe('1 of 2')
    expect(renders() - before).toBe(1)
    line.set('picked')
    await pass(1)
    line.set('2 of 2')
    await pass(1)
    expect(shownText()).toBe('1 of 2')
    await pass(17)
    expect(shownText()).toBe('2 of 2')
    expect(renders() - before).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

it('renders twice a second while scans are queued, and everything with the next frame afterwards', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })
  try {
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const line = createValue('reserved')
    const renders = show(<Shown value={line} />)
    const before = renders()
    throttleRendering(true)
    for (let scan = 1; scan <= 50; scan += 1) {
      line.set(`${scan} picked`)
      await pass(20)
    }
    // In one second: the first change, half a second later, and perhaps once more at its end.
    expect(renders() - before).toBeGreaterThanOrEqual(2)
    expect(renders() - before).toBeLessThanOrEqual(3)
    line.set('all picked')
    throttleRendering(false)
    await pass(17)
    expect(shownText()).toBe('all picked')
  } finally {
    throttleRendering(false)
    vi.useRealTimers()
  }
})

it('subscribes once to a store for all its components', async () => {
  const line = createValue('reserved')
  let subscribed = 0
  let unsubscribed = 0
  const subscribe = (listener: () => void) => {
    subscribed += 1
    const end = line.subscribe(listener)
    return () => {
      unsubscribed += 1
      end()
    }
  }
  const value = { ...line, subscribe }
  const { rerender } = render([<Shown key="1" value={value} />, <Shown key="2" value={value} />])
  expect(subscribed).toBe(1)
  rerender([<Shown key="2" value={value} />])
  expect(unsubscribed).toBe(0)
  line.set('picked')
  await waitFor(() => expect(shownText()).toBe('picked'))
  rerender([])
  expect(unsubscribed).toBe(1)
})

it('renders once a second while scans are queued if rendering is slow', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })
  const now = performance.now.bind(performance)
  let spent = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + spent)
  try {
    const line = createValue('reserved')
    let renders = 0
    const onRender = () => {
      renders += 1
      spent += 150
    }
    render(
      <Profiler id="dear" onRender={onRender}>
        <Shown value={line} />
      </Profiler>,
    )
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const before = renders
    throttleRendering(true)
    for (let scan = 1; scan <= 75; scan += 1) {
      line.set(`${scan} picked`)
      await vi.advanceTimersByTimeAsync(20)
    }
    // In less than two seconds: the first change, and all others a second later.
    expect(renders - before).toBe(2)
  } finally {
    throttleRendering(false)
    clock.mockRestore()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})
