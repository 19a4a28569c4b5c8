// What deciding a discrepancy does to the ledger (stock-ledger, "What each step does").
import { adjustedAccount, owedAccount, transitAccount } from '../accounts.ts'
import type { StoredDocument, StoredLine } from '../documents.ts'
import type { Flow } from './effects.ts'

/**
 * Accepted, a shortfall goes back to the origin's stock and a surplus leaves it; rejected, either goes to `adjusted`. A
 * shortfall comes out of `transit`, a surplus pays what the transfer owes (effects/transfer.ts).
 */
export function decisionFlow(
  step: 'accept' | 'reject',
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
