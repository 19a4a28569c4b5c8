// Ledger effects of a transfer.
//
// Shipped plants are in `transit` under the transfer's number, and from there go to the destination's stock,
// under the same storage location name as at the origin: a lot keeps its shelf mark, and nobody has to enter
// one.
//
// If the received quantity differs, the ledger waits for the origin's decision
// (core/kinds/adjustment/effects.ts). Missing plants stay in `transit`. A surplus is on the destination's
// shelf and must be counted there, but
// `transit` may not go below 0: it comes from the origin's `adjusted` under the transfer's number, as owed
// until it is decided who pays.
import { owedAccount, stockAccount, transitAccount } from '../accounts.ts'
import { atLocation, type Effects, fixedFlows, holdsAll, holdsNothing, release } from '../effects.ts'
import type { DocumentSteps, LineSteps } from './rules.ts'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    order: holdsAll,
    pick: holdsAll,
    receive: holdsNothing,
    unreceive: holdsNothing,
    delete: holdsNothing,
  },
  document: {
    create: 'none',
    edit: 'none',
    updateTemperature: 'none',
    ship: fixedFlows(({ number }, { source, held }) => [
      { from: source, to: transitAccount(number), qty: held },
    ]),
    complete: fixedFlows(({ number, location, header }, line) => {
      const shipped = line.picked ?? 0
      const received = line.received ?? 0
      const to = stockAccount(header.DestinationLocationID ?? '', line.source.place)
      return [
        { from: transitAccount(number), to, qty: Math.min(shipped, received) },
        { from: owedAccount(location, number), to, qty: Math.max(0, received - shipped) },
      ]
    }),
    cancel: release,
  },
  // The reason of a short pick says nothing of what got lost on the way.
  leaves: { complete: (line) => (line.picked === line.received ? undefined : { ...line, reason: '' }) },
  ...atLocation(),
}
