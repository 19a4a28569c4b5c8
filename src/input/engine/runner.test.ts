import { describe, expect, it } from 'vitest'
import {
  createRunner,
  type Gate,
  lastWaiting,
  nextWaiting,
  type RunnerEvent,
  type RunnerState,
  reduceRunner,
  restoreRunner,
  waitingCount,
  waitsFor,
} from './runner.ts'

const scanOf = (id: string, more: object = {}) => ({
  id,
  text: id,
  raw: id,
  at: 1,
  target: 'editor',
  ...more,
})
const enqueue = (id: string, more: object = {}): RunnerEvent => ({ type: 'enqueue', scan: scanOf(id, more) })
const turn = (gate: Gate = 'open'): RunnerEvent => ({ type: 'turn', gate })
const turnOver: RunnerEvent = { type: 'turn-over', isDialogOpen: false }
const empty = createRunner('hold')

// Applies events; returns the state, the ids of the scans that started, and the last stored ids.
function run(events: readonly RunnerEvent[], state = empty) {
  const started: string[] = []
  let stored: readonly string[] = []
  for (const event of events) {
    const [next, effects] = reduceRunner(state, event)
    state = next
    for (const effect of effects) {
      if (effect.type === 'run') started.push(effect.scan.id)
      if (effect.type === 'store') stored = effect.queue?.items.map(({ id }) => id) ?? []
    }
  }
  return { state, started, stored }
}

const pendingOf = ({ pending }: RunnerState) => {
  if (!pending) throw new Error('No scan is pending')
  return pending
}

describe('the turn of a scan', () => {
  it.each(['dialog', 'screen', 'network', 'sign-in'] as const)(
    'waits behind the gate %s, and starts once',
    (gate) => {
      const waiting = run([enqueue('1'), turn(gate), turn(gate)])
      expect(waiting.started).toEqual([])
      expect(waitsFor(waiting.state, false, gate)).toBe(gate)
      expect(run([turn(), turn()], waiting.state).started).toEqual(['1'])
    },
  )

  it('never comes while another scan runs, or an error is held', () => {
    const running = run([enqueue('1'), turn(), enqueue('2'), turn()])
    expect(running.started).toEqual(['1'])
    const held = run([{ type: 'fail', id: '1' }, turn()], running.state)
    expect(held.started).toEqual([])
    expect(waitsFor(held.state, false, undefined)).toBe('acknowledgement')
    expect(run([{ type: 'acknowledge' }, turn()], held.state).started).toEqual(['2'])
  })

  it('returns to a scan whose screen was busy, before later scans', () => {
    const { state } = run([enqueue('1'), turn(), enqueue('2')])
    const [scan] = state.queue.items
    if (!scan) throw new Error('The queue is empty')
    const [busy, effects] = reduceRunner(state, { type: 'busy', scan })
    expect(effects).toContainEqual({ type: 'retry' })
    expect(run([turn(), { type: 'done', id: '1' }, turn()], busy).started).toEqual(['1', '2'])
  })

  it('returns to a scan that met an outage; the outage ends when a scan has run', () => {
    const { state } = run([enqueue('1')])
    const out = run([turn(), { type: 'outage', scan: pendingOf(state), outage: 'network' }], state).state
    expect(out).toMatchObject({ outage: 'network', pending: { id: '1' } })
    expect(run([turn('network')], out).started).toEqual([])
    const ended = run([turn(), { type: 'ran' }], out)
    expect(ended.started).toEqual(['1'])
    expect(ended.state.outage).toBeUndefined()
  })
})

describe('a scan whose screen is gone', () => {
  it('ends with the scans of that screen that never started, and no others', () => {
    const { state } = run([
      enqueue('1'),
      enqueue('2'),
      enqueue('3', { target: 'other' }),
      enqueue('4', { begun: true }),
      enqueue('5'),
    ])
    const [, effects] = reduceRunner(state, turn('gone'))
    expect(effects).toMatchObject([
      { type: 'end-unsaved', scan: { id: '1' }, others: [{ id: '2' }, { id: '5' }] },
    ])
    expect(run([turn('gone'), turn()], state).started).toEqual([])
  })

  it('ends alone if it may have been saved before a reload', () => {
    const { state } = run([enqueue('1', { begun: true }), enqueue('2')])
    expect(reduceRunner(state, turn('gone'))[1]).toMatchObject([{ scan: { id: '1' }, others: [] }])
  })
})

describe('a scan that is taken back', () => {
  it('leaves with the number that was entered for it, also if it was next', () => {
    const { state } = run([enqueue('1'), enqueue('number', { of: '1' }), enqueue('2')])
    const taken = run([{ type: 'take-back', scan: pendingOf(state) }], state)
    expect(taken.stored).toEqual(['2'])
    expect(nextWaiting(taken.state)?.id).toBe('2')
    expect(run([turn()], taken.state).started).toEqual(['2'])
  })

  it('is the last one that has not started', () => {
    expect(lastWaiting(run([enqueue('1'), turn()]).state)).toBeUndefined()
    expect(lastWaiting(run([enqueue('1')]).state)?.id).toBe('1')
    expect(lastWaiting(run([enqueue('1'), turn(), enqueue('2'), enqueue('3')]).state)?.id).toBe('3')
  })
})

describe('a stored queue', () => {
  it('comes before scans that have not started, each once', () => {
    const { state } = run([enqueue('2'), enqueue('3')])
    const { queue, effects } = restoreRunner(state, { items: [{ ...scanOf('1'), state: 'waiting' }] })
    const restored = run([{ type: 'restored', queue, effects }], state)
    expect(restored.stored).toEqual(['1', '2', '3'])
    const done = (id: string): RunnerEvent => ({ type: 'done', id })
    expect(run([turn(), done('1'), turn(), done('2'), turn()], restored.state).started).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('is not overwritten when another person uses the page', () => {
    const { state } = run([enqueue('1')])
    const [next, effects] = reduceRunner(state, { type: 'forget' })
    expect(effects).toEqual([{ type: 'notify' }])
    expect(run([turn()], next).started).toEqual([])
  })
})

describe('rendering', () => {
  const isThrottled = (events: readonly RunnerEvent[], state = empty) =>
    run([...events, turnOver], state).state.isThrottled
  const three = [enqueue('1'), turn(), enqueue('2'), enqueue('3')]

  it('is throttled from three unfinished scans on, until none is left', () => {
    expect(isThrottled(three.slice(0, 3))).toBe(false)
    expect(isThrottled(three)).toBe(true)
    const throttled = run([...three, turnOver]).state
    expect(isThrottled([{ type: 'done', id: '1' }, turn()], throttled)).toBe(true)
    const done = (['1', '2', '3'] as const).flatMap((id): RunnerEvent[] => [{ type: 'done', id }, turn()])
    expect(isThrottled(done, throttled)).toBe(false)
  })

  it('is never throttled while a person must act', () => {
    const { state } = run(three)
    expect(run([{ type: 'turn-over', isDialogOpen: true }], state).state.isThrottled).toBe(false)
    expect(isThrottled([{ type: 'fail', id: '1' }], state)).toBe(false)
    expect(isThrottled([enqueue('1'), enqueue('2'), enqueue('3'), turn('screen')])).toBe(false)
  })
})

it('does not count the scan whose question is open as waiting', () => {
  const asking = run([enqueue('1'), turn(), enqueue('2')]).state
  expect(waitingCount(asking, true)).toBe(1)
  expect(waitsFor(asking, true, undefined)).toBe('dialog')
  expect(waitingCount(asking, false)).toBe(2)
  expect(waitsFor(asking, false, undefined)).toBe('scan')
})
