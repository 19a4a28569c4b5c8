import { describe, expect, it } from 'vitest'
import { OutboxBench, WHY } from '#tests/support/outbox-bench.ts'
import {
  isHeldForRight,
  isInFlight,
  MAX_OPERATION_AGE_MS,
  MISSING_RIGHT_PREFIX,
  mayDiscard,
  mayWithdraw,
  othersInBatch,
} from './index.ts'

const later = { type: 'later' } as const
const refused = { type: 'refused', why: WHY } as const
const unreadable = { type: 'unreadable', why: { ...WHY, raw: '<xml>' } } as const
const DAY = 24 * 60 * 60_000

describe('an operation that needs a decision of the user', () => {
  it('blocks its own lane and no other', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b')
    bench.append('c', { lane: 'other' })
    bench.answer(refused, 'doc')
    bench.advance(60_000)
    bench.drain()
    expect([bench.lane(), bench.calls()]).toEqual([
      ['a refused', 'b here'],
      ['a: a', 'c: c'],
    ])
    bench.reload()
    bench.drain()
    expect(bench.lane()).toEqual(['a refused', 'b here'])
  })

  it('refuses only later operations that could share its call if the whole document is refused', () => {
    const all = { ...refused, all: true } as const
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b']) bench.line(id)
    bench.append('header')
    bench.line('c')
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.failBuild(all)
    expect(bench.lane()).toEqual(['a refused', 'b refused', 'header here', 'c refused'])
    const other = OutboxBench.working()
    for (const id of ['header', 'delete']) other.append(id)
    other.answer(all)
    expect(other.lane()).toEqual(['header refused', 'delete here'])
  })

  it('is sent again as a new operation in its old place if it was refused', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b')
    bench.answer(refused)
    bench.now += 1000
    bench.dispatch({ type: 'again', id: 'a', newId: 'a2' })
    expect(bench.state.operations.map(({ id, at, why }) => [id, at, why])).toEqual([
      ['a2', bench.now, undefined],
      ['b', bench.now - 1000, undefined],
    ])
    bench.drain()
    expect(bench.calls()).toEqual(['a: a', 'a2: a2', 'b: b'])
  })

  it('is sent again unchanged with its whole batch if it was held', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer(unreadable)
    expect(bench.lane()).toEqual(['a held', 'b held'])
    bench.dispatch({ type: 'again', id: 'b', newId: 'b2' })
    expect(bench.lane()).toEqual(['a sent', 'b sent'])
    bench.drain()
    expect(bench.calls()).toEqual(['a+1: a b', 'a+1: a b'])
  })

  it('is discarded together with its whole batch, which the server may have executed', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b', 'c']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer(unreadable)
    bench.line('d')
    const [, b] = bench.state.operations
    const withB = b ? othersInBatch(bench.state, b).map(({ id }) => id) : []
    bench.dispatch({ type: 'discarded', id: 'b' })
    expect([withB, bench.lane(), bench.batches]).toEqual([['a', 'c'], ['d here'], {}])
    bench.drain()
    expect(bench.calls().slice(1)).toEqual(['d: d'])
  })

  it('is the only kind of operation that can be sent again by hand', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b')
    bench.storeBatches()
    for (const id of ['a', 'b', 'nobody']) bench.dispatch({ type: 'again', id, newId: `${id}2` })
    expect(bench.lane()).toEqual(['a sent', 'b here'])
  })

  it('is held with its whole batch after 25 days, and blocks later operations', () => {
    const bench = OutboxBench.working(null)
    bench.line('b', { lane: 'packed' })
    bench.line('c', { lane: 'packed' })
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer(later, 'packed')
    bench.dispatch({ type: 'person', person: null })
    bench.append('a')
    bench.reload()
    bench.advance(MAX_OPERATION_AGE_MS - 1)
    bench.line('d', { lane: 'packed' })
    bench.now += 1
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.lane()).toEqual(['a held'])
    expect(bench.lane('packed')).toEqual(['b held', 'c held', 'd here'])
    expect(bench.state.operations.map(({ why }) => why?.code).slice(0, 3)).toEqual(
      Array(3).fill('outbox.old'),
    )
    bench.dispatch({ type: 'again', id: 'b', newId: 'b2' })
    bench.dispatch({ type: 'again', id: 'a', newId: 'a2' })
    bench.drain()
    expect(bench.calls().slice(1)).toEqual(['b+1: b c', 'a2: a2', 'd: d'])
  })

  it('is sent under a new key after 25 days if the server may have deleted the old key', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['b', 'c']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer(later)
    bench.dispatch({ type: 'person', person: null })
    bench.advance(MAX_OPERATION_AGE_MS)
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.lane()).toEqual(['b held', 'c held'])
    bench.dispatch({ type: 'again', id: 'b', newId: 'n', anew: true })
    bench.drain()
    expect(bench.calls()).toEqual(['b+1: b c', 'n+1: n n.1'])
    expect([bench.lane(), bench.operations, bench.batches]).toEqual([[], [], {}])
  })

  it('keeps the age of its batch when it is sent again by hand', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.answer(unreadable)
    bench.advance(MAX_OPERATION_AGE_MS - 1)
    bench.dispatch({ type: 'again', id: 'a', newId: 'n', anew: true })
    expect(bench.lane()).toEqual(['a sent'])
    bench.answer(later)
    bench.advance(2)
    bench.dispatch({ type: 'wake', retryNow: true })
    expect(bench.lane()).toEqual(['a held'])
  })

  it('does not share the call of a retried operation if it is older than 25 days', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b']) bench.line(id)
    bench.advance(25 * DAY)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.dispatch({ type: 'again', id: 'a', newId: 'a2' })
    bench.drain()
    expect([bench.calls(), bench.lane()]).toEqual([['a2: a2'], ['b held']])
  })
})

