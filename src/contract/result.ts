/** An expected outcome as a value: failures carry a code and never throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

/** Wraps a good outcome. */
export const succeed = <Value>(value: Value) => ({ ok: true, value }) as const

/** Wraps an expected failure. */
export const fail = <Failure>(error: Failure) => ({ ok: false, error }) as const
