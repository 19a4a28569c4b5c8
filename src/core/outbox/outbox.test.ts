import { describe, expect, it } from 'vitest'
import { OutboxBench, WHY } from '#tests/support/outbox-bench.ts'
import { NO_CHANGES } from './index.ts'

const later = { type: 'later' } as const
const failed = { type: 'failed', why: WHY } as const
const refused = { type: 'refused', why: WHY } as const
const unreadable = { type: 'unreadable', why: { ...WHY, raw: '<xml>' } } as const
const done = { type: 'done', results: {} } as const

describe('sending operations', () => {
  it('builds the request with its key, stores it, and only then sends it', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    expect(bench.building).toMatchObject([{ lane: 'doc', key: 'a' }])
    expect([bench.sent, bench.lane()]).toEqual([[], ['a here']])
    bench.storeBatches()
    expect([bench.calls(), bench.lane()]).toEqual([['a: a'], ['a sent']])
    expect(bench.operations).toMatchObject([{ id: 'a', state: 'sent' }])
    expect(bench.batches).toHaveProperty('a')
  })

  it('sends nothing while this page is not the leader or no user is signed in', () => {
    const bench = new OutboxBench()
    bench.append('a')
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.building).toEqual([])
    bench.dispatch({ type: 'person', person: null })
    bench.dispatch({ type: 'leads', isLeader: true })
    expect(bench.building).toEqual([])
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.building).toHaveLength(1)
  })

  it('sends one call per lane at a time, in the order of the operations', () => {
    const bench = OutboxBench.working()
    for (const id of ['a', 'b', 'c']) bench.append(id)
    bench.storeBatches()
    expect(bench.calls()).toEqual(['a: a'])
    bench.drain()
    expect(bench.calls()).toEqual(['a: a', 'b: b', 'c: c'])
    expect(bench.settled.map(({ id, word }) => `${id} ${word.type}`)).toEqual([
      'a confirmed',
      'b confirmed',
      'c confirmed',
    ])
    expect([bench.operations, bench.batches, bench.state.tries]).toEqual([[], {}, {}])
  })

  it('sends at most three lanes at a time, and the next one when a call has returned', () => {
    const bench = OutboxBench.working()
    for (const lane of ['1', '2', '3', '4']) bench.append(`a${lane}`, { lane })
    bench.storeBatches()
    expect(bench.calls()).toEqual(['a1: a1', 'a2: a2', 'a3: a3'])
    bench.answer(later, '2')
    bench.storeBatches()
    expect(bench.calls().slice(3)).toEqual(['a4: a4'])
  })

  it('continues with the stored operations after a reload, under the same key', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b')
    bench.storeBatches()
    bench.reload()
    expect(bench.calls()).toEqual(['a: a', 'a: a'])
    bench.drain()
    expect(bench.calls().slice(2)).toEqual(['b: b'])
  })

  it('sends the stored batch if another page has stored one first', () => {
    const bench = OutboxBench.working()
    const put = [{ ...bench.append('a'), state: 'sent' as const }]
    const batch = {
      key: 'a+1',
      lane: 'doc',
      user: 'pia',
      operations: ['a', 'b'],
      request: 'a,b',
      at: bench.now,
    }
    const writing = { put, gone: [], batches: [batch], batchesGone: [] }
    bench.building = []
    bench.dispatch({ type: 'packed', lane: 'doc', writing })
    expect(bench.calls()).toEqual(['a+1: a b'])
    bench.dispatch({
      type: 'written',
      writing: { put: [], gone: ['a', 'b'], batches: [], batchesGone: ['a+1'] },
    })
    bench.append('c')
    expect(bench.building).toEqual([])
    bench.answer(done)
    expect([bench.settled, bench.building.map(({ key }) => key)]).toEqual([[], ['c']])
  })
})

