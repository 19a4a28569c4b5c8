import type { FoundStock } from '#core/wire/inventory.ts'
import { FIRST_PAGE, type PageStart, pageAfter } from '#core/wire/paging.ts'
import { withNextPage } from './stock.ts'

type Answer =
  | { readonly ok: true; readonly value: FoundStock }
  | { readonly ok: false; readonly error: { readonly code: string } }

/** Reads pages of a search until it has at least `count` results, or all of them. */
export async function readStockPages(
  ask: (start: PageStart) => Promise<Answer>,
  count: number,
): Promise<{ readonly found: FoundStock; readonly next: PageStart | null } | undefined> {
  let found: FoundStock = { records: [], total: 0 }
  let next: PageStart | null = FIRST_PAGE
  while (next !== null && (found.records.length < count || next === FIRST_PAGE)) {
    const answer: Answer = await ask(next)
    if (!answer.ok) return answer.error.code === 'not_found' ? { found, next: null } : undefined
    const { records, total, next: cursor } = answer.value
    found = next === FIRST_PAGE ? answer.value : withNextPage(found, answer.value)
    next = pageAfter(next, { n: records.length, total, next: cursor })
  }
  return { found, next }
}
