import { keepDeviceProfile, readDeviceProfile } from '#server/domain/device-profiles.ts'
import type { Handlers } from '../handlers.ts'
import { asPerson, type HandlerParts } from './context.ts'

/** The scanner profiles of device names. */
export function deviceProfileHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { ports, portsIn } = parts
  return {
    'profiles.read': ({ params, user }) =>
      asPerson(parts, ports, user, () => readDeviceProfile(ports.deviceProfiles, params.device)),
    'profiles.keep': ({ params, query, body, user }, transaction) => {
      const inside = portsIn(transaction)
      return asPerson(parts, inside, user, (person) =>
        keepDeviceProfile(inside.deviceProfiles, person, params.device, body, query.seen),
      )
    },
  } satisfies Handlers<Transaction>
}