describe('line steps', () => {
  it('share a call if they are consecutive, of the same kind and of different lines, up to fifty', () => {
    const bench = OutboxBench.working(null)
    for (let n = 1; n <= 51; n += 1) bench.line(`a${n}`)
    bench.line('again', { apart: 'a51' })
    bench.line('other', { together: 'order' })
    bench.line('pias')
    bench.line('sams', { user: 'sam' })
    bench.append('alone')
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.drain()
    expect(bench.calls().map((call) => call.replace(/ a2 .* a49 /, ' … '))).toEqual([
      'a1+49: a1 … a50',
      'a51: a51',
      'again: again',
      'other: other',
      'pias: pias',
    ])
    bench.dispatch({ type: 'person', person: 'sam' })
    bench.drain()
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.drain()
    expect(bench.calls().slice(5)).toEqual(['sams: sams', 'alone: alone'])
  })

  it('are sent one by one after a call is refused as a whole, until one is refused', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b', 'c']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer(refused)
    expect([bench.lane(), bench.settled]).toEqual([['a here', 'b here', 'c here'], []])
    bench.answer(done)
    bench.answer(refused)
    expect(bench.calls()).toEqual(['a+2: a b c', 'a: a', 'b: b'])
    expect(bench.lane()).toEqual(['b refused', 'c here'])
    expect(bench.operations.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('have one result each: refused ones stay, confirmed ones are deleted', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b', 'c']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.answer({ type: 'done', results: { b: { type: 'refused', why: WHY } } })
    expect([bench.lane(), bench.batches]).toEqual([['b refused'], {}])
  })

  it('are sent up to the first one whose request cannot be built, which is refused', () => {
    const bench = OutboxBench.working(null)
    for (const id of ['a', 'b', 'c']) bench.line(id)
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.failBuild(refused, 'b')
    expect(bench.lane()).toEqual(['a here', 'b refused', 'c here'])
    bench.drain()
    expect([bench.calls(), bench.lane()]).toEqual([['a: a'], ['b refused', 'c here']])
  })
})

describe('a call that fails', () => {
  it('is retried forever after 1, 2, 4 to 30 seconds, with jitter from its key', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    const waits: number[] = []
    for (let n = 0; n < 40; n += 1) {
      bench.answer(later)
      const wait = (bench.waits.at(-1) ?? 0) - bench.now
      waits.push(wait)
      bench.advance(wait - 1)
      expect(bench.inFlight).toEqual([])
      bench.advance(1)
      expect(bench.inFlight).toHaveLength(1)
    }
    const full = waits.map((_, n) => Math.min(30_000, 1000 * 2 ** n))
    for (const [n, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual((full[n] ?? 0) / 2)
      expect(wait).toBeLessThanOrEqual(full[n] ?? 0)
    }
    expect(new Set(waits.slice(6)).size).toBeGreaterThan(10)
    expect(new Set(bench.calls())).toEqual(new Set(['a: a']))
  })

  it('is retried after the delay that the server sent, or immediately on a wake-up or sign-in', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.answer({ type: 'later', after: 9000 })
    bench.advance(8999)
    expect(bench.inFlight).toEqual([])
    bench.dispatch({ type: 'wake', retryNow: true })
    expect(bench.inFlight).toHaveLength(1)
    bench.answer({ type: 'later', after: 9000 })
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.inFlight).toHaveLength(1)
  })

  it('is retried immediately, once, if the network came back while it was in flight', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.storeBatches()
    bench.dispatch({ type: 'wake', retryNow: true })
    bench.answer(later)
    expect(bench.inFlight).toHaveLength(1)
    bench.answer(later)
    expect(bench.inFlight).toEqual([])
    bench.advance(30_000)
    bench.dispatch({ type: 'wake', retryNow: true })
    bench.answer({ type: 'later', after: 9000 })
    expect(bench.inFlight).toEqual([])
  })

  it('is rebuilt immediately, once, if the network came back while it was being built', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.dispatch({ type: 'wake', retryNow: true })
    bench.failBuild(later)
    expect(bench.building).toHaveLength(1)
    bench.failBuild(later)
    expect(bench.building).toEqual([])
  })

  it('is retried and counted in the same way if its request cannot be built', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.failBuild(later)
    expect(bench.building).toEqual([])
    for (let n = 0; n < 5; n += 1) {
      bench.advance(30_000)
      bench.failBuild(failed)
    }
    expect(bench.lane()).toEqual(['a held'])
    bench.dispatch({ type: 'again', id: 'a', newId: 'b' })
    bench.failBuild({ type: 'signed-out' })
    expect([bench.lane(), bench.state.person]).toEqual([['b here'], null])
  })

  it('is held unchanged after five equal server failures in a row', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    const fail = (times: number) => {
      for (let n = 0; n < times; n += 1) {
        bench.answer(failed)
        bench.advance(30_000)
      }
    }
    fail(4)
    bench.answer(later)
    bench.advance(30_000)
    fail(4)
    expect(bench.lane()).toEqual(['a sent'])
    fail(1)
    expect([bench.lane(), Object.keys(bench.batches)]).toEqual([['a held'], ['a']])
    expect(bench.settled).toEqual([{ id: 'a', word: { type: 'held', why: WHY } }])
    bench.dispatch({ type: 'again', id: 'a', newId: 'b' })
    fail(4)
    expect(bench.lane()).toEqual(['a sent'])
    bench.drain()
    expect(new Set(bench.calls())).toEqual(new Set(['a: a']))
  })

  it('restarts its failure count when another page releases it', () => {
    const bench = OutboxBench.working()
    const put = [{ ...bench.append('a'), state: 'sent' as const, rev: 9 }]
    for (let n = 0; n < 5; n += 1) {
      bench.answer(failed)
      bench.advance(30_000)
    }
    expect(bench.lane()).toEqual(['a held'])
    bench.dispatch({ type: 'written', writing: { put, gone: [], batches: [], batchesGone: [] } })
    bench.answer(failed)
    expect(bench.lane()).toEqual(['a sent'])
  })

  it('is held with the raw answer if that is unreadable, while other lanes continue', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b', { lane: 'other' })
    bench.answer(unreadable, 'doc')
    bench.append('c')
    bench.drain()
    expect(bench.lane()).toEqual(['a held', 'c here'])
    expect(bench.state.operations[0]?.why?.raw).toBe('<xml>')
    expect(bench.calls()).toEqual(['a: a', 'b: b'])
  })
})

