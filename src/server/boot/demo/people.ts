// Keys and locations of the demo users, one user per role of the specification (part 1 section 6, part 2
// section 6).
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { RIGHTS_PRESETS } from '#features/maintenance/common/maintenance.ts'
import type { DemoUser } from '#server/identity/demo-users.ts'
import { locations } from './catalogue.ts'

interface DemoPerson {
  readonly username: string
  readonly name: string
  readonly role: string
  readonly keys: readonly SecurityKey[]
  /** Location codes. The first is the user's main location. */
  readonly locations: readonly string[]
}

type Rights = Pick<DemoPerson, 'keys' | 'locations'>

const allLocations = locations.map(({ code }) => code)
const allRights: Rights = { keys: SECURITY_KEYS, locations: allLocations }
const noRights: Rights = { keys: [], locations: [] }

const rightsOf: Readonly<Record<string, Rights>> = {
  'super-admin': allRights,
  admin: allRights,
  // A lead has every key. Only Maintenance is missing, because it depends on identity groups.
  lead: { keys: SECURITY_KEYS, locations: ['CAC', 'ORW'] },
  picker: { keys: RIGHTS_PRESETS.picker, locations: ['CAC', 'ORW'] },
  receiver: { keys: RIGHTS_PRESETS.receiver, locations: ['CAC', 'FLC'] },
  // The keys allow all reads. The read-only group prevents changes.
  'read-only': allRights,
  'no access': noRights,
}

/** Rights of the embedded provider's users. An unknown role has none. */
export function makePeople(users: readonly DemoUser[]): readonly DemoPerson[] {
  return users.map(({ username, name, role }) => ({ username, name, role, ...(rightsOf[role] ?? noRights) }))
}
