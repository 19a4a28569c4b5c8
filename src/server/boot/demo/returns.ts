// Plans returns in every state, into grower storage and written off.
import type { InventoryEffect } from '#core/wire/constants.ts'
import { momentAfter } from './calendar.ts'
import { byCreation, type PlannedDocument, type Staff, type World } from './plan.ts'

// Share of the issuances shipped to growers that are partly returned.
const returnedShare = 0.4
const outcomes = { empty: 1, open: 2, posted: 4 }
const staff: Staff = {
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
export function planReturns(world: World, issuances: readonly PlannedDocument[]): readonly PlannedDocument[] {
  const plans = issuances.flatMap((issuance) => {
    const shipped = issuance.steps.find(({ to }) => to === 'SHIPPED')
    const isGrowers = issuance.mode === 'inventory' && issuance.fields.IssueToType === 'Grower'
    if (!shipped || !isGrowers || !world.random.chance(returnedShare)) return []
    return [planReturn(world, issuance, shipped.at)]
  })
  return plans.sort(byCreation)
}

function planReturn(
  { random, today }: World,
  { location, season, fields, lines: issued }: PlannedDocument,
  shippedAt: string,
): PlannedDocument {
  const outcome = random.weighted(outcomes)
  const effect: InventoryEffect = random.chance(0.7) ? 'GROWERSTORAGE' : 'DUMP'
  const at = momentAfter(shippedAt, random.whole(1, 9), today)
  const created = { by: random.pick(staff[location] ?? ['ada.admin']), at }
  const lines = issued
    .flatMap(({ barcode, quantities: { PICKED = 0 } }) => (PICKED > 0 ? [{ barcode, picked: PICKED }] : []))
    .slice(0, outcome === 'empty' ? 0 : random.whole(1, 4))
    .map(({ barcode, picked }) => ({
      barcode,
      place: '',
      quantities: { OPEN: random.whole(1, picked) },
      reason: random.pick(reasonsFor[effect]),
    }))
  const saved = { ...created, to: 'OPEN', of: 'lines' } as const
  const posted = { ...created, to: 'POSTED', of: 'document' } as const
  return {
    kind: 'return',
    mode: 'inventory',
    location,
    season,
    fields: {
      ReturnedFromType: 'Grower',
      ReturnedFromNbr: fields.IssueToNbr ?? '',
      InventoryEffect: effect,
      RefNbr: random.chance(0.6) ? `RMA ${random.whole(1_000, 9_999)}` : '',
      ReturnedDate: at.slice(0, 10),
      ReturnedBy: random.pick(drivers),
      Comments: random.chance(0.3) ? 'Field was not ready' : '',
    },
    created,
    lines,
    steps: lines.length === 0 ? [] : outcome === 'posted' ? [saved, posted] : [saved],
  }
}
