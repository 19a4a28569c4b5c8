// The record kinds as screens name them, and those that a person maintains.

import { queryClient } from '#app/api/query-client.ts'
import { MASTER } from '#app/api/query-keys.ts'
import type { Session } from '#app/state/session.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { RECORD_KINDS, type RecordKind, rulesOf } from '#core/wire/maintenance.ts'

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

/** The kind in a path; undefined if there is none that this person maintains. */
export function maintainedKind(session: Session, name: string | undefined): RecordKind | undefined {
  return kindsOf(session).find((kind) => kind === name)
}

/** The kinds that a person maintains: growers and nurseries have their own administrators. */
export function kindsOf(session: Session): readonly RecordKind[] {
  return RECORD_KINDS.filter((kind) => session[rulesOf(kind).maintainedBy])
}

// The app's cached queries of each kind.
const loaded: Readonly<Record<RecordKind, readonly string[]>> = {
  people: ['userroles', 'userdcs'],
  growers: ['grower'],
  nurseries: ['nursery'],
  varieties: ['variety'],
  trimTypes: ['trimtype'],
  seasons: ['trimseasons'],
  locations: ['warehouse', 'userdcs'],
  reasonCodes: ['reasoncode'],
}

/** The cache keys of these screens. */
export const recordKeys = {
  kind: (kind: RecordKind) => ['maintenance', kind] as const,
  list: (kind: RecordKind, of: Readonly<Record<string, string>>) =>
    ['maintenance', kind, 'list', of] as const,
  one: (kind: RecordKind, key: string) => ['maintenance', kind, 'one', key] as const,
}

/** After a change: refetches everything that shows the kind, the app's master data included. */
export async function reloadKind(kind: RecordKind): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordKeys.kind(kind) }),
    ...loaded[kind].map((name) => queryClient.refetchQueries({ queryKey: [MASTER, name] })),
  ])
}
