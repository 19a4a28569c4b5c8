// Time that a seed drives: nothing happens by itself, each event has its moment, and all that follows from
// one is over before the next.
import { createHash } from 'node:crypto'

const turn = setImmediate

/** Whose events these are: once dead, none of them happens any more. */
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

/** A clock in milliseconds since 1970, with what is to happen. */
export class Clock {
  now = 1_790_000_000_000
  /** Whose event this is. */
  current: Owner | undefined
  events = 0
  readonly #heap: Event[] = []
  readonly #trace = createHash('sha256')
  #order = 0
  #runs = false
  // So much is under way outside of the simulation.
  #working = 0
  /** The last lines of the trace. */
  readonly lines: string[] = []
  readonly #keeps: boolean

  /** `keeps`: all lines of the trace, and not only the last ones. */
  constructor(keeps = false) {
    this.#keeps = keeps
  }

  /**
   * Runs something in so many milliseconds, as this owner's, unless the answered function is called before.
   */
  in(ms: number, owner: Owner | undefined, run: Event['run']): () => void {
    this.#order += 1
    const event: Event = { at: this.now + ms, order: this.#order, owner, run, cancelled: false }
    this.#push(event)
    return () => {
      event.cancelled = true
    }
  }

  /** Is this the server's work, or nobody's? Then timers are real ones. */
  get outside(): boolean {
    return !this.#runs || this.#working > 0
  }

  /** A line of the trace: the same seed writes the same lines. */
  note(text: string): void {
    const line = `${(this.now - 1_790_000_000_000).toFixed(2)} ${text}`
    this.#trace.update(line)
    this.lines.push(line)
    if (!this.#keeps && this.lines.length > 60) this.lines.shift()
  }

  /** A mark of all that has happened. */
  mark(): string {
    return this.#trace.copy().digest('hex').slice(0, 16)
  }

  /** Goes on until `isOver`, or nothing is to happen any more. */
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
        // What was promised meanwhile is kept before the next event.
        await new Promise<void>((resolve) => {
          turn(resolve)
        })
      }
    } finally {
      this.#runs = false
      this.current = undefined
    }
  }

  /** Real time for work that is none of the browser's. */
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
