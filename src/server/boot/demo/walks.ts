// Documents of kinds without a plan file, which run through their steps on the current stock.
// Each kind adds its walks below.

import { fieldNameOf } from '#core/kinds/header.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Status } from '#core/wire/constants.ts'
import type { HeaderRow } from '#server/domain/documents-port.ts'
import type { Book } from './book.ts'
import { momentBefore } from './calendar.ts'
import type { Action } from './issuances.ts'
import type { DemoLot } from './lots.ts'
import { type PlayedDocument, takeLineSteps, takeStep } from './play-steps.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

/** A document with its actions. `lines`: the differences from the quantity on hand, in plants. */
export interface PlannedWalk {
  readonly kind: Kind
  readonly location: string
  readonly season: DemoSeason
  readonly fields: HeaderRow
  readonly created: Action
  readonly lines: readonly { readonly barcode: string; readonly to: Status; readonly differs: number }[]
  readonly ended: (Action & { readonly to: Status }) | null
}

export interface PlayedWalk extends PlayedDocument {
  readonly plan: PlannedWalk
}

type Planner = typeof planWalks
const planners: readonly Planner[] = [planCounts]

/** Plans the walks of all kinds. */
export function planWalks(
  random: Random,
  today: string,
  seasons: readonly DemoSeason[],
  lots: readonly DemoLot[],
): readonly PlannedWalk[] {
  return planners.flatMap((plan) => plan(random, today, seasons, lots))
}

/** Runs a walk by the domain's rules. */
export async function playWalk(
  book: Book,
  plan: PlannedWalk,
  number: string,
  nextLineId: () => string,
): Promise<PlayedWalk> {
  const { kind, location, season, fields, created, ended } = plan
  const texts = Object.entries(fields).map(([name, value]) => [name, value ?? ''])
  let document: StoredDocument = {
    kind: kind.kind,
    mode: 'inventory',
    number,
    status: 'OPEN',
    location,
    seasonId: season.id,
    header: { ...Object.fromEntries(texts), [fieldNameOf(kind.header, 'location')]: location },
    lines: [],
  }
  const onHand = (barcode: string) =>
    book
      .balances()
      .filter(({ barcode: each, account }) => each === barcode && account.owner === location)
      .reduce((sum, { account, qty }) => (account.kind === 'stock' ? sum + qty : sum), 0)
  const requests = plan.lines.map(({ barcode, to, differs }) => ({
    id: null,
    barcode,
    storageLocation: '',
    to,
    quantity: Math.max(0, onHand(barcode) + differs),
    isReplant: false,
    reason: null,
    seen: null,
  }))
  const saved = await takeLineSteps(book, kind, document, season, requests, created)
  document = { ...saved, lines: saved.lines.map((line) => ({ ...line, id: nextLineId() })) }
  if (ended) document = await takeStep(book, kind, document, ended.to, ended)
  return { plan, document, created, changed: ended ?? created }
}

// Counts of small shelves: one closed, one in progress, one waiting for a second count.
function planCounts(
  random: Random,
  today: string,
  seasons: readonly DemoSeason[],
  lots: readonly DemoLot[],
): readonly PlannedWalk[] {
  const season = seasons.findLast(({ commodity }) => commodity === 'STRAW')
  const location = 'CAC'
  const shelves = new Map<string, string[]>()
  for (const { plant, account } of lots) {
    if (account.kind !== 'stock' || account.owner !== location) continue
    if (plant.commodity !== season?.commodity) continue
    shelves.set(account.place, [...(shelves.get(account.place) ?? []), plant.barcode])
  }
  const allBarcodes = [...shelves.values()].flat()
  const isOnce = (barcode: string) => allBarcodes.filter((each) => each === barcode).length === 1
  const smallShelves = [...shelves]
    .map(([shelf, barcodes]) => ({ shelf, barcodes }))
    .filter(({ barcodes }) => barcodes.length >= 3 && barcodes.every(isOnce))
    .toSorted(
      (one, other) => one.barcodes.length - other.barcodes.length || (one.shelf < other.shelf ? -1 : 1),
    )
    .slice(0, 3)
  const differences = [
    [0, -3, 2],
    [0, 0],
    [0, -60, 4],
  ]
  return smallShelves.flatMap(({ shelf, barcodes }, index): PlannedWalk[] => {
    const differs = differences[index]
    if (!season || !differs) return []
    const created = {
      by: index === 1 ? 'ravi.receiver' : 'pia.picker',
      at: momentBefore(today, 1, 960 + index),
    }
    return [
      {
        kind: kinds.count,
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
        lines: barcodes
          .slice(0, index === 0 ? barcodes.length : differs.length)
          .map((barcode, at) => ({ barcode, to: 'COUNTED', differs: differs[at] ?? 0 })),
        ended: index === 0 ? { ...created, at: momentBefore(today, 1, 990), to: 'CLOSED' } : null,
      },
    ]
  })
}
