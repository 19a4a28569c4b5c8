// Ledger effects of corrections: counted quantities, and decided discrepancies of transfers.
import { type Account, adjustedAccount, owedAccount, transitAccount } from '../accounts.ts'
import type { Balances, Flow, Flows } from '../effects.ts'
import type { StoredDocument, StoredLine } from '../stored.ts'
import type { DecisionStep } from './rules.ts'

/**
 * The plants that a correction to `quantity` moves against the location's `adjusted`, given the current
 * balance.
 */
export function correctionFlow(account: Account, quantity: number, balances: Balances): Flow {
  const now = balances.quantity(account)
  const adjusted = adjustedAccount(account.owner)
  return quantity > now
    ? { from: adjusted, to: account, qty: quantity - now }
    : { from: account, to: adjusted, qty: now - quantity }
}

/** Corrects the counted account to the counted quantity plus movements since. */
export function countedFlow(
  { source, counted }: Pick<StoredLine, 'source' | 'counted'>,
  quantity: number,
  balances: Balances,
): Flow {
  return correctionFlow(source, quantity + balances.netInflowSince(source, counted?.after ?? 0), balances)
}

/**
 * If accepted, a transfer's shortfall goes back to the origin's stock and a surplus leaves it; if rejected,
 * either goes to `adjusted`. A shortfall comes out of `transit`, a surplus pays what the transfer owes
 * (core/kinds/transfer/effects.ts). An accepted count corrects the stock; a rejected one changes nothing.
 */
export function decisionFlows(step: DecisionStep): Flows {
  return {
    between: (document, line) =>
      line.counted
        ? [line.source, adjustedAccount(document.location)]
        : endsOf(transferFlow(step, document, line)),
    of: (document, line, balances) => {
      if (!line.counted) return [transferFlow(step, document, line)]
      return step === 'accept' ? [countedFlow(line, line.received ?? 0, balances)] : []
    },
  }
}

const endsOf = ({ from, to }: Flow): readonly Account[] => [from, to]

function transferFlow(
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
