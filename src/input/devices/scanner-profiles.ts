// Loads scanner profiles. Each file in scanner-profiles/ is a chunk: a workstation loads only its own.
// The measured profile and the server's profile for this device are stored here, under ids that no file uses.
import * as v from 'valibot'
import { readStored, writeStored } from '#app/state/stored.ts'
import { parseScannerProfile, type ScannerProfile } from '#core/wire/scanner-profile.ts'

const files = import.meta.glob<unknown>('/scanner-profiles/*.json', { import: 'default' })

/** The id of the profile measured here. */
export const measuredProfileId = 'workstation'
/** The id of the profile that the server stores for this device's name. */
export const deviceProfileId = 'device'

const storageKeys = { [measuredProfileId]: 'scanner-profile', [deviceProfileId]: 'device-profile' } as const
type StoredId = keyof typeof storageKeys
const isStored = (id: string): id is StoredId => Object.hasOwn(storageKeys, id)

/** Loads a profile by id; undefined if it is missing or invalid. Rejects if it cannot be fetched now. */
export async function fetchScannerProfile(id: string): Promise<ScannerProfile | undefined> {
  if (isStored(id)) return storedProfile(id)
  const parsed = parseScannerProfile(await files[`/scanner-profiles/${id}.json`]?.())
  return parsed.ok ? parsed.profile : undefined
}

/** Like `fetchScannerProfile`, but undefined if the profile cannot be fetched. */
export function loadScannerProfile(id: string): Promise<ScannerProfile | undefined> {
  return fetchScannerProfile(id).catch(() => undefined)
}

// Profiles set on this page: used even if the browser cannot store them.
const pageProfiles = new Map<StoredId, ScannerProfile>()

function storedProfile(id: StoredId): ScannerProfile | undefined {
  const now = pageProfiles.get(id)
  if (now) return now
  const parsed = parseScannerProfile(readStored(storageKeys[id], v.unknown()))
  return parsed.ok ? parsed.profile : undefined
}

function storeProfile(id: StoredId, profile: ScannerProfile): boolean {
  const own = { ...profile, id }
  pageProfiles.set(id, own)
  return writeStored(storageKeys[id], own)
}

/** The profile tested on this workstation; undefined if there is none, or it is invalid. */
export function measuredProfile(): ScannerProfile | undefined {
  return storedProfile(measuredProfileId)
}

/** Stores a measured profile on this workstation. False: it is valid for this page only. */
export function storeMeasuredProfile(profile: ScannerProfile): boolean {
  return storeProfile(measuredProfileId, profile)
}

/** The server's profile for this device, as last read; undefined if there is none. */
export function deviceProfile(): ScannerProfile | undefined {
  return storedProfile(deviceProfileId)
}

/** Stores the server's profile on this workstation. False: it is valid for this page only. */
export function storeDeviceProfile(profile: ScannerProfile): boolean {
  return storeProfile(deviceProfileId, profile)
}

/**
 * All profiles: the measured one, the server's for this device, the generic one, then the others by label.
 */
export async function listScannerProfiles(): Promise<readonly ScannerProfile[]> {
  const ids = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))
  const loaded = await Promise.all(ids.map(loadScannerProfile))
  const stored = [measuredProfile(), deviceProfile()].filter((profile) => profile !== undefined)
  const rank = ({ id }: ScannerProfile) => (id === 'generic-usb' ? 0 : 1)
  return [
    ...stored,
    ...loaded
      .filter((profile) => profile !== undefined)
      .sort((one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label)),
  ]
}

/**
 * Finds profiles whose id or label has words that start with the given words, in any order: `zebra` matches
 * three, `zebra-ds22xx-usb` one.
 */
export function findProfiles(words: string, profiles: readonly ScannerProfile[]): readonly ScannerProfile[] {
  const typed = splitWords(words)
  const exactMatch = profiles.filter(({ id }) => id === words.trim().toLowerCase())
  if (exactMatch.length > 0) return exactMatch
  return profiles.filter(({ id, label }) => {
    const own = [...splitWords(id), ...splitWords(label)]
    return typed.length > 0 && typed.every((word) => own.some((other) => other.startsWith(word)))
  })
}

const splitWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
