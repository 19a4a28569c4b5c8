// The signed-in person. The identity comes with the sign-in, the rights with `userroles` and `userdcs` (part
// 1 section 6).
import { atom, useAtomValue } from 'jotai'
import { type GroupRights, groupRightsOf } from '#core/wire/group-rights.ts'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { readSecurityKey, type SecurityKey } from '#core/wire/security-keys.ts'

/** The person according to the identity provider. */
export interface Identity {
  /** The name used in calls. */
  readonly userName: string
  /** The name to show. */
  readonly displayName: string
  readonly groups: readonly string[]
}

/** The security keys held, and whether the person is read-only: for guards. */
export interface Actor {
  readonly keys: ReadonlySet<SecurityKey>
  readonly readOnly: boolean
}

export interface Session extends Identity, Omit<GroupRights, 'readOnly'> {
  readonly actor: Actor
  /** The codes of the locations where the person has rights. */
  readonly locations: readonly string[]
  /** Rights that could not be loaded, as opposed to missing ones. */
  readonly unknown: { readonly keys: boolean; readonly locations: boolean }
}

// The state of the sign-in. `ended`: it cannot be refreshed; the screen stays, and calls answer `signed_out`
// until the person signs in again.
type SignIn = 'unknown' | 'none' | 'good' | 'ended'

export const signInAtom = atom<SignIn>('unknown')
export const identityAtom = atom<Identity | null>(null)
export const groupsAtom = atom<IdentityGroups>({ admin: [], regular: [], readOnly: [], entityAdmin: [] })
/** null until loaded. */
export const permissionsAtom = atom<readonly UserPermission[] | null>(null)
export const userLocationsAtom = atom<readonly UserLocation[] | null>(null)

/** When the rights were last read, in milliseconds since 1970. */
export const rightsReadAtAtom = atom(0)

/** The session; null while no person is signed in. Empty rights before they are loaded. */
export const sessionAtom = atom((get): Session | null => {
  const identity = get(identityAtom)
  if (!identity) return null
  const { readOnly, ...rights } = groupRightsOf(get(groupsAtom), identity.groups)
  const permissions = get(permissionsAtom)
  const locations = get(userLocationsAtom)
  return {
    ...identity,
    ...rights,
    actor: { keys: heldKeys(permissions ?? []), readOnly },
    locations: (locations ?? []).filter(isGranted).map(({ location }) => location),
    unknown: { keys: permissions === null, locations: locations === null },
  }
})

/** The session of a screen; screens are only mounted with one. */
export function useSession(): Session {
  const session = useAtomValue(sessionAtom)
  if (!session) throw new Error('A screen is mounted without a session')
  return session
}

// Is a right granted? An absent value counts as granted; only an explicit no does not.
const isGrantMark = (mark: unknown): boolean =>
  typeof mark === 'string'
    ? !['', 'false', '0', 'n', 'no'].includes(mark.trim().toLowerCase())
    : mark !== false && mark !== 0

/** Is a location among a person's own? */
export function hasLocation(entries: readonly UserLocation[], location: string): boolean {
  return entries.some((entry) => entry.location === location && isGranted(entry))
}

const isGranted = (entry: UserLocation) => isGrantMark(entry.userLocations)

const heldKeys = (permissions: readonly UserPermission[]): ReadonlySet<SecurityKey> =>
  new Set(
    permissions
      .filter((entry) => isGrantMark(entry.userPermissions))
      .map((entry) => readSecurityKey(entry.securityItem))
      .filter((key) => key !== undefined),
  )
