import { expect, it } from 'vitest'
import { OutboxBench, WHY } from '#tests/support/outbox-bench.ts'
import { changedLanes, laneNameOf, NO_CHANGES } from './index.ts'

const numbered = (id: string) =>
  ({ type: 'done', results: { [id]: { type: 'confirmed', lane: 'doc 1' } } }) as const

it('moves pending operations of a new document to its number, in memory and in storage', () => {
  const bench = OutboxBench.working()
  for (const id of ['create', 'a', 'b']) bench.append(id, { lane: 'doc NEW' })
  bench.answer(numbered('create'))
  expect([bench.lane('doc NEW'), bench.lane('doc 1')]).toEqual([[], ['a here', 'b here']])
  expect(bench.operations.map(({ lane }) => lane)).toEqual(['doc 1', 'doc 1'])
  bench.drain()
  expect(bench.calls()).toEqual(['create: create', 'a: a', 'b: b'])
})

it('moves operations that are appended later under the old name, before and after a reload', () => {
  const bench = OutboxBench.working()
  bench.append('create', { lane: 'doc NEW' })
  bench.answer(numbered('create'))
  bench.append('a', { lane: 'doc 1' })
  bench.append('b', { lane: 'doc NEW' })
  expect(bench.lane('doc 1')).toEqual(['a here', 'b here'])
  bench.reload()
  bench.append('c', { lane: 'doc NEW' })
  expect(bench.lane('doc 1')).toEqual(['a here', 'b here', 'c here'])
  bench.storeBatches()
  expect(bench.inFlight.map(({ key }) => key)).toEqual(['a'])
  bench.drain()
  expect(bench.calls()).toEqual(['create: create', 'a: a', 'b: b', 'c: c'])
})

it('renames a lane when another page reports its new name', () => {
  const bench = new OutboxBench()
  bench.append('a', { lane: 'doc NEW' })
  const writing = { put: [], gone: [], batches: [], batchesGone: [], names: { 'doc NEW': 'doc 1' } }
  bench.dispatch({ type: 'written', writing })
  expect(bench.lane('doc 1')).toEqual(['a here'])
})

it('assigns a call that was sent under the old name to the renamed lane', () => {
  const bench = OutboxBench.working()
  bench.append('a', { lane: 'doc NEW' })
  bench.storeBatches()
  const writing = { put: [], gone: [], batches: [], batchesGone: [], names: { 'doc NEW': 'doc 1' } }
  bench.dispatch({ type: 'written', writing })
  bench.answer({ type: 'later', after: 0 })
  bench.advance(1)
  bench.append('b', { lane: 'doc 1' })
  bench.drain()
  expect(bench.calls()).toEqual(['a: a', 'a: a', 'b: b'])
  expect(bench.state.inFlight).toEqual({})
})

it('blocks the operations behind a new document that is refused', () => {
  const bench = OutboxBench.working()
  for (const id of ['create', 'a']) bench.append(id, { lane: 'doc NEW' })
  bench.answer({ type: 'refused', why: WHY })
  bench.drain()
  expect([bench.calls(), bench.lane('doc NEW')]).toEqual([['create: create'], ['create refused', 'a here']])
})

it('lists the lanes whose operations another page adds or deletes, by their current names', () => {
  const bench = OutboxBench.working()
  bench.append('create', { lane: 'doc NEW' })
  bench.answer(numbered('create'))
  const known = bench.append('a', { lane: 'doc 2' })
  const added = { ...known, id: 'b', lane: 'doc NEW' }
  const lanesOf = (...put: (typeof known)[]) => [...changedLanes(bench.state, [{ ...NO_CHANGES, put }])]
  expect([laneNameOf(bench.state, 'doc NEW'), lanesOf(known, added)]).toEqual(['doc 1', ['doc 1']])
  const gone = ['a', 'not here']
  expect([...changedLanes(bench.state, [{ ...NO_CHANGES, gone }])]).toEqual(['doc 2'])
})
