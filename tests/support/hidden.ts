/**
 * Does the answer about a document say that there is none: 200 with a null header and no lines
 * (docs/decisions.md)? So it is for one that the person may not see, too.
 */
export function isHidden({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const said = typeof body === 'object' && body !== null ? Object.values(body) : []
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return status === 200 && said.length === 2 && said.every(isEmpty)
}
