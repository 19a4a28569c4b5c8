/** An expected outcome as a value: failures carry a code and never throw. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

/** Wraps a success. */
export function succeed<Value>(value: Value) {
  return { ok: true, value } as const
}

/** Wraps an expected failure. */
export function fail<Failure>(error: Failure) {
  return { ok: false, error } as const
}
