// What a person has read, on the workstation, for that person alone: master data, lists and counts, each answer a record of its own
// in the browser's database, and what was seen of stock. A reload or the next shift's first minutes need no loading, and the screens
// open without a server. A browser that keeps nothing (private windows, full disks) costs a load at the next start, nothing else.
import type { Query, QueryClient } from '@tanstack/react-query'
import { clear, createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { APP_VERSION } from '#client/state/config.ts'
import { hearAnswers } from './client.ts'
import { isKept, KEPT, MASTER } from './query-keys.ts'
import { forgetStock, noteStock, pruneStock } from './stock-seen.ts'

const DAY = 24 * 60 * 60_000
const MOST_DAYS = 30
// Answers that are kept for a person beside master data, the newest.
const MOST_LISTS = 60
// Pages that are kept of a list.
const MOST_PAGES = 2

const keptAnswer = v.object({
  version: v.string(),
  key: v.array(v.unknown()),
  data: v.unknown(),
  /** When it was read, in milliseconds since 1970. */
  at: v.number(),
})
type KeptAnswer = v.InferOutput<typeof keptAnswer>

const opened = new Map<string, UseStore>()
const storeOf = (userName: string): UseStore => {
  const store = opened.get(userName) ?? createStore(`trimline-answers.${userName}`, 'answers')
  opened.set(userName, store)
  return store
}

/**
 * Brings back what was kept for a person and keeps what is read from now on. What another version of the app has kept may have
 * another shape: it goes, unless `any` of it is better than nothing.
 */
export async function openAnswers(queryClient: QueryClient, userName: string, any: boolean): Promise<void> {
  const store = storeOf(userName)
  const cache = queryClient.getQueryCache()
  const keep = ({ queryKey, queryHash, state }: Query) => {
    if (!isKept(queryKey) || state.status !== 'success') return
    const data = firstPages(state.data)
    const kept: KeptAnswer = { version: APP_VERSION, key: [...queryKey], data, at: state.dataUpdatedAt }
    set(queryHash, kept, store).catch(() => undefined)
  }
  // What was read once stays until the page ends: without a server there is nothing newer to be had.
  for (const of of KEPT) queryClient.setQueryDefaults([of], { gcTime: Number.POSITIVE_INFINITY })
  for (const query of cache.getAll()) keep(query)
  for (const { key, data, at } of await readKept(store, any)) {
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) < at)
      queryClient.setQueryData(key, data, { updatedAt: at })
  }
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  hearAnswers(({ call, input }, answer) => void noteStock(userName, call, input, answer))
  await pruneStock(userName)
  // Where the versions before kept master data.
  indexedDB.deleteDatabase('keyval-store')
}

/** Drops what was kept for a person. */
export async function dropAnswers(userName: string): Promise<void> {
  await Promise.allSettled([clear(storeOf(userName)), forgetStock(userName)])
}

// The answers that are still of use, and away with the others.
const readKept = async (store: UseStore, any: boolean): Promise<readonly KeptAnswer[]> => {
  const found = await entries<string, unknown>(store).catch(() => [])
  const read = found.flatMap(([name, value]) => {
    const parsed = v.safeParse(keptAnswer, value)
    return parsed.success ? [{ name, kept: parsed.output }] : []
  })
  const oldest = Date.now() - MOST_DAYS * DAY
  const fit = read
    .filter(({ kept: { at, version } }) => at > oldest && (any || version === APP_VERSION))
    .toSorted((one, other) => other.kept.at - one.kept.at)
  const lists = fit.filter(({ kept }) => kept.key[0] !== MASTER).slice(0, MOST_LISTS)
  const good = [...fit.filter(({ kept }) => kept.key[0] === MASTER), ...lists]
  const names = new Set(good.map(({ name }) => name))
  delMany(
    found.map(([name]) => name).filter((name) => !names.has(name)),
    store,
  ).catch(() => undefined)
  return good.map(({ kept }) => kept)
}

const pages = v.looseObject({ pages: v.array(v.unknown()), pageParams: v.array(v.unknown()) })

// Of a list that was read page by page the first ones; anything else as it is.
const firstPages = (data: unknown): unknown => {
  const read = v.safeParse(pages, data)
  return read.success
    ? {
        ...read.output,
        pages: read.output.pages.slice(0, MOST_PAGES),
        pageParams: read.output.pageParams.slice(0, MOST_PAGES),
      }
    : data
}
