// The ledger effects of a kind's steps, as a table: the engine decides whether a step is allowed, this what
// it does. Pure: effects get the locked balances.
import { growerNamed } from '#core/wire/grower-key.ts'
import type { Refusal, Verdict } from '#core/wire/refusals.ts'
import type { Result } from '#core/wire/result.ts'
import { type Account, growerStorageAccount, stockAccount } from './accounts.ts'
import type { StoredDocument, StoredLine } from './stored.ts'

/** Plants of one line that move between two accounts; whole plants, 0 or more. */
export interface Flow {
  readonly from: Account
  readonly to: Account
  readonly qty: number
}

/** The balances of one barcode, whole plants. They are locked: still valid when the flow is written. */
export interface Balances {
  readonly quantity: (account: Account) => number
  /** The part that no document reserves. */
  readonly available: (account: Account) => number
  /** The number of the latest movement; the balances include it. */
  readonly latest: number
  /**
   * Plants added to the account since a movement, less those removed. Corrections do not count: no plant
   * moves.
   */
  readonly netInflowSince: (account: Account, movement: number) => number
}

/** The plants of a line that move. */
export interface Flows {
  /** All accounts involved, whatever the balances: they are locked before `of` is called. */
  readonly between: (document: StoredDocument, line: StoredLine) => readonly Account[]
  readonly of: (document: StoredDocument, line: StoredLine, balances: Balances) => readonly Flow[]
}

/** Fields that a step sets on a line besides its rule, from the locked balances. */
export type Notes = (
  document: StoredDocument,
  line: StoredLine,
  balances: Balances,
  by: string,
) => Partial<Pick<StoredLine, 'status' | 'ordered' | 'reason' | 'counted'>>

/** Flows that depend only on the document and its line, not on balances. */
export function fixedFlows(of: (document: StoredDocument, line: StoredLine) => readonly Flow[]): Flows {
  return { between: (...line) => of(...line).flatMap(({ from, to }) => [from, to]), of }
}

/** The effect of a document step on each line: none, or it releases the reservation and moves plants. */
export type DocumentEffect =
  | 'none'
  | (Flows & {
      readonly notes?: Notes
      /** Stock that must have a line before the step: at this location, at one place or at all. */
      readonly covers?: (document: StoredDocument) => { readonly location: string; readonly place?: string }
    })

/** Releases reservations and moves nothing. */
export const release: DocumentEffect = fixedFlows(() => [])

// A share of the step's quantity (whole plants).
type Part = (quantity: number) => number
const all: Part = (quantity) => quantity
const none: Part = () => 0

/** The effect of a line step. */
export interface LineEffect {
  /** Plants that the line reserves at its source afterwards. */
  readonly holds: Part
  /** Plants that must be available at its source, besides other lines' reservations. */
  readonly needs: Part
  /** Plants that move at once, for the line after the step. */
  readonly flows?: Flows
  readonly notes?: Notes
  /** May this person take the step, apart from their rights? */
  readonly judges?: (line: StoredLine, by: string) => Verdict
}
export const holdsAll: LineEffect = { holds: all, needs: all }
export const holdsNothing: LineEffect = { holds: none, needs: none }
/** Reserves nothing, but the plants must be available. */
export const needsAll: LineEffect = { holds: none, needs: all }

/** The ledger effects of a document kind. */
export interface Effects<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly lines: Readonly<Record<LineSteps, LineEffect>>
  readonly document: Readonly<Record<DocumentSteps, DocumentEffect>>
  /** Kind and owner of the accounts that lines take plants from. */
  readonly sources: (document: StoredDocument) => Pick<Account, 'kind' | 'owner'>
  /** The source account of a new line; null: the one with the most available plants. */
  readonly source: (document: StoredDocument, storageLocation: string) => Account | null
  /**
   * For kinds whose lines need no plants: the account of a new line, among those with a balance of its
   * barcode, past or present.
   */
  readonly chooses?: (document: StoredDocument, known: readonly Account[]) => Result<Account, Refusal>
  /** The adjustment request's line for a line of the document; undefined: nothing to decide. */
  readonly leaves?: Partial<Readonly<Record<DocumentSteps, (line: StoredLine) => StoredLine | undefined>>>
  /**
   * For kinds that do not reserve the plants they move: the refusal when the source has only `there` plants.
   * Without it a line is refused with `Insufficient quantity`, and a document step that lacks plants is a
   * bug.
   */
  readonly shortage?: (line: StoredLine, there: number) => Refusal
}

/** Lines take their plants from the document's location: from its stock, or from a grower's storage there. */
export function atLocation(
  growerOf: (document: StoredDocument, storageLocation: string) => string = (_, storageLocation) =>
    growerNamed(storageLocation),
): Pick<Effects, 'sources' | 'source'> {
  return {
    sources: ({ mode, location }) => ({
      kind: mode === 'growerStorage' ? 'grower-storage' : 'stock',
      owner: location,
    }),
    source: (document, storageLocation) => {
      const { mode, location } = document
      if (mode === 'growerStorage') return growerStorageAccount(location, growerOf(document, storageLocation))
      return storageLocation === '' ? null : stockAccount(location, storageLocation)
    },
  }
}
