// Scanner profiles that the server keeps for a device name: a new device of that name is ready after sign-in.
import * as v from 'valibot'
import { askOf } from './ask-of.ts'
import type { Call } from './call.ts'
import { text } from './primitives.ts'
import { scannerProfileSchema } from './scanner-profile.ts'

/** The most characters of a device name. */
export const DEVICE_NAME_LENGTH = 40

/**
 * The name that devices of one make have in common, such as `TC26`; in capitals, so that its spelling does
 * not matter.
 */
export const deviceName = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(DEVICE_NAME_LENGTH),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*$/u, 'letters, digits, spaces and . _ ( ) + -'),
  v.transform((name) => name.toUpperCase()),
)

/** A profile that the server keeps. */
export const DeviceProfile = v.object({
  DeviceName: text,
  Profile: scannerProfileSchema,
  LastChangedBy: text,
  LastChangedDateTime: text,
})
export type DeviceProfile = v.InferOutput<typeof DeviceProfile>

export const deviceProfileCalls = {
  /** The profile of a device name; null: none is kept. */
  'profiles.read': {
    method: 'GET',
    path: 'scannerprofiles/{device}',
    params: v.object({ device: deviceName }),
    answer: v.object({ Record: v.nullish(DeviceProfile, null) }),
  },
  /** Keeps a profile for a device name, in the place of the one before. */
  'profiles.keep': {
    method: 'POST',
    path: 'scannerprofiles/{device}',
    params: v.object({ device: deviceName }),
    /** LastChangedDateTime as it was read, '' for none; without it, any is replaced. */
    query: v.object({ seen: v.optional(v.pipe(v.string(), v.maxLength(50, 'at most 50 characters'))) }),
    body: scannerProfileSchema,
    answer: v.object({ Record: DeviceProfile }),
  },
} as const satisfies Record<string, Call>

/** Makes an ask of these calls. */
export const askProfiles = askOf(deviceProfileCalls)
