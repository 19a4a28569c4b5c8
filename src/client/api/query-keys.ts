// The names under which answers are cached. `master` ones are kept on the workstation.
import type { DocumentKind } from '#contract/constants.ts'

export const MASTER = 'master'

export const queryKeys = {
  master: (name: string, ...of: readonly string[]) => [MASTER, name, ...of] as const,
  /** Everything of one kind of document: to be invalidated after a change. */
  documents: (kind: DocumentKind) => ['documents', kind] as const,
  list: (kind: DocumentKind, of: Readonly<Record<string, unknown>>) =>
    ['documents', kind, 'list', of] as const,
  document: (kind: DocumentKind, number: string, of: Readonly<Record<string, unknown>> = {}) =>
    ['documents', kind, 'one', number, of] as const,
  stock: (of: Readonly<Record<string, unknown>>) => ['stock', of] as const,
} as const
