// The plant ledger: plants move between accounts, and documents hold some of them back (docs/stock-ledger.md).
import type { DocumentKind } from '#contract/constants.ts'
import { type Account, isContra } from '#kinds/accounts.ts'
import type { Balances } from '#kinds/effects.ts'

/** An account for one barcode. */
export interface AccountOf {
  readonly barcode: string
  readonly account: Account
}

/** What stands in an account, whole plants; `reserved` of it is held by open document lines. */
export interface Balance extends AccountOf {
  readonly qty: number
  readonly reserved: number
}

/** Why plants moved: a document's line, or a reason code. */
export type Cause =
  | {
      readonly document: { readonly kind: DocumentKind; readonly number: string; readonly lineId: string }
      readonly reason?: string
    }
  | { readonly reason: string }

/** One change of a quantity, as it is about to be written. */
export interface Movement {
  readonly by: string
  readonly barcode: string
  readonly from: Account
  readonly to: Account
  /** Whole plants, more than 0. */
  readonly qty: number
  readonly cause: Cause
  /** When it happened by the device's clock; null when it did not say. */
  readonly claimedAt: string | null
}

/** An account, and the movement since which its plants are watched; corrections are none of its plants' business. */
export interface Watched extends AccountOf {
  readonly since: number
}

/** Where balances and movements are kept. */
export interface LedgerPort {
  /**
   * Reads balances and keeps them locked until the transaction ends, always in the order barcode, account, so that two
   * people cannot wait for each other. An account without a row stands at 0; those of `receiving` get one, and only what has
   * one can be written.
   */
  readonly lock: (
    giving: readonly AccountOf[],
    receiving: readonly AccountOf[],
  ) => Promise<readonly Balance[]>
  /** What has gone on: the latest movement of all, and for each account that is watched the plants that have come, less those gone. */
  readonly watch: (watched: readonly Watched[]) => Promise<{
    readonly latest: number
    readonly went: readonly (Watched & { readonly qty: number })[]
  }>
  /** Writes balances that were locked, and the movements that explain them, together. */
  readonly write: (balances: readonly Balance[], movements: readonly Movement[]) => Promise<void>
}

/** The balances of one transaction: changed in memory, written once at the end. */
export interface Ledger {
  /** All plants that stand there, whole plants. */
  readonly quantity: (of: AccountOf) => number
  /** Plants that no document holds, whole plants. */
  readonly available: (of: AccountOf) => number
  /** What stands in the accounts of a barcode, for effects that are judged by it. */
  readonly balances: (barcode: string) => Balances
  /** Holds `delta` plants more (less when negative); false, and nothing changed, when that many are not available. */
  readonly hold: (of: AccountOf, delta: number) => boolean
  /** Moves plants; false, and nothing changed, when the account they leave has fewer that nobody holds. */
  readonly move: (movement: Movement) => boolean
  /** Writes what has changed. */
  readonly write: () => Promise<void>
}

/**
 * Locks the accounts that a piece of work may touch; `receiving` are those that may not be known yet: where plants come to, and contra
 * accounts. `watched` is for work that asks what has gone on since.
 */
export async function openLedger(
  port: LedgerPort,
  giving: readonly AccountOf[],
  receiving: readonly AccountOf[] = [],
  watched?: readonly Watched[],
): Promise<Ledger> {
  const none = giving.length === 0 && receiving.length === 0
  const locked = none ? [] : await port.lock(giving, receiving)
  // Once the accounts are locked: what goes on there later is numbered later.
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
      wentSince: (account, movement) => wentBy.get(`${movement} ${keyOf({ barcode, account })}`) ?? 0,
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
