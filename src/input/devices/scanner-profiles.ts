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

const storedAs = { [measuredProfileId]: 'scanner-profile', [deviceProfileId]: 'device-profile' } as const
type StoredId = keyof typeof storedAs
const isStored = (id: string): id is StoredId => Object.hasOwn(storedAs, id)

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
const ofPage = new Map<StoredId, ScannerProfile>()

function storedProfile(id: StoredId): ScannerProfile | undefined {
  const now = ofPage.get(id)
  if (now) return now
  const parsed = parseScannerProfile(readStored(storedAs[id], v.unknown()))
  return parsed.ok ? parsed.profile : undefined
}

function keep(id: StoredId, profile: ScannerProfile): boolean {
  const own = { ...profile, id }
  ofPage.set(id, own)
  return writeStored(storedAs[id], own)
}

/** The profile measured on this workstation; undefined if there is none, or it is invalid. */
export function measuredProfile(): ScannerProfile | undefined {
  return storedProfile(measuredProfileId)
}

/** Stores a measured profile on this workstation. False: it is valid for this page only. */
export function keepMeasuredProfile(profile: ScannerProfile): boolean {
  return keep(measuredProfileId, profile)
}

/** The server's profile for this device, as last read; undefined if there is none. */
export function deviceProfile(): ScannerProfile | undefined {
  return storedProfile(deviceProfileId)
}

/** Stores the server's profile on this workstation. False: it is valid for this page only. */
export function keepDeviceProfile(profile: ScannerProfile): boolean {
  return keep(deviceProfileId, profile)
}

/**
 * All profiles: the measured one, the server's for this device, the generic one, then the others by label.
 */
export async function listScannerProfiles(): Promise<readonly ScannerProfile[]> {
  const ids = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''))
  const loaded = await Promise.all(ids.map(loadScannerProfile))
  const stored = [measuredProfile(), deviceProfile()].filter((profile) => profile !== undefined)
  const place = ({ id }: ScannerProfile) => (id === 'generic-usb' ? 0 : 1)
  return [
    ...stored,
    ...loaded
      .filter((profile) => profile !== undefined)
      .sort((one, other) => place(one) - place(other) || one.label.localeCompare(other.label)),
  ]
}

/**
 * Finds profiles whose id or label has words that start with the given words, in any order: `zebra` matches
 * three, `zebra-ds22xx-usb` one.
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
