// What each demo user may do, and where: one for each role of the specification (part 1 section 6, part 2 section 6).
import { RIGHTS_PRESETS } from '#contract/maintenance.ts'
import { SECURITY_KEYS, type SecurityKey } from '#contract/security-keys.ts'
import type { DemoUser } from '#server/identity/demo-users.ts'
import { locations } from './catalogue.ts'

export interface DemoPerson {
  readonly username: string
  readonly name: string
  readonly role: string
  readonly keys: readonly SecurityKey[]
  /** Location codes; the first is where the person works most. */
  readonly locations: readonly string[]
}

type Rights = Pick<DemoPerson, 'keys' | 'locations'>

const everywhere = locations.map(({ code }) => code)
const everything: Rights = { keys: SECURITY_KEYS, locations: everywhere }
const nothing: Rights = { keys: [], locations: [] }

const rightsOf: Readonly<Record<string, Rights>> = {
  'super-admin': everything,
  admin: everything,
  // Every key as well; what a lead lacks is Maintenance, which the identity groups open.
  lead: { keys: SECURITY_KEYS, locations: ['CAC', 'ORW'] },
  picker: { keys: RIGHTS_PRESETS.picker, locations: ['CAC', 'ORW'] },
  receiver: { keys: RIGHTS_PRESETS.receiver, locations: ['CAC', 'FLC'] },
  // The keys show everything; that nothing can be changed comes from the read-only group.
  'read-only': everything,
  'no access': nothing,
}

/** The people of the embedded provider with their rights; a role that is not known here has none. */
export function makePeople(users: readonly DemoUser[]): readonly DemoPerson[] {
  return users.map(({ username, name, role }) => ({ username, name, role, ...(rightsOf[role] ?? nothing) }))
}
