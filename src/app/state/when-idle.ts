// Runs deferred work when the browser is idle and no person waits for a call or a screen.

let pendingCount = 0
// The first screen has received an answer. Before that, an idle browser is only between two steps of the
// start.
let isAnswered = false

/** Marks work that a person waits for, an answer or the code of a screen: deferred work waits for it too. */
export async function trackPending<Value>(
  work: Promise<Value>,
  kind: 'code' | 'answer' = 'answer',
): Promise<Value> {
  pendingCount += 1
  try {
    return await work
  } finally {
    pendingCount -= 1
    isAnswered ||= pendingCount === 0 && kind === 'answer'
  }
}

// Maximum delay of deferred work, and interval of the checks, in milliseconds.
const maxDelayMs = 4000
const checkIntervalMs = 100

/**
 * Runs `work` once the browser is idle, the first screen has its answer, and no other answer or screen code
 * is loading: on a slow network they would compete. Runs after four seconds in any case. Returns a function
 * that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  const deadline = performance.now() + maxDelayMs
  let cancel = () => {}
  const runOrWait = () => {
    if ((pendingCount > 0 || !isAnswered) && performance.now() < deadline)
      cancel = delayed(waitForIdle, checkIntervalMs)
    else work()
  }
  const waitForIdle = () => {
    if ('requestIdleCallback' in window) {
      const handle = window.requestIdleCallback(runOrWait, { timeout: 2000 })
      cancel = () => window.cancelIdleCallback(handle)
    } else cancel = delayed(runOrWait, 300)
  }
  waitForIdle()
  return () => cancel()
}

const delayed = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
