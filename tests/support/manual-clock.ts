/** A clock that moves only when the test advances it, in milliseconds. Timers run in order. */
export function manualClock() {
  let time = 1000
  let timers: { id: number; at: number; run: () => void }[] = []
  let last = 0
  return {
    now: () => time,
    set: (run: () => void, ms: number) => {
      last += 1
      timers.push({ id: last, at: time + ms, run })
      return last
    },
    clear: (id: number) => {
      timers = timers.filter((timer) => timer.id !== id)
    },
    move: (ms: number) => {
      const end = time + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        time = Math.max(time, next.at)
        timers = timers.filter((timer) => timer !== next)
        next.run()
      }
      time = end
    },
  }
}
