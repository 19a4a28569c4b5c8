/**
 * The path of the first text that a database cannot store: one with NUL or half a surrogate pair, in a value
 * or a name; undefined if there is none. `value` is parsed JSON, parameters or a query.
 */
export function unstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    // The name itself must not be repeated in an answer.
    if (!isStorable(name)) return ''
    const at = unstorableText(each)
    if (at !== undefined) return at === '' ? name : `${name}.${at}`
  }
  return undefined
}

// With `u`, a surrogate matches only without its other half.
const isStorable = (text: string) => !/\p{Surrogate}|\0/u.test(text)
