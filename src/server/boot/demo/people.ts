// Keys and locations of the demo users: one for each role of the specification (part 1 section 6, part 2
// section 6).
import { RIGHTS_PRESETS } from '#core/wire/maintenance.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import type { DemoUser } from '#server/identity/demo-users.ts'
import { locations } from './catalogue.ts'

export interface DemoPerson {
  readonly username: string
  readonly name: string
  readonly role: string
  readonly keys: readonly SecurityKey[]
  /** Location codes; the first is the person's main location. */
  readonly locations: readonly string[]
}

type Rights = Pick<DemoPerson, 'keys' | 'locations'>

const everywhere = locations.map(({ code }) => code)
const everything: Rights = { keys: SECURITY_KEYS, locations: everywhere }
const nothing: Rights = { keys: [], locations: [] }

const rightsOf: Readonly<Record<string, Rights>> = {
  'super-admin': everything,
  admin: everything,
  // A lead has every key too; only Maintenance is missing, which the identity groups open.
  lead: { keys: SECURITY_KEYS, locations: ['CAC', 'ORW'] },
  picker: { keys: RIGHTS_PRESETS.picker, locations: ['CAC', 'ORW'] },
  receiver: { keys: RIGHTS_PRESETS.receiver, locations: ['CAC', 'FLC'] },
  // The keys show everything; the read-only group prevents changes.
  'read-only': everything,
  'no access': nothing,
}

/** Rights of the embedded provider's users; an unknown role has none. */
export function makePeople(users: readonly DemoUser[]): readonly DemoPerson[] {
  return users.map(({ username, name, role }) => ({ username, name, role, ...(rightsOf[role] ?? nothing) }))
}
