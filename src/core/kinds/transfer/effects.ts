// Ledger effects of a transfer.
//
// Shipping moves plants to `transit` under the transfer's number. Receiving moves them to the destination's
// stock. The storage location keeps its name, so that the receiver need not enter one.
//
// A different received quantity waits for the origin's decision (core/kinds/adjustment/effects.ts). Missing
// plants stay in `transit`. A surplus is stock of the destination, but `transit` must not be negative. The
// surplus comes from the origin's `adjusted` account under the transfer's number, until the decision.
import { owedAccount, stockAccount, transitAccount } from '../accounts.ts'
import { atLocation, type Effects, fixedFlows, release, reservesAll, reservesNothing } from '../effects.ts'

/** `complete` receives the whole transfer, `receive` one line. */
export type DocumentSteps = 'create' | 'edit' | 'ship' | 'updateTemperature' | 'complete' | 'cancel'
export type LineSteps = 'order' | 'pick' | 'receive' | 'unreceive' | 'delete'

export const effects: Effects<DocumentSteps, LineSteps> = {
  lines: {
    order: reservesAll,
    pick: reservesAll,
    receive: reservesNothing,
    unreceive: reservesNothing,
    delete: reservesNothing,
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
  // Clears the reason: that of a short pick does not explain a loss in transit.
  requestLines: { complete: (line) => (line.picked === line.received ? undefined : { ...line, reason: '' }) },
  ...atLocation(),
}
