// The data that `make-fixture.ts` stores for a release.

/** A document as the release answered it at `path`. */
export interface ReleasedDocument {
  readonly path: string
  readonly answer: object
}

/** A change that a device of the release has not sent yet. */
export interface PendingCall {
  readonly person: string
  readonly path: string
  /** Its idempotency key. */
  readonly key: string
  readonly body: unknown
}
