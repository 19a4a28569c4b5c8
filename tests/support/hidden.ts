/**
 * Returns whether an answer hides a document: status 200 with a null header and no lines (docs/decisions.md).
 * A document that the person may not see gets the same answer as a missing one.
 */
export function isHidden({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const values = typeof body === 'object' && body !== null ? Object.values(body) : []
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return status === 200 && values.length === 2 && values.every(isEmpty)
}
