// The plant ledger: plants move between accounts, and documents reserve some of them (docs/stock-ledger.md).

import { type Account, isContra } from '#core/kinds/accounts.ts'
import type { Balances } from '#core/kinds/effects.ts'
import type { DocumentKind } from '#core/wire/constants.ts'

/** An account of one barcode. */
export interface AccountOf {
  readonly barcode: string
  readonly account: Account
}

/** The balance of an account in whole plants. Open document lines hold the `reserved` ones. */
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

/** A change of a quantity, to be written. */
export interface Movement {
  readonly by: string
  readonly barcode: string
  readonly from: Account
  readonly to: Account
  /** Whole plants, more than 0. */
  readonly qty: number
  readonly cause: Cause
  /** Device time of the movement; null if not sent. */
  readonly claimedAt: string | null
}

/** A counted account, and the last movement before the count. Corrections are not counted as movements. */
export interface CountedAccount extends AccountOf {
  readonly since: number
}

/** The port to stored balances and movements. */
export interface LedgerPort {
  /**
   * Locks and reads balances until the transaction ends, in barcode, account order to avoid deadlocks.
   * An account without a row has 0. Missing rows of `receiving` are created, because writes need a row.
   */
  readonly lock: (
    giving: readonly AccountOf[],
    receiving: readonly AccountOf[],
  ) => Promise<readonly Balance[]>
  /** The latest movement of all, and the net inflow of each watched account since its count. */
  readonly netInflows: (watched: readonly CountedAccount[]) => Promise<{
    readonly latest: number
    readonly went: readonly (CountedAccount & { readonly qty: number })[]
  }>
  /** Writes locked balances and their movements. */
  readonly write: (balances: readonly Balance[], movements: readonly Movement[]) => Promise<void>
}

/** The balances of one transaction, changed in memory and written once at the end. */
export interface Ledger {
  /** All plants in the account, in whole plants. */
  readonly quantity: (of: AccountOf) => number
  /** Plants that no document reserves, in whole plants. */
  readonly available: (of: AccountOf) => number
  /** The balances of a barcode, for effects that depend on them. */
  readonly balances: (barcode: string) => Balances
  /** Reserves `delta` more plants (negative: fewer). Returns false, unchanged, if too few are available. */
  readonly hold: (of: AccountOf, delta: number) => boolean
  /** Moves plants. Returns false without change if too few are available in the source account. */
  readonly move: (movement: Movement) => boolean
  /** Writes all changes. */
  readonly write: () => Promise<void>
}

/**
 * Locks the accounts that may change. `receiving` may have no row yet: destinations and contra accounts.
 * `watched` is for steps that need the movements since a count.
 */
export async function openLedger(
  port: LedgerPort,
  giving: readonly AccountOf[],
  receiving: readonly AccountOf[] = [],
  watched?: readonly CountedAccount[],
): Promise<Ledger> {
  const none = giving.length === 0 && receiving.length === 0
  const locked = none ? [] : await port.lock(giving, receiving)
  // Read after locking: later movements of these accounts have higher ids.
  const { latest, went } = watched ? await port.netInflows(watched) : { latest: 0, went: [] }
  const netInflows = new Map(went.map((each) => [`${each.since} ${keyOf(each)}`, each.qty]))
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
      netInflowSince: (account, movement) =>
        netInflows.get(`${movement} ${keyOf({ barcode, account })}`) ?? 0,
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
