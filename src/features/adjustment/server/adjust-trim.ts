// POST plantinventory: sets a barcode to the counted quantity (part 2 sections 2.8, 4.6;
// docs/stock-ledger.md, What each step does).

import { type Account, adjustedAccount, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import { correctionFlow } from '#core/kinds/adjustment/effects.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { mayAct, mayActAt } from '#core/kinds/engine.ts'
import { modeOf } from '#core/wire/constants.ts'
import { growerIdOf } from '#core/wire/grower-key.ts'
import type { AdjustTransaction } from '#core/wire/inventory.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal } from '#core/wire/refusals.ts'
import {
  belowReservedMessage,
  processedMessage,
  quantityChangedMessage,
  REPLIES,
} from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { openLedger } from '#server/domain/ledger.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { invalidField, isoOrNull, problemFor } from '#server/domain/refusals.ts'

/**
 * Sets an account to the counted quantity, with a reason code. If the stock does not allow it, the reply's
 * message gives the reason and nothing changes. An equal quantity changes nothing.
 */
export async function adjustTrim(
  ports: Pick<Ports, 'references' | 'stock' | 'ledger'>,
  person: Person,
  body: AdjustTransaction,
): Promise<Result<{ Message: string }, Problem>> {
  const { BarcodeID: barcode, InventoryLocation: location, TransactionReason: reason, Qty } = body
  const { access } = trimAdjustment.modes[modeOf(body.StorageType)]
  const header = { InventoryLocation: location }
  const rights = firstRefusal(
    mayAct(access, person, 'adjust', header),
    mayActAt(access, 'adjust', header, person.locations),
  )
  if (rights !== true) return fail(problemFor(rights))
  const reasons = await ports.references.reasonCodes('INVENTORY')
  if (!reasons.some(({ ReasonCode }) => ReasonCode === reason)) {
    return fail(invalidField('body.TransactionReason', 'a reason code of type INVENTORY'))
  }
  const account = await findAccount(ports, body)
  if (!account) return succeed({ Message: REPLIES.inventoryNotFound })

  const of = { barcode, account }
  const ledger = await openLedger(ports.ledger, [of], [{ barcode, account: adjustedAccount(location) }])
  const now = ledger.quantity(of)
  if (body.SeenQty !== undefined && body.SeenQty !== now)
    return succeed({ Message: quantityChangedMessage(now) })
  const flow = correctionFlow(account, Qty, ledger.balances(barcode))
  if (flow.qty > 0) {
    const claimedAt = isoOrNull(body.LastChangedDateTime)
    if (!ledger.move({ ...flow, by: person.username, barcode, cause: { reason }, claimedAt })) {
      return succeed({ Message: belowReservedMessage(now - ledger.available(of)) })
    }
    await ledger.write()
    await ports.stock.writeLiveUpdate({
      by: person.username,
      barcode,
      storageType: body.StorageType,
      location,
    })
  }
  return succeed({ Message: processedMessage('Adjustment') })
}

// The account of the request. A body without storage location uses the barcode's only account.
async function findAccount(
  { stock }: Pick<Ports, 'stock'>,
  { BarcodeID, InventoryLocation: location, StorageLocation, StorageType }: AdjustTransaction,
): Promise<Account | undefined> {
  const wanted =
    StorageType === 'GROWERSTORAGE'
      ? growerStorageAccount(location, growerIdOf(StorageLocation))
      : stockAccount(location, StorageLocation)
  const [found] = await stock.find([BarcodeID], wanted)
  const accounts = found?.accounts ?? []
  const only = StorageLocation === '' && accounts.length === 1 ? accounts[0] : undefined
  return accounts.find(({ place }) => place === wanted.place) ?? only
}
