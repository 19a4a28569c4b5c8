// Plans count corrections: more or fewer plants than on hand (docs/stock-ledger.md, What each step does).
import { momentBefore } from './calendar.ts'
import type { DemoLot } from './lots.ts'
import type { Action } from './plan.ts'
import type { Random } from './random.ts'

/** A correction of a lot before any document uses it. `change`: whole plants, negative for missing ones. */
export interface Correction extends Action {
  readonly lot: DemoLot
  readonly change: number
  readonly reason: string
}

const correctedShare = 0.03
const writtenOffShare = 0.008
const reasons = ['COUNT', 'COUNT', 'COUNT', 'REGRADE', 'SAMPLE', 'ENTRY'] as const

/** Returns the corrections, and the lots with corrected quantities. */
export function planCorrections(
  random: Random,
  today: string,
  lots: readonly DemoLot[],
): { readonly corrections: readonly Correction[]; readonly corrected: readonly DemoLot[] } {
  const corrections: Correction[] = []
  const corrected = lots.map((lot) => {
    const change = changeOf(random, lot)
    if (change === 0) return lot
    const days = lot.season.age === 'current' ? 46 : 395
    const at = momentBefore(today, days, random.whole(15 * 60, 23 * 60))
    corrections.push({
      lot,
      change,
      reason: change > 0 ? 'COUNT' : random.pick(reasons),
      by: 'lena.lead',
      at,
    })
    return { ...lot, quantity: lot.quantity + change }
  })
  return { corrections, corrected }
}

function changeOf(random: Random, { quantity, account }: DemoLot): number {
  if (account.kind !== 'stock' || quantity < 50) return 0
  if (random.chance(writtenOffShare)) return -quantity
  if (!random.chance(correctedShare)) return 0
  const plants = random.whole(1, Math.min(40, quantity))
  return random.chance(0.7) ? -plants : plants
}
