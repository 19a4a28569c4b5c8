/**
 * Returns the path of the first text that PostgreSQL cannot store (NUL or half a surrogate pair), if any.
 * Checks values and names. `value` is parsed JSON, parameters or a query.
 */
export function unstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    // A response must not repeat the invalid name.
    if (!isStorable(name)) return ''
    const at = unstorableText(each)
    if (at !== undefined) return at === '' ? name : `${name}.${at}`
  }
  return undefined
}

// With the `u` flag, a surrogate matches only without its other half.
const isStorable = (text: string) => !/\p{Surrogate}|\0/u.test(text)
