// A simulated clock. Each event has its time, and all its consequences end before the next event.
import { createHash } from 'node:crypto'

const runNextTurn = setImmediate

/** The owner of events. None of them runs once the owner is dead. */
export interface Owner {
  readonly name: string
  dead: boolean
}

interface Event {
  readonly at: number
  readonly order: number
  readonly owner: Owner | undefined
  readonly run: () => void | Promise<void>
  cancelled: boolean
}

/** A clock in milliseconds since 1970, with its queue of events. */
export class Clock {
  now = 1_790_000_000_000
  /** The owner of the running event. */
  current: Owner | undefined
  events = 0
  readonly #heap: Event[] = []
  readonly #trace = createHash('sha256')
  #order = 0
  #runs = false
  // Number of running tasks outside of the simulation.
  #working = 0
  /** The last lines of the trace. */
  readonly lines: string[] = []
  readonly #keeps: boolean

  /** `keeps`: stores all lines of the trace instead of only the last ones. */
  constructor(keeps = false) {
    this.#keeps = keeps
  }

  /** Runs a callback of `owner` after `ms` milliseconds, unless the returned function is called before. */
  in(ms: number, owner: Owner | undefined, run: Event['run']): () => void {
    this.#order += 1
    const event: Event = { at: this.now + ms, order: this.#order, owner, run, cancelled: false }
    this.#push(event)
    return () => {
      event.cancelled = true
    }
  }

  /** Whether the running work belongs to the server or to no event. Its timers are real. */
  get outside(): boolean {
    return !this.#runs || this.#working > 0
  }

  /** Adds a line to the trace. The same seed writes the same lines. */
  note(text: string): void {
    const line = `${(this.now - 1_790_000_000_000).toFixed(2)} ${text}`
    this.#trace.update(line)
    this.lines.push(line)
    if (!this.#keeps && this.lines.length > 60) this.lines.shift()
  }

  /** A hash of the trace. */
  mark(): string {
    return this.#trace.copy().digest('hex').slice(0, 16)
  }

  /** Runs events until `isOver`, or until none is left. */
  async run(isOver: () => boolean): Promise<void> {
    this.#runs = true
    try {
      while (!isOver()) {
        const event = this.#pop()
        if (!event) return
        if (event.cancelled || event.owner?.dead) continue
        this.now = Math.max(this.now, event.at)
        this.current = event.owner
        this.events += 1
        const done = event.run()
        if (done) await done
        // Resolved promises run before the next event.
        await new Promise<void>((resolve) => {
          runNextTurn(resolve)
        })
      }
    } finally {
      this.#runs = false
      this.current = undefined
    }
  }

  /** Uses real time for work outside of the browser. */
  async real<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#working += 1
    try {
      return await work()
    } finally {
      this.#working -= 1
    }
  }

  #push(event: Event) {
    const heap = this.#heap
    let at = heap.push(event) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(event, heap[above])) break
      this.#swap(at, above)
      at = above
    }
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    heap[0] = last
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      const right = left + 1
      let next = at
      if (isBefore(heap[left], heap[next])) next = left
      if (isBefore(heap[right], heap[next])) next = right
      if (next === at) return first
      this.#swap(at, next)
      at = next
    }
  }

  #swap(one: number, other: number) {
    const heap = this.#heap
    const [first, second] = [heap[one], heap[other]]
    if (!first || !second) return
    heap[one] = second
    heap[other] = first
  }
}

const isBefore = (one: Event | undefined, other: Event | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one.at < other.at || (one.at === other.at && one.order < other.order))
