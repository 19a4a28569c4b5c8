// When the browser has nothing to do that a person waits for: what is needed later is fetched then, not
// before.

let underWay = 0
// The first screen has got something that it waited for. Before it, an idle browser only waits for the next
// step of the start.
let isAnswered = false

/** A person waits for this work, an answer or the code of a screen: what is for later waits for it, too. */
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

// How long what a person waits for may hold up the rest, and how often it is looked at, in milliseconds.
const PATIENCE = 4000
const LOOK_AGAIN = 100

/**
 * Runs `work` once the browser is idle, the first screen has had its answer, and nobody waits for another one
 * or for the code of a screen: on a slow network these would share it. After four seconds it runs in any
 * case. Returns a function that cancels it.
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
