// Loads the persistent cache on demand. Its code is part of the first screen only if something is cached.
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readStored, writeStored } from '#app/state/stored.ts'

/** The code of the persistent cache. */
export function loadAnswerStore() {
  return import('./answer-store.ts')
}

const keyOf = (userName: string) => `keeps-answers.${userName}`

/** Restores a person's cached answers, if there are any; `any`: also those of another app version. */
export async function restoreAnswers(
  queryClient: QueryClient,
  userName: string,
  any: boolean,
): Promise<void> {
  if (readStored(keyOf(userName), v.literal(true)) !== true) return
  await cacheAnswers(queryClient, userName, any)
}

let cachedUser: string | undefined

/**
 * Caches a person's answers from now on. If the code cannot be loaded, nothing is cached and nothing else
 * fails.
 */
export async function cacheAnswers(queryClient: QueryClient, userName: string, any = false): Promise<void> {
  if (cachedUser === userName) return
  try {
    const { openAnswerStore } = await loadAnswerStore()
    cachedUser = userName
    await openAnswerStore(queryClient, userName, any)
    writeStored(keyOf(userName), true)
  } catch {
    cachedUser = undefined
  }
}

/** Deletes a person's cached answers. */
export async function deleteCachedAnswers(queryClient: QueryClient, userName: string): Promise<void> {
  queryClient.clear()
  writeStored(keyOf(userName), undefined)
  const { clearAnswerStore } = await loadAnswerStore()
  await clearAnswerStore(userName)
}