describe('late messages of other pages', () => {
  it('do not restore an operation that has left the outbox, and delete its stored copy', () => {
    const bench = OutboxBench.working()
    const put = [bench.append('a'), bench.append('b', { lane: 'other' })]
    bench.answer(done, 'doc')
    bench.operations = put
    bench.dispatch({ type: 'written', writing: { ...NO_CHANGES, put } })
    expect([bench.lane(), bench.lane('other')]).toEqual([[], ['b sent']])
    expect(bench.operations.map(({ id }) => id)).toEqual(['b'])
    bench.operations = put
    bench.dispatch({ type: 'read', operations: put, batches: Object.values(bench.batches), names: {} })
    expect(bench.lane()).toEqual([])
    expect(bench.operations.map(({ id }) => id)).toEqual(['b'])
  })

  it('do not replace a newer version, from a message or from storage', () => {
    const bench = OutboxBench.working()
    const [before] = [bench.append('a')]
    bench.answer(unreadable)
    const put = [{ ...before, rev: 1 }]
    bench.dispatch({ type: 'written', writing: { ...NO_CHANGES, put } })
    expect(bench.lane()).toEqual(['a held'])
    bench.dispatch({ type: 'read', operations: put, batches: Object.values(bench.batches), names: {} })
    expect(bench.lane()).toEqual(['a held'])
    const [now] = bench.state.operations
    bench.dispatch({
      type: 'written',
      writing: { ...NO_CHANGES, put: [{ ...before, rev: (now?.rev ?? 0) + 1 }] },
    })
    expect(bench.lane()).toEqual(['a here'])
  })
})

describe('users', () => {
  it('sends operations only while their user is signed in, and blocks their lane until then', () => {
    const bench = OutboxBench.working('sam')
    bench.append('pias')
    bench.append('sams')
    bench.append('sams-too', { user: 'sam', lane: 'other' })
    bench.drain()
    expect(bench.calls()).toEqual(['sams-too: sams-too'])
    bench.dispatch({ type: 'person', person: 'pia' })
    bench.drain()
    expect(bench.calls().slice(1)).toEqual(['pias: pias', 'sams: sams'])
  })

  it('does not send a batch whose user has signed out', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.dispatch({ type: 'person', person: 'sam' })
    bench.storeBatches()
    expect([bench.sent, bench.lane()]).toEqual([[], ['a sent']])
  })

  it('stops sending when the sign-in has ended, and continues immediately after the next one', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b', { lane: 'other' })
    bench.answer({ type: 'signed-out' }, 'doc')
    expect([bench.state.person, bench.lane()]).toEqual([null, ['a sent']])
    bench.answer(later, 'other')
    bench.advance(60_000)
    expect(bench.inFlight).toEqual([])
    bench.dispatch({ type: 'person', person: 'pia' })
    expect(bench.inFlight.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('does not end the sign-in of another user when a call of an earlier user is signed out', () => {
    const bench = OutboxBench.working()
    bench.append('a')
    bench.append('b', { user: 'sam', lane: 'other' })
    bench.storeBatches()
    bench.dispatch({ type: 'person', person: 'sam' })
    bench.answer({ type: 'signed-out' }, 'doc')
    expect(bench.state.person).toBe('sam')
    bench.drain()
    expect(bench.calls()).toEqual(['a: a', 'b: b'])
  })
})
