/**
 * Stores the sentences that a person reads with the result of a vitest test (`npm run reliability --
 * faults`).
 */
export function recordReadSentences(
  { meta }: { readonly meta: object },
  ...sentences: readonly string[]
): void {
  const before = 'reads' in meta && Array.isArray(meta.reads) ? meta.reads : []
  Object.assign(meta, { reads: [...before, ...sentences] })
}
