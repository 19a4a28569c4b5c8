// What the identity groups make of a person (part 1 sections 2 and 6). The app shows by it and the server refuses by it.
import type { IdentityGroups } from './runtime-config.ts'

export interface GroupRights {
  /** May open the app and make calls at all: in an admin, a regular or a read-only group. */
  readonly member: boolean
  /** May look and not change: in a read-only group and in none that works. */
  readonly readOnly: boolean
  readonly admin: boolean
  /** In an admin group whose name contains 'super' or 'app'. */
  readonly superAdmin: boolean
  /** Administers growers and nurseries; super-admins administer everything. */
  readonly entityAdmin: boolean
}

/** Reads a person's rights out of their groups; `configured` says what the site's groups stand for. */
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
