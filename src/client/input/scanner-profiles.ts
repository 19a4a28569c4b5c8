// The profiles of scanner-profiles/, each a chunk of its own: a workstation fetches the one that it is set to.
import { parseScannerProfile, type ScannerProfile } from '#contract/scanner-profile.ts'

const files = import.meta.glob<unknown>('/scanner-profiles/*.json', { import: 'default' })

/** The profile with this id; undefined when there is none, it cannot be fetched, or it is damaged. */
export async function loadScannerProfile(id: string): Promise<ScannerProfile | undefined> {
  try {
    const parsed = parseScannerProfile(await files[`/scanner-profiles/${id}.json`]?.())
    return parsed.ok ? parsed.profile : undefined
  } catch {
    return undefined
  }
}
