// What corrections do to the ledger: a count that found other than the books say, and a decided discrepancy of a transfer.
import { type Account, adjustedAccount, owedAccount, transitAccount } from '../accounts.ts'
import type { Balances, Flow } from '../effects.ts'
import type { StoredDocument, StoredLine } from '../stored.ts'
import type { DecisionStep } from './rules.ts'

/** The plants that a correction to `quantity` moves, against `adjusted` of the location: judged by what stands there now. */
export function correctionFlow(account: Account, quantity: number, balances: Balances): Flow {
  const now = balances.quantity(account)
  const adjusted = adjustedAccount(account.owner)
  return quantity > now
    ? { from: adjusted, to: account, qty: quantity - now }
    : { from: account, to: adjusted, qty: now - quantity }
}

/**
 * Accepted, a shortfall goes back to the origin's stock and a surplus leaves it; rejected, either goes to `adjusted`. A
 * shortfall comes out of `transit`, a surplus pays what the transfer owes (kinds/transfer/effects.ts).
 */
export function decisionFlow(
  step: DecisionStep,
  { location, header }: StoredDocument,
  { source, picked, received }: StoredLine,
): Flow {
  const transferNumber = header.TransferNbr ?? ''
  const missing = (picked ?? 0) - (received ?? 0)
  const counterpart = step === 'accept' ? source : adjustedAccount(location)
  return missing > 0
    ? { from: transitAccount(transferNumber), to: counterpart, qty: missing }
    : { from: counterpart, to: owedAccount(location, transferNumber), qty: -missing }
}
