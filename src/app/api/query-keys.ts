// The cache keys of answers, and the selection of those that are stored on the workstation.
import type { DocumentKind } from '#core/wire/constants.ts'

export const MASTER = 'master'

export const queryKeys = {
  master: (name: string, ...of: readonly string[]) => [MASTER, name, ...of] as const,
  /** Everything of one document kind, to invalidate after a change. */
  documents: (kind: DocumentKind) => ['documents', kind] as const,
  list: (kind: DocumentKind, of: Readonly<Record<string, unknown>>) =>
    ['documents', kind, 'list', of] as const,
  document: (kind: DocumentKind, number: string, of: Readonly<Record<string, unknown>> = {}) =>
    ['documents', kind, 'one', number, of] as const,
  stock: (of: Readonly<Record<string, unknown>>) => ['stock', of] as const,
} as const

/** First parts of the keys of stored answers. */
export const CACHED: readonly string[] = [MASTER, 'stock', 'documents']

/** Is the answer with this key stored? Of documents only lists and counts; the outbox stores documents. */
export function isCached([first, , what]: readonly unknown[]): boolean {
  return first === 'documents' ? what === 'list' : typeof first === 'string' && CACHED.includes(first)
}
