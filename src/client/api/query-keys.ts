// The names under which answers are cached, and which of them are kept on the workstation.
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

/** What the names of answers begin with that are kept on the workstation. */
export const KEPT: readonly string[] = [MASTER, 'stock', 'documents']

/** Is the answer of this name kept? Of documents the lists and their counts; a document itself is kept with its changes. */
export function isKept([first, , what]: readonly unknown[]): boolean {
  return first === 'documents' ? what === 'list' : typeof first === 'string' && KEPT.includes(first)
}
