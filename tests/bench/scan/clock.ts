// A fake clock that the player moves. It can replace the global timers for detectors that use them.

interface Timer {
  readonly id: number
  readonly run: () => void
  readonly every: number | undefined
  at: number
}

export class FakeClock {
  time = 0
  /** Total nanoseconds of all callbacks. */
  spent = 0n
  #timers: Timer[] = []
  #lastId = 0

  readonly now = (): number => this.time
  readonly set = (run: () => void, ms: number, every?: number): number => {
    this.#lastId += 1
    this.#timers.push({ id: this.#lastId, run, every, at: this.time + Math.max(0, ms) })
    return this.#lastId
  }
  readonly clear = (id: number): void => {
    this.#timers = this.#timers.filter((timer) => timer.id !== id)
  }

  /** Whether events wait for the page. Tasks run after them. */
  hasEvents = false
  #tasks: (() => void)[] = []

  readonly afterEvents = (run: () => void): void => {
    if (!this.hasEvents) run()
    else this.#tasks.push(run)
  }
  /** Runs the waiting tasks after all events were delivered. */
  runTasks(): void {
    this.hasEvents = false
    const tasks = this.#tasks
    this.#tasks = []
    for (const run of tasks) run()
  }

  /** Runs the timers that are due until `time`, in order, and sets the clock to it. */
  advanceTo(time: number): void {
    for (;;) {
      let next: Timer | undefined
      for (const timer of this.#timers)
        if (timer.at <= time && (next === undefined || timer.at < next.at)) next = timer
      if (next === undefined) break
      this.time = Math.max(this.time, next.at)
      if (next.every === undefined) this.clear(next.id)
      else next.at = this.time + Math.max(1, next.every)
      const began = process.hrtime.bigint()
      next.run()
      this.spent += process.hrtime.bigint() - began
    }
    this.time = Math.max(this.time, time)
  }

  /** Moves the time without running timers, as when the thread is busy. */
  stall(time: number): void {
    this.time = Math.max(this.time, time)
  }

  /** Replaces the global timers and clocks until the returned function is called. */
  install(): () => void {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
    const dateNow = Date.now
    const fakeTimeout = (run: unknown, ms: unknown, ...args: unknown[]): number =>
      this.set(() => (typeof run === 'function' ? run(...args) : undefined), Number(ms ?? 0))
    const fakeInterval = (run: unknown, ms: unknown, ...args: unknown[]): number =>
      this.set(() => (typeof run === 'function' ? run(...args) : undefined), Number(ms), Number(ms))
    Object.assign(globalThis, {
      setTimeout: fakeTimeout,
      setInterval: fakeInterval,
      clearTimeout: (id: number) => this.clear(id),
      clearInterval: (id: number) => this.clear(id),
    })
    Date.now = () => 1_700_000_000_000 + this.time
    performance.now = () => this.time
    return () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
      Date.now = dateNow
      // The original is a method of the prototype.
      Reflect.deleteProperty(performance, 'now')
    }
  }
}
