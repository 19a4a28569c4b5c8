// The state of the server's ledger, as its answers name it. Read by code that is loaded later.

let latest: string | undefined
let heard: ((state: string) => void) | undefined

/** Notes an answer's header; null: it has none. */
export function noteLedgerState(state: string | null): void {
  if (state === null || state === latest) return
  latest = state
  heard?.(state)
}

/** Calls `listener` with the last state and each other one from now on; replaces the previous listener. */
export function onLedgerState(listener: (state: string) => void): void {
  heard = listener
  if (latest !== undefined) listener(latest)
}
