import type { PlannedLine } from './issuances.ts'
import type { DemoLot } from './lots.ts'

/** Plants that no line has ordered. Plants of cancelled or short-picked lines are not added back. */
export interface FreePlants {
  readonly of: (lot: DemoLot) => number
  readonly take: (lot: DemoLot, quantity: number) => void
}

/** The plants of these lots that no line of these plans has ordered. */
export function freePlants(
  lots: readonly DemoLot[],
  plans: readonly { readonly lines: readonly Pick<PlannedLine, 'barcode' | 'account' | 'ordered'>[] }[],
): FreePlants {
  const keyOf = (barcode: string, { kind, owner, place }: DemoLot['account']) =>
    `${barcode} ${kind} ${owner} ${place}`
  const remaining = new Map(lots.map((lot) => [keyOf(lot.plant.barcode, lot.account), lot.quantity]))
  const take = (key: string, quantity: number) => remaining.set(key, (remaining.get(key) ?? 0) - quantity)
  for (const { barcode, account, ordered } of plans.flatMap(({ lines }) => lines)) {
    take(keyOf(barcode, account), ordered)
  }
  return {
    of: ({ plant, account }) => remaining.get(keyOf(plant.barcode, account)) ?? 0,
    take: ({ plant, account }, quantity) => take(keyOf(plant.barcode, account), quantity),
  }
}
