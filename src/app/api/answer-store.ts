// Persistent cache of answers per person, in the browser's database: master data, lists, counts and seen
// stock. Screens open from it without loading and without a server. If the browser stores nothing (private
// windows, full disk), everything is loaded again at the next start.
import type { Query, QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { APP_VERSION } from '#app/state/app-version.ts'
import { createValueStore, type ValueStore } from '#app/state/database.ts'
import { onAnswer } from './client.ts'
import { CACHED, isCached, MASTER } from './query-keys.ts'
import { cacheStock, forgetStock, pruneStock } from './seen-stock.ts'

const dayMs = 24 * 60 * 60_000
const maxAgeDays = 30
// Maximum number of cached answers per person besides master data; newest kept.
const maxLists = 60
// Maximum number of cached pages per list.
const maxPagesPerList = 2

const keptAnswer = v.object({
  version: v.string(),
  key: v.array(v.unknown()),
  data: v.unknown(),
  /** When it was read, in milliseconds since 1970. */
  at: v.number(),
})
type KeptAnswer = v.InferOutput<typeof keptAnswer>

const storesByUser = new Map<string, ValueStore<string>>()
const storeOf = (userName: string): ValueStore<string> => {
  const store = storesByUser.get(userName) ?? createValueStore(`trimline-answers.${userName}`, 'answers')
  storesByUser.set(userName, store)
  return store
}

/**
 * Restores a person's cached answers and caches new ones from now on. Drops answers of another app version,
 * because their format may differ, unless `any` is true.
 */
export async function openAnswerStore(
  queryClient: QueryClient,
  userName: string,
  any: boolean,
): Promise<void> {
  const store = storeOf(userName)
  const cache = queryClient.getQueryCache()
  const keep = ({ queryKey, queryHash, state }: Query) => {
    if (!isCached(queryKey) || state.status !== 'success') return
    const data = firstPages(state.data)
    const kept: KeptAnswer = { version: APP_VERSION, key: [...queryKey], data, at: state.dataUpdatedAt }
    store.change([[queryHash, kept]]).catch(() => undefined)
  }
  // Never garbage-collected while the page is open: without a server there is nothing newer.
  for (const of of CACHED) queryClient.setQueryDefaults([of], { gcTime: Number.POSITIVE_INFINITY })
  for (const query of cache.getAll()) keep(query)
  for (const { key, data, at } of await readKept(store, any)) {
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) < at)
      queryClient.setQueryData(key, data, { updatedAt: at })
  }
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  onAnswer(({ call, input }, answer, beganAt) => void cacheStock(userName, call, input, answer, beganAt))
  await pruneStock(userName)
  // Deletes the master data database of earlier versions.
  indexedDB.deleteDatabase('keyval-store')
}

/** Deletes a person's cached answers. */
export async function clearAnswerStore(userName: string): Promise<void> {
  await Promise.allSettled([storeOf(userName).clear(), forgetStock(userName)])
}

// Reads the valid answers and deletes the others.
const readKept = async (store: ValueStore<string>, any: boolean): Promise<readonly KeptAnswer[]> => {
  const found = await store.entries().catch(() => [])
  const read = found.flatMap(([name, value]) => {
    const parsed = v.safeParse(keptAnswer, value)
    return parsed.success ? [{ name, kept: parsed.output }] : []
  })
  const oldest = Date.now() - maxAgeDays * dayMs
  const valid = read
    .filter(({ kept: { at, version } }) => at > oldest && (any || version === APP_VERSION))
    .toSorted((one, other) => other.kept.at - one.kept.at)
  const lists = valid.filter(({ kept }) => kept.key[0] !== MASTER).slice(0, maxLists)
  const restored = [...valid.filter(({ kept }) => kept.key[0] === MASTER), ...lists]
  const names = new Set(restored.map(({ name }) => name))
  const dropped = found.flatMap(([name]) => (names.has(name) ? [] : name))
  store.change([], dropped).catch(() => undefined)
  return restored.map(({ kept }) => kept)
}

const pages = v.looseObject({ pages: v.array(v.unknown()), pageParams: v.array(v.unknown()) })

// The first pages of a paged list; other data unchanged.
const firstPages = (data: unknown): unknown => {
  const read = v.safeParse(pages, data)
  return read.success
    ? {
        ...read.output,
        pages: read.output.pages.slice(0, maxPagesPerList),
        pageParams: read.output.pageParams.slice(0, maxPagesPerList),
      }
    : data
}
