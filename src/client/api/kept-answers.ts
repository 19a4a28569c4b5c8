// When to bother with what this workstation has kept of answers. The keeping itself is not part of the first screen: whoever has
// nothing kept yet needs it only after that.
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readStored, writeStored } from '#client/state/stored.ts'

const keyOf = (userName: string) => `keeps-answers.${userName}`

/** Brings back what was kept for a person, if anything was; `any`: what another version of the app has kept, too. */
export async function restoreAnswers(
  queryClient: QueryClient,
  userName: string,
  any: boolean,
): Promise<void> {
  if (readStored(keyOf(userName), v.literal(true)) !== true) return
  await keepAnswers(queryClient, userName, any)
}

let keeping: string | undefined

/** Keeps what a person reads from now on. Without the network to fetch its code nothing is kept, and nothing else fails. */
export async function keepAnswers(queryClient: QueryClient, userName: string, any = false): Promise<void> {
  if (keeping === userName) return
  try {
    const { openAnswers } = await import('./answer-store.ts')
    keeping = userName
    await openAnswers(queryClient, userName, any)
    writeStored(keyOf(userName), true)
  } catch {
    keeping = undefined
  }
}

/** Forgets what was kept for a person. */
export async function forgetAnswers(queryClient: QueryClient, userName: string): Promise<void> {
  queryClient.clear()
  writeStored(keyOf(userName), undefined)
  const { dropAnswers } = await import('./answer-store.ts')
  await dropAnswers(userName)
}
