import {
  type Answer,
  type Batch,
  type CallFailure,
  createOutboxState,
  laneOf,
  NO_CHANGES,
  type Operation,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
  type Writing,
} from '#core/outbox/index.ts'

type Op = Operation<string>
type Effect = OutboxEffect<string, string>

/** The fields of an operation that a test can set. */
export type OperationFields = Partial<Omit<Op, 'id' | 'seq' | 'intent'>>

/**
 * The outbox's rules with a disk and nothing else. Batches wait until the test answers them. The request of a
 * batch is the list of its intents.
 */
export class OutboxBench {
  state: OutboxState<string, string> = createOutboxState<string, string>()
  now = 1_700_000_000_000
  /** The operations on the disk. */
  operations: readonly Op[] = []
  batches: Readonly<Record<string, Batch<string>>> = {}
  readonly names: Record<string, string> = {}
  /** The batches that are being built, and those in flight. */
  building: Extract<Effect, { type: 'pack' }>[] = []
  inFlight: Batch<string>[] = []
  /** All sent batches in order. */
  readonly sent: Batch<string>[] = []
  readonly settled: { readonly id: string; readonly word: OperationResult }[] = []
  readonly waits: number[] = []
  #seq = 0

  /** A leader tab with a signed-in person; null: signed out. */
  static working(person: string | null = 'pia'): OutboxBench {
    const bench = new OutboxBench()
    bench.dispatch({ type: 'person', person })
    bench.dispatch({ type: 'leads', isLeader: true })
    return bench
  }

  dispatch(event: OutboxEvent<string, string>): readonly Effect[] {
    const [state, effects] = reduceOutbox(this.state, event, this.now)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'pack') this.building.push(effect)
      if (effect.type === 'send') {
        this.inFlight.push(effect.batch)
        this.sent.push(effect.batch)
      }
      if (effect.type === 'write') this.#write(effect.writing)
      if (effect.type === 'settled') this.settled.push({ id: effect.operation.id, word: effect.result })
      if (effect.type === 'wait') this.waits.push(effect.until)
    }
    return effects
  }

  #write({ put, gone, batches, batchesGone, names = {} }: Writing<string, string>): void {
    const changed = new Set([...put.map(({ id }) => id), ...gone])
    this.operations = [...this.operations.filter(({ id }) => !changed.has(id)), ...put].toSorted(
      (one, other) => one.seq - other.seq,
    )
    const all = { ...this.batches, ...Object.fromEntries(batches.map((each) => [each.key, each])) }
    this.batches = Object.fromEntries(Object.entries(all).filter(([key]) => !batchesGone.includes(key)))
    Object.assign(this.names, names)
  }

  /** Appends an operation of Pia to the lane `doc`. By default it is sent alone. */
  append(id: string, given: OperationFields = {}): Op {
    this.#seq += 1
    const operation: Op = {
      id,
      seq: this.#seq,
      user: 'pia',
      lane: 'doc',
      at: this.now,
      intent: id,
      state: 'here',
      ...given,
    }
    const writing = { ...NO_CHANGES, put: [operation] }
    this.#write(writing)
    this.dispatch({ type: 'written', writing })
    return operation
  }

  /** Appends a line step that can share a batch. By default its line has the id of the operation. */
  line(id: string, given: OperationFields = {}): Op {
    return this.append(id, { together: 'pick', apart: id, ...given })
  }

  /** Stores the batches that are being built. */
  storeBatches(): void {
    for (const { lane, key, operations } of this.building.splice(0)) {
      const [{ user } = { user: '' }] = operations
      const ids = operations.map(({ id }) => id)
      const batch = { key, lane, user, operations: ids, request: ids.join(), at: this.now }
      const put = operations.map((each) => ({
        ...each,
        lane,
        state: 'sent' as const,
        rev: (each.rev ?? 0) + 1,
      }))
      const writing = { ...NO_CHANGES, put, batches: [batch] }
      this.#write(writing)
      this.dispatch({ type: 'packed', lane, writing })
    }
  }

  /** Reports that the first batch cannot be built. */
  failBuild(answer: CallFailure, id?: string): void {
    const [first, ...others] = this.building
    if (!first) throw new Error('Nothing is being written')
    this.building = others
    this.dispatch({ type: 'unpacked', lane: first.lane, id: id ?? first.operations[0]?.id ?? '', answer })
  }

  /** Stores all batches and answers those in flight, of all lanes or of one. */
  answer(answer: Answer, lane?: string): void {
    this.storeBatches()
    const now = this.inFlight.filter((each) => lane === undefined || each.lane === lane)
    this.inFlight = this.inFlight.filter((each) => !now.includes(each))
    for (const { key } of now) this.dispatch({ type: 'answered', key, answer })
  }

  /** Answers all batches with success until none is left. */
  drain(): void {
    while (this.building.length > 0 || this.inFlight.length > 0) this.answer({ type: 'done', results: {} })
  }

  /** Advances the clock by milliseconds. */
  advance(ms: number): void {
    this.now += ms
    this.dispatch({ type: 'wake' })
  }

  /** Replaces the page by a new one, which reads the disk. The person stays signed in. */
  reload(): void {
    const { person, isLeader } = this.state
    this.building = []
    this.inFlight = []
    this.state = createOutboxState<string, string>()
    const { operations, names } = this
    this.dispatch({ type: 'read', operations, batches: Object.values(this.batches), names })
    this.dispatch({ type: 'person', person })
    this.dispatch({ type: 'leads', isLeader })
  }

  /** The ids of a lane with their states. */
  lane(lane = 'doc'): readonly string[] {
    return laneOf(this.state, lane).map(({ id, state }) => `${id} ${state}`)
  }

  /** The sent batches as key and operations. */
  calls(): readonly string[] {
    return this.sent.map(({ key, operations }) => `${key}: ${operations.join(' ')}`)
  }
}

/** The reason of a refused, held or failed operation. */
export const WHY = { code: 'outbox.problem', facts: { reason: 'Because' } }
