// The plant ledger: plants move between accounts, and documents reserve some of them (docs/stock-ledger.md).

import { type Account, isContra } from '#core/kinds/accounts.ts'
import type { Balances } from '#core/kinds/effects.ts'
import type { DocumentKind } from '#core/wire/constants.ts'

/** An account of one barcode. */
export interface AccountOf {
  readonly barcode: string
  readonly account: Account
}

/** The balance of an account in whole plants; `reserved` of them are held by open document lines. */
export interface Balance extends AccountOf {
  readonly qty: number
  readonly reserved: number
}

/** Why plants moved: a document line, or a reason code. */
export type Cause =
  | {
      readonly document: { readonly kind: DocumentKind; readonly number: string; readonly lineId: string }
      readonly reason?: string
    }
  | { readonly reason: string }

/** A change of a quantity, ready to be written. */
export interface Movement {
  readonly by: string
  readonly barcode: string
  readonly from: Account
  readonly to: Account
  /** Whole plants, more than 0. */
  readonly qty: number
  readonly cause: Cause
  /** Its time by the device's clock; null if not sent. */
  readonly claimedAt: string | null
}

/**
 * A counted account, and the movement after which it was counted; corrections do not count as movements here.
 */
export interface Watched extends AccountOf {
  readonly since: number
}

/** The port to stored balances and movements. */
export interface LedgerPort {
  /**
   * Reads balances and locks them until the transaction ends, always in the order barcode, account, to
   * prevent deadlocks. An account without a row has 0; a row is created for those of `receiving`, and only
   * accounts with a row can be written.
   */
  readonly lock: (
    giving: readonly AccountOf[],
    receiving: readonly AccountOf[],
  ) => Promise<readonly Balance[]>
  /** The latest movement of all, and for each watched account the plants added less those removed since. */
  readonly watch: (watched: readonly Watched[]) => Promise<{
    readonly latest: number
    readonly went: readonly (Watched & { readonly qty: number })[]
  }>
  /** Writes locked balances and the movements that explain them. */
  readonly write: (balances: readonly Balance[], movements: readonly Movement[]) => Promise<void>
}

/** The balances of one transaction: changed in memory, written once at the end. */
export interface Ledger {
  /** All plants in the account, whole plants. */
  readonly quantity: (of: AccountOf) => number
  /** Plants that no document reserves, whole plants. */
  readonly available: (of: AccountOf) => number
  /** The balances of a barcode, for effects that depend on them. */
  readonly balances: (barcode: string) => Balances
  /**
   * Reserves `delta` plants more (fewer if negative). Returns false and changes nothing if not enough are
   * available.
   */
  readonly hold: (of: AccountOf, delta: number) => boolean
  /** Moves plants. Returns false and changes nothing if the source account has too few available. */
  readonly move: (movement: Movement) => boolean
  /** Writes all changes. */
  readonly write: () => Promise<void>
}

/**
 * Locks the accounts that the work may change. `receiving` are accounts that may have no row yet:
 * destinations and contra accounts. `watched` is for steps that need the movements since a count.
 */
export async function openLedger(
  port: LedgerPort,
  giving: readonly AccountOf[],
  receiving: readonly AccountOf[] = [],
  watched?: readonly Watched[],
): Promise<Ledger> {
  const none = giving.length === 0 && receiving.length === 0
  const locked = none ? [] : await port.lock(giving, receiving)
  // After the locks: later movements of these accounts have higher numbers.
  const { latest, went } = watched ? await port.watch(watched) : { latest: 0, went: [] }
  const wentBy = new Map(went.map((each) => [`${each.since} ${keyOf(each)}`, each.qty]))
  const balances = new Map(locked.map((balance) => [keyOf(balance), balance]))
  const changed = new Set<string>()
  const movements: Movement[] = []

  const balanceOf = (of: AccountOf): Balance => balances.get(keyOf(of)) ?? { ...of, qty: 0, reserved: 0 }
  const put = (balance: Balance) => {
    balances.set(keyOf(balance), balance)
    changed.add(keyOf(balance))
  }
  const available = (of: AccountOf) => {
    const { qty, reserved } = balanceOf(of)
    return qty - reserved
  }

  return {
    quantity: (of) => balanceOf(of).qty,
    available,
    balances: (barcode) => ({
      quantity: (account) => balanceOf({ barcode, account }).qty,
      available: (account) => available({ barcode, account }),
      latest,
      netInflowSince: (account, movement) => wentBy.get(`${movement} ${keyOf({ barcode, account })}`) ?? 0,
    }),
    hold: (of, delta) => {
      if (delta > available(of)) return false
      const balance = balanceOf(of)
      if (delta !== 0) put({ ...balance, reserved: balance.reserved + delta })
      return true
    },
    move: (movement) => {
      const { barcode, from, to, qty } = movement
      if (!isContra(from) && qty > available({ barcode, account: from })) return false
      const source = balanceOf({ barcode, account: from })
      put({ ...source, qty: source.qty - qty })
      const target = balanceOf({ barcode, account: to })
      put({ ...target, qty: target.qty + qty })
      movements.push(movement)
      return true
    },
    write: async () => {
      const rows = [...changed].flatMap((key) => balances.get(key) ?? [])
      if (rows.length > 0) await port.write(rows, movements)
    },
  }
}

const keyOf = ({ barcode, account }: AccountOf): string =>
  JSON.stringify([barcode, account.kind, account.owner, account.place])
