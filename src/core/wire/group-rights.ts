// Derives rights from identity groups (part 1 sections 2 and 6). The app hides and the server refuses
// functions by them.
import type { IdentityGroups } from './runtime-config.ts'

export interface GroupRights {
  /** May use the app: is in an admin, a regular or a read-only group. */
  readonly member: boolean
  /** May only read: is in a read-only group and in no regular or admin group. */
  readonly readOnly: boolean
  readonly admin: boolean
  /** Is in an admin group whose name contains 'super' or 'app'. */
  readonly superAdmin: boolean
  /** May maintain growers and nurseries; super-admins may too. */
  readonly entityAdmin: boolean
}

/** The rank by groups: 2 for a super-admin, 1 for an admin, 0 for all others. */
export function rankOf({ admin, superAdmin }: Pick<GroupRights, 'admin' | 'superAdmin'>): number {
  if (superAdmin) return 2
  return admin ? 1 : 0
}

/** Derives a user's rights from the user's groups. `configured` lists the site's groups by access level. */
export function groupRightsOf(configured: IdentityGroups, groups: readonly string[]): GroupRights {
  const isInAny = (some: readonly string[]) => some.some((group) => groups.includes(group))
  const admin = isInAny(configured.admin)
  const canWrite = admin || isInAny(configured.regular)
  const canRead = isInAny(configured.readOnly)
  const superAdmin = isInAny(configured.admin.filter((group) => /super|app/i.test(group)))
  return {
    member: canWrite || canRead,
    readOnly: canRead && !canWrite,
    admin,
    superAdmin,
    entityAdmin: superAdmin || isInAny(configured.entityAdmin),
  }
}
