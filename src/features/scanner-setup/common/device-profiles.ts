// Scanner profiles that the server stores by device name, so that a new device needs no set-up.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { text } from '#core/wire/primitives.ts'
import { scannerProfileSchema } from '#core/wire/scanner-profile.ts'

// Maximum length of a device name, in characters.
const DEVICE_NAME_LENGTH = 40

/**
 * The name that all devices of one model share, such as `TC26`. It is stored in upper case, so that case
 * does not matter.
 */
export const deviceName = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(DEVICE_NAME_LENGTH),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()+-]*$/u, 'letters, digits, spaces and . _ ( ) + -'),
  v.transform((name) => name.toUpperCase()),
)

/** A profile that the server stores. */
export const DeviceProfile = v.object({
  DeviceName: text,
  Profile: scannerProfileSchema,
  LastChangedBy: text,
  LastChangedDateTime: text,
})
export type DeviceProfile = v.InferOutput<typeof DeviceProfile>

export const deviceProfileCalls = {
  /** The profile of a device name; null if none is stored. */
  'profiles.read': {
    method: 'GET',
    path: 'scannerprofiles/{device}',
    params: v.object({ device: deviceName }),
    answer: v.object({ Record: v.nullish(DeviceProfile, null) }),
  },
  /** Stores the profile of a device name, and replaces an earlier one. */
  'profiles.keep': {
    method: 'POST',
    path: 'scannerprofiles/{device}',
    params: v.object({ device: deviceName }),
    /** The LastChangedDateTime that the client has read, '' for none. Absent: no conflict check. */
    query: v.object({ seen: v.optional(v.pipe(v.string(), v.maxLength(50, 'at most 50 characters'))) }),
    body: scannerProfileSchema,
    answer: v.object({ Record: DeviceProfile }),
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareProfileCall = createCallPreparer(deviceProfileCalls)
