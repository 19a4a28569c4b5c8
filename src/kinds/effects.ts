// What the steps of a document kind do to the ledger, as a table: the engine says whether, this says what. Pure: an effect is asked
// with the balances that the ledger has locked.
import { growerNamed } from '#contract/grower-key.ts'
import type { Refusal, Verdict } from '#contract/refusals.ts'
import type { Result } from '#contract/result.ts'
import { type Account, growerStorageAccount, stockAccount } from './accounts.ts'
import type { StoredDocument, StoredLine } from './stored.ts'

/** Plants of one line that go from one account to another; whole plants, 0 or more. */
export interface Flow {
  readonly from: Account
  readonly to: Account
  readonly qty: number
}

/** What stands in the accounts of one barcode, whole plants. They are locked: it is still so when the flow is written. */
export interface Balances {
  readonly quantity: (account: Account) => number
  /** Of it, what no document holds. */
  readonly available: (account: Account) => number
  /** The latest movement of all, by its number: what stands here now has come of it and those before. */
  readonly latest: number
  /**
   * Plants that have come to the account since a movement, less those that have gone. Corrections do not count: they set the books
   * right, and no plant goes anywhere.
   */
  readonly wentSince: (account: Account, movement: number) => number
}

/** The plants of one line that go. */
export interface Flows {
  /** The accounts between which they go, whatever stands there: these are locked before `of` is asked. */
  readonly between: (document: StoredDocument, line: StoredLine) => readonly Account[]
  readonly of: (document: StoredDocument, line: StoredLine, balances: Balances) => readonly Flow[]
}

/** What a step writes on a line beside what its rule says: judged by what stands there. */
export type Notes = (
  document: StoredDocument,
  line: StoredLine,
  balances: Balances,
  by: string,
) => Partial<Pick<StoredLine, 'status' | 'ordered' | 'reason' | 'counted'>>

/** Flows that the document and its line say all of, whatever stands in the accounts. */
export function flowing(of: (document: StoredDocument, line: StoredLine) => readonly Flow[]): Flows {
  return { between: (...line) => of(...line).flatMap(({ from, to }) => [from, to]), of }
}

/** What a document step does to each line: nothing, or it ends its reservation and moves plants. */
export type DocumentEffect =
  | 'none'
  | (Flows & {
      readonly notes?: Notes
      /** The stock that has to have a line each before the step: at this location, at one of its places or at all of them. */
      readonly covers?: (document: StoredDocument) => { readonly location: string; readonly place?: string }
    })

/** Ends reservations and moves nothing. */
export const release: DocumentEffect = flowing(() => [])

// Some of the quantity (whole plants) that a step is taken with.
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
  readonly notes?: Notes
  /** May this person take it, whatever their rights? */
  readonly judges?: (line: StoredLine, by: string) => Verdict
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
   * For kinds whose lines need no plants: the account of a new line, out of those where its barcode stands, or else has stood.
   */
  readonly chooses?: (document: StoredDocument, known: readonly Account[]) => Result<Account, Refusal>
  /** The line of an adjustment request that a step leaves for one of the document's; undefined: nothing is left to decide. */
  readonly leaves?: Partial<Readonly<Record<DocumentSteps, (line: StoredLine) => StoredLine | undefined>>>
  /**
   * For kinds that do not hold what they will move: what a line hears whose source has only so many plants for it by now.
   * Without it a line hears `Insufficient quantity`, and a document step that lacks plants is a bug.
   */
  readonly shortage?: (line: StoredLine, there: number) => Refusal
}

/** Lines take their plants from the document's location: out of its stock, or out of what is kept there for a grower. */
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
