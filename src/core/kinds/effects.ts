// The types and helpers for the ledger effects of a kind's steps. Effects are pure functions of the document
// and the locked balances.
import { growerIdOf } from '#core/wire/grower-key.ts'
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

/** The balances of one barcode in whole plants, locked until the flow is written. */
export interface Balances {
  readonly quantity: (account: Account) => number
  /** The plants that no document reserves. */
  readonly available: (account: Account) => number
  /** The number of the latest movement that the balances include. */
  readonly latest: number
  /**
   * Plants added to the account since a movement, less those removed. Excludes corrections: they move no
   * plants.
   */
  readonly netInflowSince: (account: Account, movement: number) => number
}

/** The flows of a line's plants. */
export interface Flows {
  /** All accounts that `of` may use; they are locked before it is called. */
  readonly between: (document: StoredDocument, line: StoredLine) => readonly Account[]
  readonly of: (document: StoredDocument, line: StoredLine, balances: Balances) => readonly Flow[]
}

/** Computes further fields of a line from the locked balances, when a step is taken. */
export type ComputeFields = (
  document: StoredDocument,
  line: StoredLine,
  balances: Balances,
  by: string,
) => Partial<Pick<StoredLine, 'status' | 'ordered' | 'reason' | 'counted'>>

/** Flows that depend on the document and its line, but not on balances. */
export function fixedFlows(of: (document: StoredDocument, line: StoredLine) => readonly Flow[]): Flows {
  return { between: (...line) => of(...line).flatMap(({ from, to }) => [from, to]), of }
}

// The effect of a document step on each line: 'none', or releasing the reservation and moving plants.
type DocumentEffect =
  | 'none'
  | (Flows & {
      readonly computeFields?: ComputeFields
      /** All stock there must have a line before the step; without `place`, the stock of the location. */
      readonly requiredStock?: (document: StoredDocument) => {
        readonly location: string
        readonly place?: string
      }
    })

/** Releases reservations and moves nothing. */
export const release: DocumentEffect = fixedFlows(() => [])

// Maps the step's quantity to a part of it, in whole plants.
type QuantityPart = (quantity: number) => number
const all: QuantityPart = (quantity) => quantity
const none: QuantityPart = () => 0

// The effect of a line step.
interface LineEffect {
  /** Plants that the line reserves at its source after the step. */
  readonly reserves: QuantityPart
  /** Plants that must be available at its source after other lines' reservations. */
  readonly requires: QuantityPart
  /** Flows of the line step; they get the line after the step. */
  readonly flows?: Flows
  readonly computeFields?: ComputeFields
  /** May this person take the step? Checks more than the person's rights. */
  readonly checkPerson?: (line: StoredLine, by: string) => Verdict
}
export const reservesAll: LineEffect = { reserves: all, requires: all }
export const reservesNothing: LineEffect = { reserves: none, requires: none }
/** Reserves nothing, but needs the plants to be available. */
export const requiresAll: LineEffect = { reserves: none, requires: all }

/** The ledger effects of a document kind. */
export interface Effects<DocumentSteps extends string = string, LineSteps extends string = string> {
  readonly lines: Readonly<Record<LineSteps, LineEffect>>
  readonly document: Readonly<Record<DocumentSteps, DocumentEffect>>
  /** The kind and owner of the source accounts of lines. */
  readonly sources: (document: StoredDocument) => Pick<Account, 'kind' | 'owner'>
  /** The source account of a new line; null chooses the account with the most available plants. */
  readonly source: (document: StoredDocument, storageLocation: string) => Account | null
  /**
   * For kinds whose lines need no plants: chooses the source account of a new line. `known` are the accounts
   * that have or had plants of its barcode.
   */
  readonly chooses?: (document: StoredDocument, known: readonly Account[]) => Result<Account, Refusal>
  /** The line of the adjustment request after the step; undefined if there is nothing to decide. */
  readonly requestLines?: Partial<
    Readonly<Record<DocumentSteps, (line: StoredLine) => StoredLine | undefined>>
  >
  /**
   * For kinds that move plants without reserving them: the refusal if the source has only `there` plants.
   * Without it a short line is refused with `Insufficient quantity`, and a short document step is a bug.
   */
  readonly shortage?: (line: StoredLine, there: number) => Refusal
}

/** The source accounts of lines at the document's location: its stock, or grower storage there. */
export function atLocation(
  growerOf: (document: StoredDocument, storageLocation: string) => string = (_, storageLocation) =>
    growerIdOf(storageLocation),
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
