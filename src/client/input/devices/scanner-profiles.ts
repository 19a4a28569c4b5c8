// The profiles of scanner-profiles/, each a chunk of its own: a workstation loads only its profile. A
// measured profile is stored on the workstation, under an id that no file has.
import * as v from 'valibot'
import { readStored, writeStored } from '#client/state/stored.ts'
import { parseScannerProfile, type ScannerProfile } from '#contract/scanner-profile.ts'

const files = import.meta.glob<unknown>('/scanner-profiles/*.json', { import: 'default' })

/** The id of the profile measured here. */
export const measuredProfileId = 'workstation'
const storedAs = 'scanner-profile'

/** The profile with this id; undefined if there is none, it cannot be loaded, or it is invalid. */
export async function loadScannerProfile(id: string): Promise<ScannerProfile | undefined> {
  if (id === measuredProfileId) return measuredProfile()
  try {
    const parsed = parseScannerProfile(await files[`/scanner-profiles/${id}.json`]?.())
    return parsed.ok ? parsed.profile : undefined
  } catch {
    return undefined
  }
}

// Measured on this page: used even if the browser cannot store it.
let measuredNow: ScannerProfile | undefined

/** The profile measured on this workstation; undefined if there is none, or it is invalid. */
export function measuredProfile(): ScannerProfile | undefined {
  if (measuredNow) return measuredNow
  const parsed = parseScannerProfile(readStored(storedAs, v.unknown()))
  return parsed.ok ? parsed.profile : undefined
}

/** Stores a measured profile on this workstation. False: it is only valid for this page. */
export function keepMeasuredProfile(profile: ScannerProfile): boolean {
  measuredNow = { ...profile, id: measuredProfileId }
  return writeStored(storedAs, measuredNow)
}

/** All available profiles: the measured one, the generic one, the others by label. */
export async function listScannerProfiles(): Promise<readonly ScannerProfile[]> {
  const ids = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))
  const loaded = await Promise.all(ids.map(loadScannerProfile))
  const measured = measuredProfile()
  const place = ({ id }: ScannerProfile) => (id === 'generic-usb' ? 0 : 1)
  return [
    ...(measured ? [measured] : []),
    ...loaded
      .filter((profile) => profile !== undefined)
      .sort((one, other) => place(one) - place(other) || one.label.localeCompare(other.label)),
  ]
}

/**
 * The profiles that match words of their id or label, in any order, from the beginning of a word: `zebra`
 * matches three, `zebra-ds22xx-usb` one.
 */
export function findProfiles(words: string, profiles: readonly ScannerProfile[]): readonly ScannerProfile[] {
  const typed = split(words)
  const same = profiles.filter(({ id }) => id === words.trim().toLowerCase())
  if (same.length > 0) return same
  return profiles.filter(({ id, label }) => {
    const own = [...split(id), ...split(label)]
    return typed.length > 0 && typed.every((word) => own.some((other) => other.startsWith(word)))
  })
}

const split = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
