import type { Session } from './session-state.ts'

/** Runs part of a document's step; no other step of the document can begin meanwhile. */
export async function duringStep<Value>(
  session: Session,
  step: string,
  work: () => Promise<Value>,
): Promise<Value> {
  session.set({ runningStep: step })
  try {
    return await work()
  } finally {
    session.set({ runningStep: null })
  }
}
