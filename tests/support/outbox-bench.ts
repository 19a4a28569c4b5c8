import {
  type Answer,
  createOutboxState,
  laneOf,
  NO_CHANGES,
  type NoAnswer,
  type Operation,
  type OperationResult,
  type OutboxEffect,
  type OutboxEvent,
  type OutboxState,
  type Parcel,
  reduceOutbox,
  type Writing,
} from '#core/outbox/index.ts'

type Op = Operation<string>
type Effect = OutboxEffect<string, string>

/** The fields of an operation that a test can set. */
export type Given = Partial<Omit<Op, 'id' | 'seq' | 'intent'>>

/**
 * The outbox's rules with a disk and nothing else. Batches wait until the test answers them. The request of a
 * batch is the list of its intents.
 */
export class OutboxBench {
  state: OutboxState<string, string> = createOutboxState<string, string>()
  now = 1_700_000_000_000
  /** The operations on the disk. */
  operations: readonly Op[] = []
  parcels: Readonly<Record<string, Parcel<string>>> = {}
  readonly names: Record<string, string> = {}
  /** The batches that are being built, and those in flight. */
  packing: Extract<Effect, { type: 'pack' }>[] = []
  flying: Parcel<string>[] = []
  /** All sent batches in order. */
  readonly sent: Parcel<string>[] = []
  readonly settled: { readonly id: string; readonly word: OperationResult }[] = []
  readonly waits: number[] = []
  #seq = 0

  /** A leader tab with a signed-in person; null: signed out. */
  static working(person: string | null = 'pia'): OutboxBench {
    const bench = new OutboxBench()
    bench.hear({ type: 'person', person })
    bench.hear({ type: 'leads', leads: true })
    return bench
  }

  hear(event: OutboxEvent<string, string>): readonly Effect[] {
    const [state, effects] = reduceOutbox(this.state, event, this.now)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'pack') this.packing.push(effect)
      if (effect.type === 'send') {
        this.flying.push(effect.parcel)
        this.sent.push(effect.parcel)
      }
      if (effect.type === 'write') this.#write(effect.writing)
      if (effect.type === 'settled') this.settled.push({ id: effect.operation.id, word: effect.word })
      if (effect.type === 'wait') this.waits.push(effect.until)
    }
    return effects
  }

  #write({ put, gone, parcels, parcelsGone, names = {} }: Writing<string, string>): void {
    const changed = new Set([...put.map(({ id }) => id), ...gone])
    this.operations = [...this.operations.filter(({ id }) => !changed.has(id)), ...put].toSorted(
      (one, other) => one.seq - other.seq,
    )
    const all = { ...this.parcels, ...Object.fromEntries(parcels.map((each) => [each.key, each])) }
    this.parcels = Object.fromEntries(Object.entries(all).filter(([key]) => !parcelsGone.includes(key)))
    Object.assign(this.names, names)
  }

  /** Appends an operation of Pia to the lane `doc`. By default it is sent alone. */
  append(id: string, given: Given = {}): Op {
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
    this.hear({ type: 'written', writing })
    return operation
  }

  /** Appends a line step that can share a batch. By default its line has the id of the operation. */
  line(id: string, given: Given = {}): Op {
    return this.append(id, { together: 'pick', apart: id, ...given })
  }

  /** Stores the batches that are being built. */
  pack(): void {
    for (const { lane, key, operations } of this.packing.splice(0)) {
      const [{ user } = { user: '' }] = operations
      const ids = operations.map(({ id }) => id)
      const parcel = { key, lane, user, operations: ids, request: ids.join(), at: this.now }
      const put = operations.map((each) => ({
        ...each,
        lane,
        state: 'sent' as const,
        rev: (each.rev ?? 0) + 1,
      }))
      const writing = { ...NO_CHANGES, put, parcels: [parcel] }
      this.#write(writing)
      this.hear({ type: 'packed', lane, writing })
    }
  }

  /** Reports that the first batch cannot be built. */
  unpack(answer: NoAnswer, id?: string): void {
    const [first, ...others] = this.packing
    if (!first) throw new Error('Nothing is being written')
    this.packing = others
    this.hear({ type: 'unpacked', lane: first.lane, id: id ?? first.operations[0]?.id ?? '', answer })
  }

  /** Stores all batches and answers those in flight, of all lanes or of one. */
  answer(answer: Answer, lane?: string): void {
    this.pack()
    const now = this.flying.filter((each) => lane === undefined || each.lane === lane)
    this.flying = this.flying.filter((each) => !now.includes(each))
    for (const { key } of now) this.hear({ type: 'answered', key, answer })
  }

  /** Answers all batches with success until none is left. */
  drain(): void {
    while (this.packing.length > 0 || this.flying.length > 0) this.answer({ type: 'done', results: {} })
  }

  /** Advances the clock by milliseconds. */
  pass(ms: number): void {
    this.now += ms
    this.hear({ type: 'wake' })
  }

  /** Replaces the page by a new one, which reads the disk. The person stays signed in. */
  reload(): void {
    const { person, leads } = this.state
    this.packing = []
    this.flying = []
    this.state = createOutboxState<string, string>()
    const { operations, names } = this
    this.hear({ type: 'read', operations, parcels: Object.values(this.parcels), names })
    this.hear({ type: 'person', person })
    this.hear({ type: 'leads', leads })
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
