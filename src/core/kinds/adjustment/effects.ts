// Ledger effects of stock corrections and of decisions on adjustment requests.
import { type Account, adjustedAccount, owedAccount, transitAccount } from '../accounts.ts'
import type { Balances, Flow, Flows } from '../effects.ts'
import type { StoredDocument, StoredLine } from '../stored.ts'
import type { DecisionStep } from './rules.ts'

/** The flow between an account and the location's `adjusted` account that sets its balance to `quantity`. */
export function correctionFlow(account: Account, quantity: number, balances: Balances): Flow {
  const balance = balances.quantity(account)
  const adjusted = adjustedAccount(account.owner)
  return quantity > balance
    ? { from: adjusted, to: account, qty: quantity - balance }
    : { from: account, to: adjusted, qty: balance - quantity }
}

/** Corrects the counted account to the counted quantity plus the net inflow since the count. */
export function countedFlow(
  { source, counted }: Pick<StoredLine, 'source' | 'counted'>,
  quantity: number,
  balances: Balances,
): Flow {
  return correctionFlow(source, quantity + balances.netInflowSince(source, counted?.after ?? 0), balances)
}

/**
 * For a transfer: a shortfall moves from `transit`, a surplus moves to the owed account
 * (core/kinds/transfer/effects.ts). The other account is the origin's stock if accepted, `adjusted` if
 * rejected. For a count: an accepted line corrects the stock; a rejected one changes nothing.
 */
export function decisionFlows(step: DecisionStep): Flows {
  return {
    between: (document, line) =>
      line.counted
        ? [line.source, adjustedAccount(document.location)]
        : accountsOf(transferFlow(step, document, line)),
    of: (document, line, balances) => {
      if (!line.counted) return [transferFlow(step, document, line)]
      return step === 'accept' ? [countedFlow(line, line.received ?? 0, balances)] : []
    },
  }
}

const accountsOf = ({ from, to }: Flow): readonly Account[] => [from, to]

function transferFlow(
  step: DecisionStep,
  { location, header }: StoredDocument,
  { source, picked, received }: StoredLine,
): Flow {
  const transferNumber = header.TransferNbr ?? ''
  const shortfall = (picked ?? 0) - (received ?? 0)
  const counterpart = step === 'accept' ? source : adjustedAccount(location)
  return shortfall > 0
    ? { from: transitAccount(transferNumber), to: counterpart, qty: shortfall }
    : { from: counterpart, to: owedAccount(location, transferNumber), qty: -shortfall }
}
