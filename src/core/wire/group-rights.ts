// Rights from the identity groups (part 1 sections 2 and 6). The app shows by them and the server refuses by
// them.
import type { IdentityGroups } from './runtime-config.ts'

export interface GroupRights {
  /** May use the app at all: in an admin, a regular or a read-only group. */
  readonly member: boolean
  /** May read only: in a read-only group and in no regular or admin group. */
  readonly readOnly: boolean
  readonly admin: boolean
  /** In an admin group whose name contains 'super' or 'app'. */
  readonly superAdmin: boolean
  /** Maintains growers and nurseries; super-admins may too. */
  readonly entityAdmin: boolean
}

/** The rank by groups: 2 a super-admin, 1 an admin, 0 everybody else. */
export function rankOf({ admin, superAdmin }: Pick<GroupRights, 'admin' | 'superAdmin'>): number {
  if (superAdmin) return 2
  return admin ? 1 : 0
}

/** Derives a person's rights from their groups; `configured` says what the site's groups mean. */
export function groupRightsOf(configured: IdentityGroups, groups: readonly string[]): GroupRights {
  const within = (some: readonly string[]) => some.some((group) => groups.includes(group))
  const admin = within(configured.admin)
  const works = admin || within(configured.regular)
  const reads = within(configured.readOnly)
  const superAdmin = within(configured.admin.filter((group) => /super|app/i.test(group)))
  return {
    member: works || reads,
    readOnly: reads && !works,
    admin,
    superAdmin,
    entityAdmin: superAdmin || within(configured.entityAdmin),
  }
}
