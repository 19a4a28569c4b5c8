// Plans counts of small shelves: one closed, one in progress, one waiting for a second count.
import { momentBefore } from './calendar.ts'
import type { DemoLot } from './lots.ts'
import type { PlannedDocument, PlannedStep, World } from './plan.ts'
import type { DemoSeason } from './seasons.ts'

const location = 'CAC'
// Differences from the plants on hand, by count and line.
const differences = [
  [0, -3, 2],
  [0, 0],
  [0, -60, 4],
]

export function planCounts({ random, today, seasons, lots }: World): readonly PlannedDocument[] {
  const season = seasons.findLast(({ commodity }) => commodity === 'STRAW')
  if (!season) return []
  return smallShelves(lots, season).map(([shelf, barcodes], index) => {
    const differs = differences[index] ?? []
    const isClosed = index === 0
    const by = index === 1 ? 'ravi.receiver' : 'pia.picker'
    const created = { by, at: momentBefore(today, 1, 960 + index) }
    const counted: PlannedStep = { ...created, to: 'COUNTED', of: 'lines' }
    const closed: PlannedStep = { by, at: momentBefore(today, 1, 990), to: 'CLOSED', of: 'document' }
    return {
      kind: 'count',
      mode: 'inventory',
      location,
      season,
      fields: {
        Scope: 'SHELF',
        Shelf: shelf,
        Blind: index === 1 ? 'NO' : 'YES',
        ReasonCode: 'COUNT',
        Comments: random.chance(0.5) ? 'Monthly count' : '',
      },
      created,
      // A closed count contains every barcode of its shelf.
      lines: barcodes.slice(0, isClosed ? barcodes.length : differs.length).map((barcode, at) => ({
        barcode,
        place: '',
        quantities: { COUNTED: differs[at] ?? 0 },
      })),
      steps: isClosed ? [counted, closed] : [counted],
    }
  })
}

// The smallest shelves of at least three barcodes that are on no other shelf.
function smallShelves(
  lots: readonly DemoLot[],
  { commodity }: DemoSeason,
): readonly (readonly [shelf: string, barcodes: readonly string[]])[] {
  const shelves = new Map<string, string[]>()
  for (const { plant, account } of lots) {
    if (account.kind !== 'stock' || account.owner !== location || plant.commodity !== commodity) continue
    shelves.set(account.place, [...(shelves.get(account.place) ?? []), plant.barcode])
  }
  const all = [...shelves.values()].flat()
  const isOnce = (barcode: string) => all.filter((each) => each === barcode).length === 1
  return [...shelves]
    .filter(([, barcodes]) => barcodes.length >= 3 && barcodes.every(isOnce))
    .toSorted(([one, first], [other, second]) => first.length - second.length || (one < other ? -1 : 1))
    .slice(0, differences.length)
}
