// The scanner profiles of device names: everybody reads them, administrators keep them, because a wrong one
// stops the scans of every device of the name.
import type { DeviceProfile } from '#core/wire/device-profiles.ts'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Person } from './people.ts'
import { problemFor } from './refusals.ts'

export interface DeviceProfilesPort {
  /** The profile of a device name, in capitals; null: none is kept. */
  readonly find: (device: string) => Promise<DeviceProfile | null>
  /** The same, and nobody else changes it before the transaction ends. */
  readonly lock: (device: string) => Promise<DeviceProfile | null>
  /** Keeps a profile in the place of the one before. */
  readonly keep: (device: string, profile: ScannerProfile, by: string) => Promise<DeviceProfile>
}

/**
 * The profile of a device name. A sign-in is enough: a new handheld asks before its person has any rights.
 */
export async function readDeviceProfile(
  profiles: DeviceProfilesPort,
  device: string,
): Promise<Result<{ Record: DeviceProfile | null }, Problem>> {
  return succeed({ Record: await profiles.find(device) })
}

/**
 * Keeps a profile for a device name, in the place of the one `seen` (LastChangedDateTime, '' for none). Fails
 * for those who are no administrator, or may only read.
 */
export async function keepDeviceProfile(
  profiles: DeviceProfilesPort,
  person: Person,
  device: string,
  profile: ScannerProfile,
  seen?: string,
): Promise<Result<{ Record: DeviceProfile }, Problem>> {
  if (person.readOnly) return fail(problemFor(refuse('readOnlyAccess')))
  if (!person.isAdmin) {
    return fail(makeProblem('group_missing', 'Only admins may keep scanner profiles on the server.'))
  }
  if (seen !== undefined) {
    const now = await profiles.lock(device)
    if (now && now.LastChangedDateTime !== seen)
      return fail(problemFor(refuse('recordChanged', { by: now.LastChangedBy })))
  }
  return succeed({ Record: await profiles.keep(device, profile, person.username) })
}