describe('a discarded operation', () => {
  it('is deleted if it was never sent, or if it was refused', () => {
    const bench = OutboxBench.working()
    for (const id of ['a', 'b', 'c']) bench.append(id)
    bench.storeBatches()
    bench.dispatch({ type: 'discarded', id: 'b' })
    expect(bench.lane()).toEqual(['a sent', 'c here'])
    bench.answer(refused)
    bench.dispatch({ type: 'discarded', id: 'a' })
    bench.drain()
    expect(bench.calls()).toEqual(['a: a', 'c: c'])
  })

  it('stays if it may have reached the server, or if its request is being built', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    expect(bench.state.operations.map((each) => isInFlight(bench.state, each))).toEqual([true])
    bench.dispatch({ type: 'discarded', id: 'a' })
    bench.answer(later)
    bench.dispatch({ type: 'discarded', id: 'a' })
    expect(bench.lane()).toEqual(['a sent'])
    expect(bench.state.operations.map((each) => isInFlight(bench.state, each))).toEqual([false])
  })

  it('stays if another page may be sending it, unless its lane is blocked', () => {
    const bench = new OutboxBench()
    bench.dispatch({ type: 'person', person: 'pia' })
    const why = { why: WHY, state: 'refused' } as const
    bench.append('a')
    bench.append('b', { ...why, lane: 'other' })
    bench.append('c', { lane: 'other' })
    expect(bench.state.operations.map((each) => mayDiscard(bench.state, each))).toEqual([false, true, true])
    for (const id of ['a', 'c', 'b']) bench.dispatch({ type: 'discarded', id })
    expect([bench.lane(), bench.lane('other')]).toEqual([['a here'], []])
  })
})

describe('an operation', () => {
  it('may be withdrawn by the leader while no request of it is built or sent', () => {
    const bench = OutboxBench.working()
    for (const id of ['a', 'b']) bench.append(id)
    const withdrawable = () => bench.state.operations.map((each) => mayWithdraw(bench.state, each))
    expect(withdrawable()).toEqual([false, false])
    bench.storeBatches()
    expect(withdrawable()).toEqual([false, true])
    bench.dispatch({ type: 'leads', isLeader: false })
    expect(withdrawable()).toEqual([false, false])
  })

  it('is held for a right only while its own user is signed in', () => {
    const why = { code: `${MISSING_RIGHT_PREFIX}key_missing`, facts: {} }
    const bench = OutboxBench.working()
    for (const id of ['a', 'b']) bench.append(id, { lane: id })
    bench.answer({ type: 'unreadable', why }, 'a')
    bench.answer(unreadable, 'b')
    const heldForRight = () => bench.state.operations.map((each) => isHeldForRight(bench.state, each))
    expect([bench.lane('a'), bench.lane('b'), heldForRight()]).toEqual([
      ['a held'],
      ['b held'],
      [true, false],
    ])
    bench.dispatch({ type: 'person', person: 'sam' })
    expect(heldForRight()).toEqual([false, false])
  })
})
