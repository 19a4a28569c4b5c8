// Tracks the state of the server's ledger from response headers. Its listener is loaded later.

let latest: string | undefined
let stateListener: ((state: string) => void) | undefined

/** Records a response's header; null if it has none. */
export function noteLedgerState(state: string | null): void {
  if (state === null || state === latest) return
  latest = state
  stateListener?.(state)
}

/** Calls `listener` with the last state and with each later change; replaces the previous listener. */
export function onLedgerState(listener: (state: string) => void): void {
  stateListener = listener
  if (latest !== undefined) listener(latest)
}
