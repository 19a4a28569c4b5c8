// The scanner profiles of device names. All users read them. Only administrators write them, because a wrong
// profile breaks scanning on every device with that name.
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { DeviceProfile } from '#features/scanner-setup/common/device-profiles.ts'
import type { Person } from '#server/domain/people.ts'
import { problemFor } from '#server/domain/refusals.ts'

export interface DeviceProfilesPort {
  /** The profile of a device name in capitals; null if none is stored. */
  readonly find: (device: string) => Promise<DeviceProfile | null>
  /** Like `find`, but locks the profile until the transaction ends. */
  readonly lock: (device: string) => Promise<DeviceProfile | null>
  /** Stores a profile, replacing the previous one. */
  readonly keep: (device: string, profile: ScannerProfile, by: string) => Promise<DeviceProfile>
}

/** Reads the profile of a device name. Needs no rights: a new handheld reads it before its user has any. */
export async function readDeviceProfile(
  profiles: DeviceProfilesPort,
  device: string,
): Promise<Result<{ Record: DeviceProfile | null }, Problem>> {
  return succeed({ Record: await profiles.find(device) })
}

/**
 * Stores a profile, replacing the version `seen` (LastChangedDateTime, '' for none).
 * Only administrators with write access may do this.
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
