// Explains where a barcode is that a document's search does not find. Loaded on demand.
import { findOtherCommodity } from '#app/api/other-commodities.ts'
import { switchPlaceFacts } from '#app/state/switch-place-facts.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Place } from '#core/kinds/document.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { pathTo } from '#core/wire/routes.ts'
import { otherCommodityMessage } from '#input/engine/other-commodity.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { searchBarcode } from './search-barcode.ts'
import type { Session } from './session-state.ts'
import { codeOf } from './wording.ts'

/** The outcome names another stock type, commodity or location that has the barcode; or there is none. */
export async function explainMissing(session: Session, barcode: string): Promise<CommandOutcome> {
  const { kind, mode, place, locations } = session.parts
  const { grower } = session.get()
  const wanted = mode.searchStockType(session.get().sheet?.document.header ?? {})
  /** A kind whose plants come from elsewhere has its own sentences. */
  const code = (reason: 'otherStockType' | 'otherLocation') => codeOf(kind.kind, reason)
  const facts = { barcode, location: place.location, wanted }
  const list = pathTo(mode.lists[0].route)
  const others = locations().filter((location) => location !== place.location)
  const anyType = { barcode, stockType: 'ALL', grower } as const
  const [here, ...elsewhere] = await Promise.all([
    wanted === 'ALL' ? [] : recordsOf(session, place, anyType),
    ...others.map((location) =>
      recordsOf(session, { ...place, location }, { ...anyType, stockType: wanted }),
    ),
  ])
  const [other] = here ?? []
  if (other) {
    const { StockType: stockType, StorageLocation: shelf } = other
    return outcomeOf('error', code('otherStockType'), { ...facts, n: available(other), stockType, shelf })
  }
  const otherBerry =
    mode.id === 'inventory' && kind.kind !== 'return'
      ? await findOtherCommodity(barcode, place, (there) => recordsOf(session, there, anyType))
      : undefined
  if (otherBerry) {
    const sentence = otherCommodityMessage(otherBerry, { barcode, location: place.location, path: list })
    return outcomeOf('error', sentence.code, { ...facts, ...sentence.facts }, sentence.next)
  }
  const at = elsewhere.findIndex((records) => records.length > 0)
  const [distant] = elsewhere[at] ?? []
  if (!distant) return outcomeOf('error', 'noDataForBarcode', facts)
  const { StockType: stockType, StorageLocation: shelf } = distant
  const there = others[at] ?? ''
  const way = switchPlaceFacts({ ...place, location: there }, list)
  const found = { ...facts, n: available(distant), stockType, shelf, there, ...way }
  return outcomeOf('error', code('otherLocation'), found, ['switchPlace'])
}

// A failed search counts as empty: it only explains.
const recordsOf = async (
  session: Session,
  place: Place,
  filter: StockFilter,
): Promise<readonly InventoryRecord[]> => {
  const found = await searchBarcode(session, place, filter)
  return found.ok ? found.value : []
}
