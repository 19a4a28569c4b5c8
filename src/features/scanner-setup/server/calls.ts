import {
  type DeviceProfilesPort,
  keepDeviceProfile,
  readDeviceProfile,
} from '#features/scanner-setup/server/device-profiles.ts'
import { type HandlerParts, withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'

/** Handles scanner profiles of device names. */
export function deviceProfileHandlers<Transaction>(
  parts: HandlerParts<Transaction, { readonly deviceProfiles: DeviceProfilesPort }>,
) {
  const { ports, portsIn } = parts
  return {
    'profiles.read': ({ params, user }) =>
      withPerson(parts, ports, user, () => readDeviceProfile(ports.deviceProfiles, params.device)),
    'profiles.keep': ({ params, query, body, user }, transaction) => {
      const portsInTransaction = portsIn(transaction)
      return withPerson(parts, portsInTransaction, user, (person) =>
        keepDeviceProfile(portsInTransaction.deviceProfiles, person, params.device, body, query.seen),
      )
    },
  } satisfies Handlers<Transaction>
}
