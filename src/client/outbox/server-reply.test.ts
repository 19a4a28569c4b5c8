import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atOnce } from './server-reply.ts'

// Scans that wait behind one whose reply never comes.
const scansBehind = (count: number) => {
  const listeners = new Set<() => void>()
  let now = count
  return {
    behind: {
      count: () => now,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    listeners,
    more: (next: number) => {
      now = next
      for (const listener of listeners) listener()
    },
  }
}
const never = new Promise<string>(() => undefined)
const settled = async (promise: Promise<unknown>) => {
  const seen: unknown[] = []
  void promise.then((value) => seen.push(value ?? 'saved here'))
  await vi.advanceTimersByTimeAsync(0)
  return seen
}

describe('the wait for the reply of a scan', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends at once with many scans behind it, whatever the time', async () => {
    const { behind, listeners } = scansBehind(3)
    expect(await settled(atOnce(never, behind))).toEqual(['saved here'])
    expect(listeners.size).toBe(0)
  })

  it('ends when many have come while it lasted', async () => {
    const { behind, more } = scansBehind(0)
    const waits = atOnce(never, behind)
    expect(await settled(waits)).toEqual([])
    more(2)
    expect(await settled(waits)).toEqual([])
    more(3)
    expect(await settled(waits)).toEqual(['saved here'])
  })

  it('is for the reply itself at the pace of a person', async () => {
    const { behind } = scansBehind(2)
    expect(await atOnce(Promise.resolve('picked'), behind)).toBe('picked')
  })

  it('ends by itself where nothing waits', async () => {
    const { behind, listeners } = scansBehind(0)
    const waits = atOnce(never, behind)
    await vi.runAllTimersAsync()
    expect(await settled(waits)).toEqual(['saved here'])
    expect(listeners.size).toBe(0)
  })
})
