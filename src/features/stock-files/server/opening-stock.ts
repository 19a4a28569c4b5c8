// Books opening stock from `opening` to `stock` or grower storage (docs/stock-ledger.md).
import { type Account, openingAccount } from '#core/kinds/accounts.ts'
import { type LedgerPort, openLedger } from '#server/domain/ledger.ts'
import type { PlantFacts, StockPort } from '#server/domain/stock.ts'

/** A barcode with its facts, account and quantity. */
export interface OpeningLot {
  readonly plant: PlantFacts
  /** `stockAccount(location, storageLocation)` or `growerStorageAccount(location, growerId)`. */
  readonly account: Account
  /** Whole plants, 0 or more. */
  readonly quantity: number
}

// Lots per statement.
const lotsPerStatement = 1_000

/**
 * Imports opening stock in bulk: stores new barcodes and moves their plants from `opening` to the account.
 * `reason` is the required reason code. An existing barcode keeps its facts and gets more plants.
 */
export async function importOpeningStock(
  ports: { readonly stock: Pick<StockPort, 'record'>; readonly ledger: LedgerPort },
  by: string,
  reason: string,
  lots: readonly OpeningLot[],
): Promise<void> {
  for (let start = 0; start < lots.length; start += lotsPerStatement) {
    const part = lots.slice(start, start + lotsPerStatement)
    await ports.stock.record(part.map((lot) => lot.plant))
    const entries = part.map(({ plant, account, quantity }) => ({
      barcode: plant.barcode,
      from: openingAccount(account.owner),
      to: account,
      qty: quantity,
    }))
    // An account gets a row even with 0 plants, so that its barcode is found there.
    const ends = entries.flatMap(({ barcode, from, to }) => [
      { barcode, account: from },
      { barcode, account: to },
    ])
    const ledger = await openLedger(ports.ledger, [], ends)
    for (const entry of entries.filter(({ qty }) => qty > 0)) {
      ledger.move({ ...entry, by, cause: { reason }, claimedAt: null })
    }
    await ledger.write()
  }
}
