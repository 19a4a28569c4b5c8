// Searches the stock of one barcode.
import type { Place } from '#core/kinds/document.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import type { Session } from './session-state.ts'

/** The stock of a barcode that fits the document, one record for each shelf; empty if there is none. */
export async function searchBarcode(session: Session, place: Place, filter: StockFilter) {
  const { kind, mode, perform } = session.parts
  const header = session.get().sheet?.document.header ?? {}
  const result = await perform(kind.wire.searchStock(place, mode.id, header, filter))
  if (!result.ok) {
    return result.error.code === 'not_found' ? ({ ok: true, value: [] } as const) : result
  }
  const { records } = result.value
  return { ok: true, value: records.filter(({ BarcodeID }) => BarcodeID === filter.barcode) } as const
}
