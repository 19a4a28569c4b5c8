// Runs deferred work when the browser is idle and no person waits for a call or a screen.

let underWay = 0
// The first screen has received an answer. Before that, an idle browser is only between two steps of the
// start.
let isAnswered = false

/** Marks work that a person waits for, an answer or the code of a screen: deferred work waits for it too. */
export async function waitedFor<Value>(
  work: Promise<Value>,
  kind: 'code' | 'answer' = 'answer',
): Promise<Value> {
  underWay += 1
  try {
    return await work
  } finally {
    underWay -= 1
    isAnswered ||= underWay === 0 && kind === 'answer'
  }
}

// Maximum delay of deferred work, and interval of the checks, in milliseconds.
const PATIENCE = 4000
const LOOK_AGAIN = 100

/**
 * Runs `work` once the browser is idle, the first screen has its answer, and no other answer or screen code
 * is loading: on a slow network they would compete. Runs after four seconds in any case. Returns a function
 * that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  const latest = performance.now() + PATIENCE
  let cancel = () => {}
  const look = () => {
    if ((underWay > 0 || !isAnswered) && performance.now() < latest) cancel = afterwards(ask, LOOK_AGAIN)
    else work()
  }
  const ask = () => {
    if ('requestIdleCallback' in window) {
      const handle = window.requestIdleCallback(look, { timeout: 2000 })
      cancel = () => window.cancelIdleCallback(handle)
    } else cancel = afterwards(look, 300)
  }
  ask()
  return () => cancel()
}

const afterwards = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
