import { expect, it } from 'vitest'
import { OutboxBench, WHY } from '#tests/support/outbox-bench.ts'

const numbered = (id: string) =>
  ({ type: 'done', results: { [id]: { type: 'confirmed', lane: 'doc 1' } } }) as const

it('what waits behind a new document follows it to the number that the server gives it, on the disk too', () => {
  const bench = OutboxBench.working()
  for (const id of ['create', 'a', 'b']) bench.append(id, { lane: 'doc NEW' })
  bench.answer(numbered('create'))
  expect([bench.lane('doc NEW'), bench.lane('doc 1')]).toEqual([[], ['a here', 'b here']])
  expect(bench.operations.map(({ lane }) => lane)).toEqual(['doc 1', 'doc 1'])
  bench.drain()
  expect(bench.calls()).toEqual(['create: create', 'a: a', 'b: b'])
})

it('what is appended under the old name afterwards follows it, before a reload and after', () => {
  const bench = OutboxBench.working()
  bench.append('create', { lane: 'doc NEW' })
  bench.answer(numbered('create'))
  bench.append('a', { lane: 'doc 1' })
  bench.append('b', { lane: 'doc NEW' })
  expect(bench.lane('doc 1')).toEqual(['a here', 'b here'])
  bench.reload()
  bench.append('c', { lane: 'doc NEW' })
  expect(bench.lane('doc 1')).toEqual(['a here', 'b here', 'c here'])
  bench.pack()
  expect(bench.flying.map(({ key }) => key)).toEqual(['a'])
  bench.drain()
  expect(bench.calls()).toEqual(['create: create', 'a: a', 'b: b', 'c: c'])
})

it('another page hears of the name with the words, and does not send under the old one', () => {
  const bench = new OutboxBench()
  bench.append('a', { lane: 'doc NEW' })
  const writing = { put: [], gone: [], parcels: [], parcelsGone: [], names: { 'doc NEW': 'doc 1' } }
  bench.hear({ type: 'written', writing })
  expect(bench.lane('doc 1')).toEqual(['a here'])
})

it('a call that went out under the old name comes back to its lane', () => {
  const bench = OutboxBench.working()
  bench.append('a', { lane: 'doc NEW' })
  bench.pack()
  const writing = { put: [], gone: [], parcels: [], parcelsGone: [], names: { 'doc NEW': 'doc 1' } }
  bench.hear({ type: 'written', writing })
  bench.answer({ type: 'later', after: 0 })
  bench.pass(1)
  bench.append('b', { lane: 'doc 1' })
  bench.drain()
  expect(bench.calls()).toEqual(['a: a', 'a: a', 'b: b'])
  expect(bench.state.flying).toEqual({})
})

it('a new document that is refused keeps what names it waiting', () => {
  const bench = OutboxBench.working()
  for (const id of ['create', 'a']) bench.append(id, { lane: 'doc NEW' })
  bench.answer({ type: 'refused', why: WHY })
  bench.drain()
  expect([bench.calls(), bench.lane('doc NEW')]).toEqual([['create: create'], ['create refused', 'a here']])
})
