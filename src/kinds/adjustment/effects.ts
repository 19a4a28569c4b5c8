// What corrections do to the ledger: a count that found other than the books say, and a decided discrepancy of a transfer.
import { type Account, adjustedAccount, owedAccount, transitAccount } from '../accounts.ts'
import type { Balances, Flow, Flows } from '../effects.ts'
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

/** What a count makes of the account that it was about: what was counted, and what has come and gone since. */
export function countedFlow(
  { source, counted }: Pick<StoredLine, 'source' | 'counted'>,
  quantity: number,
  balances: Balances,
): Flow {
  return correctionFlow(source, quantity + balances.wentSince(source, counted?.after ?? 0), balances)
}

/**
 * Accepted, a shortfall of a transfer goes back to the origin's stock and a surplus leaves it; rejected, either goes to `adjusted`. A
 * shortfall comes out of `transit`, a surplus pays what the transfer owes (kinds/transfer/effects.ts). What was counted is what stands
 * there once it is accepted; rejected, the books stay as they are.
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
