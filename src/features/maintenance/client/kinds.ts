// Defines icons, rights and cache keys of the record kinds.

import { queryClient } from '#app/api/query-client.ts'
import { MASTER } from '#app/api/query-keys.ts'
import type { Session } from '#app/state/session.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { RECORD_KINDS, type RecordKind, rulesOf } from '#features/maintenance/common/maintenance.ts'

export const KIND_ICONS: Readonly<Record<RecordKind, IconName>> = {
  people: 'lock',
  growers: 'trim',
  nurseries: 'issuance',
  varieties: 'trim',
  trimTypes: 'filter',
  seasons: 'clock',
  locations: 'location',
  reasonCodes: 'info',
}

/** Returns the kind in a path; undefined if the user does not maintain it. */
export function maintainedKind(session: Session, name: string | undefined): RecordKind | undefined {
  return kindsOf(session).find((kind) => kind === name)
}

/** Returns the kinds that a user maintains; growers and nurseries have separate administrators. */
export function kindsOf(session: Session): readonly RecordKind[] {
  return RECORD_KINDS.filter((kind) => session[rulesOf(kind).maintainedBy])
}

// The cached app queries of each kind.
const cachedQueries: Readonly<Record<RecordKind, readonly string[]>> = {
  people: ['userroles', 'userdcs'],
  growers: ['grower'],
  nurseries: ['nursery'],
  varieties: ['variety'],
  trimTypes: ['trimtype'],
  seasons: ['trimseasons'],
  locations: ['warehouse', 'userdcs'],
  reasonCodes: ['reasoncode'],
}

/** The cache keys of the Maintenance screens. */
export const recordKeys = {
  kind: (kind: RecordKind) => ['maintenance', kind] as const,
  list: (kind: RecordKind, of: Readonly<Record<string, string>>) =>
    ['maintenance', kind, 'list', of] as const,
  one: (kind: RecordKind, key: string) => ['maintenance', kind, 'one', key] as const,
}

/** Refetches everything that shows the kind after a change, including the app's master data. */
export async function reloadKind(kind: RecordKind): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordKeys.kind(kind) }),
    ...cachedQueries[kind].map((name) => queryClient.refetchQueries({ queryKey: [MASTER, name] })),
  ])
}
