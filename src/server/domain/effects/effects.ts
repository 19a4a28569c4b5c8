// What the steps of a document kind do to the ledger, as a table: the engine says whether, this says what.

import type { Account } from '../accounts.ts'
import type { StoredDocument, StoredLine } from '../documents.ts'

export interface LineEffect {
  /** What the line holds at its source afterwards, when the step is taken with this quantity (whole plants). */
  readonly holds: (quantity: number) => number
  /** The fields that the step writes. */
  readonly writes: (quantity: number) => Partial<Pick<StoredLine, 'ordered' | 'picked' | 'received'>>
}

/** What a document step does to each line: nothing, end its reservation, or end it and move the plants. */
export type DocumentEffect =
  | { readonly type: 'none' }
  | { readonly type: 'release' }
  | { readonly type: 'move'; readonly to: (document: StoredDocument, line: StoredLine) => Account }

/** The ledger's side of a document kind. */
export interface Effects<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly lines: Readonly<Record<LineSteps, LineEffect>>
  readonly document: Readonly<Record<DocumentSteps, DocumentEffect>>
  /** The kind of account that lines take their plants from. */
  readonly sourceKind: (document: Pick<StoredDocument, 'mode'>) => 'stock' | 'grower-storage'
  /** The account that a new line takes its plants from; null: the one with the most available plants. */
  readonly source: (document: StoredDocument, storageLocation: string) => Account | null
}
