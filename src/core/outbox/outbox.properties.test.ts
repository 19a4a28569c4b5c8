import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OutboxBench, WHY } from '#tests/support/outbox-bench.ts'
import {
  type Answer,
  type Batch,
  laneOf,
  mayDiscard,
  NO_CHANGES,
  needsPerson,
  type OperationResult,
  othersInBatch,
} from './index.ts'

// Runs random events in any order: operations of two users in four lanes, every answer, lost calls, reloads,
// sign-ins and decisions. After each event, the guarantees of docs/outbox.md must hold.

const lane = fc.constantFrom('1', '2', '3', '4', 'NEW')
const nth = fc.nat({ max: 5 })
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('append' as const),
      lane,
      user: fc.constantFrom('pia', 'pia', 'pia', 'sam'),
      // The line of a line step; 0: another operation, which is sent alone.
      line: fc.nat({ max: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('pack' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      nth,
      as: fc.constantFrom(
        'done',
        'done',
        'done',
        'partly',
        'refused',
        'later',
        'failed',
        'unreadable',
        'signed-out',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('unpack' as const),
      as: fc.constantFrom('refused', 'later', 'failed', 'unreadable', 'signed-out'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('person' as const),
      person: fc.constantFrom('pia', 'pia', 'sam', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.constantFrom(1, 900, 9000, 10 ** 9) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('reload' as const, 'number' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('again' as const, 'discard' as const), nth }) },
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

const noAnswer = {
  refused: { type: 'refused', why: WHY },
  later: { type: 'later' },
  failed: { type: 'failed', why: WHY },
  unreadable: { type: 'unreadable', why: WHY },
  'signed-out': { type: 'signed-out' },
} as const

// Runs events, and checks the guarantees after each one.
class Scenario {
  readonly bench = OutboxBench.working()
  // How each operation ended: by the server's reply, or by a user's decision.
  readonly ends = new Map<string, string>()
  readonly #appended: string[] = []
  // The keys of the calls in which an operation was sent.
  readonly #keys = new Map<string, Set<string>>()
  readonly #requests = new Map<string, string>()
  readonly #refusedWhole = new Set<string>()
  #checkedSends = 0
  #settled = 0

  step(next: Event): void {
    const { bench } = this
    const { operations } = bench.state
    switch (next.type) {
      case 'append': {
        const id = `a${this.#appended.length}`
        this.#appended.push(id)
        const given = { lane: next.lane, user: next.user }
        if (next.line === 0) bench.append(id, given)
        else bench.line(id, { ...given, apart: `line ${next.line}` })
        break
      }
      case 'pack':
        bench.storeBatches()
        break
      case 'answer': {
        const batch = bench.inFlight[next.nth % Math.max(1, bench.inFlight.length)]
        if (batch) this.#answer(batch, next.as)
        break
      }
      case 'unpack':
        if (bench.building.length > 0) bench.failBuild(noAnswer[next.as])
        break
      case 'person':
        bench.dispatch({ type: 'person', person: next.person })
        break
      case 'pass':
        bench.advance(next.ms)
        break
      case 'reload':
        bench.reload()
        break
      case 'number':
        // Another page has learned the new document's number.
        Object.assign(bench.names, { NEW: '9' })
        bench.dispatch({ type: 'written', writing: { ...NO_CHANGES, names: bench.names } })
        break
      case 'again': {
        const operation = operations[next.nth % Math.max(1, operations.length)]
        if (operation) this.again(operation.id)
        break
      }
      case 'discard': {
        const operation = operations[next.nth % Math.max(1, operations.length)]
        if (!operation) break
        if (mayDiscard(bench.state, operation)) {
          for (const { id } of [operation, ...othersInBatch(bench.state, operation)])
            this.#end(id, 'discarded')
        }
        bench.dispatch({ type: 'discarded', id: operation.id })
      }
    }
    this.#check()
  }

  again(id: string): void {
    const { bench } = this
    const newId = `${id}x`
    bench.dispatch({ type: 'again', id, newId })
    if (bench.state.operations.every((each) => each.id !== newId)) return
    this.#end(id, 'again')
    this.#appended.push(newId)
  }

  #answer({ key, operations }: Batch<string>, as: Extract<Event, { type: 'answer' }>['as']): void {
    const { bench } = this
    bench.inFlight = bench.inFlight.filter((each) => each.key !== key)
    const about = operations.filter((id) => bench.state.operations.some((each) => each.id === id))
    const results: Record<string, OperationResult> =
      as === 'partly' ? { [about[0] ?? '']: { type: 'refused', why: WHY } } : {}
    const answer: Answer = as === 'done' || as === 'partly' ? { type: 'done', results } : noAnswer[as]
    if (as === 'refused' && about.length > 1) this.#refusedWhole.add(key)
    bench.dispatch({ type: 'answered', key, answer })
  }

  #end(id: string, how: string): void {
    expect(this.ends.has(id), `${id} ends once`).toBe(false)
    this.ends.set(id, how)
  }

  #check(): void {
    const { bench } = this
    const { state } = bench
    for (const { id, word } of bench.settled.slice(this.#settled)) {
      if (word.type === 'confirmed') this.#end(id, 'confirmed')
    }
    this.#settled = bench.settled.length
    for (const batch of bench.sent.slice(this.#checkedSends)) this.#checkSent(batch)
    this.#checkedSends = bench.sent.length

    // At most one call per lane and three calls in total; none in a blocked lane.
    const inFlight = Object.keys(state.inFlight)
    expect(inFlight.length).toBeLessThanOrEqual(3)
    expect(bench.building.length + bench.inFlight.length).toBe(inFlight.length)
    for (const each of new Set(state.operations.map((operation) => operation.lane))) {
      const [head] = laneOf(state, each)
      if (head && needsPerson(head)) expect(inFlight).not.toContain(each)
    }
    // No operation is lost, and the stored state equals the state in memory.
    const ids = state.operations.map(({ id }) => id)
    expect([...ids].toSorted()).toEqual(this.#appended.filter((id) => !this.ends.has(id)).toSorted())
    const called = bench.operations.map((each) => ({ ...each, lane: state.names[each.lane] ?? each.lane }))
    expect(called).toEqual(state.operations)
    expect(bench.batches).toEqual(state.batches)
    // An operation that may have reached the server keeps its batch.
    for (const { id, state: now } of state.operations) {
      if (now === 'sent')
        expect(Object.values(state.batches).some((each) => each.operations.includes(id))).toBe(true)
    }
  }

  #checkSent({ key, user, lane, operations, request }: Batch<string>): void {
    const { state } = this.bench
    expect(user).toBe(state.person)
    const ours = state.operations.filter(({ id }) => operations.includes(id))
    // The batch starts at the head of its lane, without a gap, and has one user and each line once.
    expect(laneOf(state, state.names[lane] ?? lane).slice(0, ours.length)).toEqual(ours)
    expect(new Set(ours.map((each) => each.user))).toEqual(new Set([user]))
    expect(new Set(ours.map(({ apart, id }) => apart ?? id)).size).toBe(ours.length)
    expect(operations.length).toBeLessThanOrEqual(50)
    // A key always has the same request. No operation is sent with two keys, unless a call of several
    // operations was refused as a whole.
    expect(this.#requests.get(key) ?? request).toBe(request)
    this.#requests.set(key, request)
    for (const id of operations) {
      const keys = this.#keys.get(id) ?? new Set()
      this.#keys.set(id, keys.add(key))
      const open = [...keys].filter((each) => !this.#refusedWhole.has(each))
      expect(open.length, `${id} under ${[...keys].join(' and ')}`).toBeLessThanOrEqual(1)
    }
  }
}

it('sends each lane in order, at most three lanes at a time, and loses and repeats nothing', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 120 }), (events) => {
      const scenario = new Scenario()
      for (const next of events) scenario.step(next)
    }),
    { numRuns: 300 },
  )
})

it('empties the outbox once all calls succeed and users decide', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 60 }), (events) => {
      const scenario = new Scenario()
      const { bench } = scenario
      for (const next of events) scenario.step(next)
      for (let round = 0; bench.state.operations.length > 0 && round < 300; round += 1) {
        scenario.step({ type: 'person', person: round % 2 === 0 ? 'pia' : 'sam' })
        for (const { id } of bench.state.operations.filter(needsPerson)) scenario.again(id)
        scenario.step({ type: 'pack' })
        for (const _ of [...bench.inFlight]) scenario.step({ type: 'answer', nth: 0, as: 'done' })
      }
      expect(bench.state.operations).toEqual([])
      expect([bench.state.batches, bench.state.inFlight, bench.state.tries]).toEqual([{}, {}, {}])
    }),
    { numRuns: 200 },
  )
})

it('always has a call in flight or a next attempt for each lane that is not blocked', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 10, maxLength: 60 }), (events) => {
      const scenario = new Scenario()
      const { bench } = scenario
      for (const next of events) scenario.step(next)
      scenario.step({ type: 'person', person: 'pia' })
      const { tries, operations, inFlight, batches } = bench.state
      for (const each of new Set(operations.map((operation) => operation.lane))) {
        const [head] = laneOf(bench.state, each)
        if (!head || head.user !== 'pia' || needsPerson(head)) continue
        const key = Object.values(batches).find((batch) => batch.operations.includes(head.id))?.key ?? head.id
        const waits = Object.keys(inFlight).length === 3 || (tries[key]?.until ?? 0) > bench.now
        expect(inFlight[each] !== undefined || waits, `lane ${each}`).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})
