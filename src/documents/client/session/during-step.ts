import type { Core } from './core.ts'

/** Runs part of a document's step; no other step of the document can begin meanwhile. */
export async function duringStep<Value>(
  core: Core,
  step: string,
  work: () => Promise<Value>,
): Promise<Value> {
  core.set({ runningStep: step })
  try {
    return await work()
  } finally {
    core.set({ runningStep: null })
  }
}
