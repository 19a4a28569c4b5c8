// What the steps of a document kind do to the ledger, as a table: the engine says whether, this says what.

import type { Refusal } from '#contract/refusals.ts'
import type { Account } from '../accounts.ts'
import type { StoredDocument, StoredLine } from '../documents.ts'

/** Plants of one line that go from one account to another; whole plants, 0 or more. */
export interface Flow {
  readonly from: Account
  readonly to: Account
  readonly qty: number
}

/** The plants of one line that go, between accounts that do not depend on how many there are. */
export type Flows = (document: StoredDocument, line: StoredLine) => readonly Flow[]

/** What a document step does to each line: nothing, or it ends its reservation and moves plants. */
export type DocumentEffect = 'none' | Flows

/** Ends reservations and moves nothing. */
export const release: DocumentEffect = () => []

/** Some of the quantity (whole plants) that a step is taken with. */
type Part = (quantity: number) => number
const all: Part = (quantity) => quantity
const none: Part = () => 0

/** What a line step does. */
export interface LineEffect {
  /** What the line holds at its source afterwards. */
  readonly holds: Part
  /** What its source must have for it, beside what other lines hold. */
  readonly needs: Part
  /** The plants that go at once, of the line as the step leaves it. */
  readonly flows?: Flows
}
export const holdsAll: LineEffect = { holds: all, needs: all }
export const holdsNothing: LineEffect = { holds: none, needs: none }
/** Holds nothing, and yet the plants must be there. */
export const needsAll: LineEffect = { holds: none, needs: all }

/** The ledger's side of a document kind. */
export interface Effects<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly lines: Readonly<Record<LineSteps, LineEffect>>
  readonly document: Readonly<Record<DocumentSteps, DocumentEffect>>
  /** The kind and owner of the accounts that lines take their plants from. */
  readonly sources: (document: StoredDocument) => Pick<Account, 'kind' | 'owner'>
  /** The account that a new line takes its plants from; null: the one with the most available plants. */
  readonly source: (document: StoredDocument, storageLocation: string) => Account | null
  /**
   * For kinds that do not hold what they will move: what a line hears whose source has only so many plants for it by now.
   * Without it a line hears `Insufficient quantity`, and a document step that lacks plants is a bug.
   */
  readonly shortage?: (line: StoredLine, there: number) => Refusal
}
