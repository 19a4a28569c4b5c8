// Plans returns in every state, into grower storage and written off.
import type { InventoryEffect } from '#core/wire/constants.ts'
import type { plantReturn } from '#server/store/schema/documents.ts'
import { momentAfter } from './calendar.ts'
import type { HeaderOf } from './header-of.ts'
import type { Action, PlannedIssuance } from './issuances.ts'
import type { Random } from './random.ts'
import type { DemoSeason } from './seasons.ts'

export interface PlannedReturnLine {
  readonly barcode: string
  /** Whole plants. */
  readonly quantity: number
  readonly reason: string
}

/** A return with its actions; null if not posted. */
export interface PlannedReturn {
  readonly location: string
  readonly season: DemoSeason
  readonly fields: HeaderOf<
    typeof plantReturn,
    'ReturnedFromNbr' | 'InventoryEffect' | 'RefNbr' | 'ReturnedBy'
  >
  readonly created: Action
  readonly lines: readonly PlannedReturnLine[]
  readonly posted: Action | null
}

// Share of the issuances shipped to growers that are partly returned.
const returnedShare = 0.4
const outcomes = { empty: 1, open: 2, posted: 4 }
const staff: Readonly<Record<string, readonly string[]>> = {
  CAC: ['ravi.receiver', 'ravi.receiver', 'lena.lead'],
  FLC: ['ravi.receiver', 'ada.admin'],
  ORW: ['lena.lead', 'ada.admin'],
}
const drivers = ['J. Ortega', 'T. Lindgren', 'P. Nakamura', 'R. Costa'] as const
const reasonsFor: Readonly<Record<InventoryEffect, readonly string[]>> = {
  GROWERSTORAGE: ['UNPLANTED'],
  DUMP: ['DRY', 'MOLD', 'FREEZE', 'OFFTYPE'],
}

/** Plans returns. Each return belongs to one issuance, so that no plants are returned twice. */
export function planReturns(
  random: Random,
  today: string,
  issuances: readonly PlannedIssuance[],
): readonly PlannedReturn[] {
  const plans = issuances.flatMap((issuance): PlannedReturn[] => {
    const { mode, ended, fields } = issuance
    const isGrowers = mode === 'inventory' && fields.IssueToType === 'Grower'
    if (ended?.to !== 'SHIPPED' || !isGrowers || !random.chance(returnedShare)) return []
    return [planReturn(random, today, issuance, ended.at)]
  })
  return plans.sort((one, other) => (one.created.at < other.created.at ? -1 : 1))
}

function planReturn(
  random: Random,
  today: string,
  { location, season, fields, lines: issued }: PlannedIssuance,
  shippedAt: string,
): PlannedReturn {
  const outcome = random.weighted(outcomes)
  const effect: InventoryEffect = random.chance(0.7) ? 'GROWERSTORAGE' : 'DUMP'
  const at = momentAfter(shippedAt, random.whole(1, 9), today)
  const by = random.pick(staff[location] ?? ['ada.admin'])
  const lines = issued
    .filter(({ picked }) => (picked ?? 0) > 0)
    .slice(0, outcome === 'empty' ? 0 : random.whole(1, 4))
    .map(({ barcode, picked }) => ({
      barcode,
      quantity: random.whole(1, picked ?? 1),
      reason: random.pick(reasonsFor[effect]),
    }))
  return {
    location,
    season,
    fields: {
      ReturnedFromNbr: fields.IssueToNbr,
      InventoryEffect: effect,
      RefNbr: random.chance(0.6) ? `RMA ${random.whole(1_000, 9_999)}` : '',
      ReturnedDate: at.slice(0, 10),
      ReturnedBy: random.pick(drivers),
      Comments: random.chance(0.3) ? 'Field was not ready' : '',
    },
    created: { by, at },
    lines,
    posted: outcome === 'posted' && lines.length > 0 ? { by, at } : null,
  }
}
