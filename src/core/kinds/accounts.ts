// The accounts of the plant ledger (docs/stock-ledger.md, Accounts).
import type { IssueToType } from '#core/wire/constants.ts'

export const ACCOUNT_KINDS = [
  'stock',
  'grower-storage',
  'transit',
  'issued',
  'dumped',
  'opening',
  'adjusted',
] as const
type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** The accounts that new stock and corrections come from; their balances may be negative. */
export const CONTRA_KINDS = ['opening', 'adjusted'] as const satisfies readonly AccountKind[]

/** An account: its kind, its owner, and the place ('' if the owner identifies it). */
export interface Account {
  readonly kind: AccountKind
  /** A location's code; the transfer number for `transit`; Grower or Nursery for `issued`. */
  readonly owner: string
  /**
   * Storage location for `stock`, grower id for `grower-storage`, grower or nursery id for `issued`,
   * transfer number for an owed surplus in `adjusted`, else ''.
   */
  readonly place: string
}

export function stockAccount(location: string, storageLocation: string): Account {
  return {
    kind: 'stock',
    owner: location,
    place: storageLocation,
  }
}

export function growerStorageAccount(location: string, growerId: string): Account {
  return {
    kind: 'grower-storage',
    owner: location,
    place: growerId,
  }
}

export function issuedAccount(type: IssueToType, id: string): Account {
  return {
    kind: 'issued',
    owner: type,
    place: id,
  }
}

/** Plants written off at a location. */
export function dumpedAccount(location: string): Account {
  return { kind: 'dumped', owner: location, place: '' }
}

export function openingAccount(location: string): Account {
  return { kind: 'opening', owner: location, place: '' }
}

export function adjustedAccount(location: string): Account {
  return {
    kind: 'adjusted',
    owner: location,
    place: '',
  }
}

/** Plants in transit on a transfer. */
export function transitAccount(transferNumber: string): Account {
  return {
    kind: 'transit',
    owner: transferNumber,
    place: '',
  }
}

/** A transfer's surplus over the shipped quantity. Its origin owes it until the request is decided. */
export function owedAccount(origin: string, transferNumber: string): Account {
  return {
    kind: 'adjusted',
    owner: origin,
    place: transferNumber,
  }
}

/** May the balance of this account be negative? */
export function isContra(account: Account): boolean {
  return CONTRA_KINDS.some((kind) => kind === account.kind)
}
