// When to bother with what this workstation has kept. The keeping itself is not part of the first screen: whoever has nothing
// kept yet needs it only after that.
import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readStored, writeStored } from '#client/state/stored.ts'

const keyOf = (userName: string) => `keeps-master-data.${userName}`

/** Brings back what was kept for a person, if anything was. */
export async function restoreMasterData(
  queryClient: QueryClient,
  userName: string,
  version: string,
): Promise<void> {
  if (readStored(keyOf(userName), v.literal(true)) !== true) return
  await keepMasterData(queryClient, userName, version)
}

let keeping: string | undefined

/** Keeps a person's master data from now on. Without the network to fetch its code nothing is kept, and nothing else fails. */
export async function keepMasterData(
  queryClient: QueryClient,
  userName: string,
  version: string,
): Promise<void> {
  if (keeping === userName) return
  try {
    const { persistMasterData } = await import('./persistence.ts')
    keeping = userName
    await persistMasterData(queryClient, userName, version)
    writeStored(keyOf(userName), true)
  } catch {
    keeping = undefined
  }
}

/** Forgets what was kept for a person. */
export async function forgetMasterData(queryClient: QueryClient, userName: string): Promise<void> {
  queryClient.clear()
  writeStored(keyOf(userName), undefined)
  const { dropMasterData } = await import('./persistence.ts')
  await dropMasterData(userName)
}
