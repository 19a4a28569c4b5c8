// What the steps of a document kind do to the ledger, as a table: the engine says whether, this says what.

import type { Account } from '../accounts.ts'
import type { StoredDocument, StoredLine } from '../documents.ts'

/** Plants of one line that go from one account to another; whole plants, 0 or more. */
export interface Flow {
  readonly from: Account
  readonly to: Account
  readonly qty: number
}

/** What a document step does to each line: nothing, or it ends its reservation and moves plants. */
export type DocumentEffect = 'none' | ((document: StoredDocument, line: StoredLine) => readonly Flow[])

/** Ends reservations and moves nothing. */
export const release: DocumentEffect = () => []

/** What a line holds at its source after a step with this quantity (whole plants). */
export type Holding = (quantity: number) => number
export const holdsAll: Holding = (quantity) => quantity
export const holdsNothing: Holding = () => 0

/** The ledger's side of a document kind. */
export interface Effects<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly lines: Readonly<Record<LineSteps, Holding>>
  readonly document: Readonly<Record<DocumentSteps, DocumentEffect>>
  /** The kind of account that lines take their plants from. */
  readonly sourceKind: (document: Pick<StoredDocument, 'mode'>) => 'stock' | 'grower-storage'
  /** The account that a new line takes its plants from; null: the one with the most available plants. */
  readonly source: (document: StoredDocument, storageLocation: string) => Account | null
}
