// Caches the stock that a person has seen, by barcode, on the workstation: used while the server is
// unreachable.
import * as v from 'valibot'
import { createValueStore, type ValueStore } from '#app/state/database.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { InventoryRecord } from '#core/wire/inventory.ts'

// The stock of a barcode when last seen.
interface SeenStock {
  /** One per place. */
  readonly records: readonly InventoryRecord[]
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
}

// Maximum number of cached barcodes per person; the oldest are removed.
const maxBarcodes = 5000

const seenStock = v.object({ records: v.array(InventoryRecord), at: v.number() })
const seenAt = v.fallback(v.object({ at: v.number() }), { at: 0 })

type StockStore = ValueStore<[location: string, barcode: string]>

const storesByUser = new Map<string, StockStore>()
const storeOf = (userName: string): StockStore => {
  const known = storesByUser.get(userName) ?? createValueStore(`trimline-stock.${userName}`, 'stock')
  storesByUser.set(userName, known)
  return known
}

/**
 * The last known stock of a barcode at a location, as seen by the signed-in person; undefined if never seen.
 */
export async function readSeenStock(
  { location }: { readonly location: string },
  barcode: string,
): Promise<SeenStock | undefined> {
  const userName = store.get(identityAtom)?.userName
  if (userName === undefined) return undefined
  const kept = await storeOf(userName)
    .get([location, barcode])
    .catch(() => undefined)
  const read = v.safeParse(seenStock, kept)
  return read.success ? read.output : undefined
}

const searchInput = v.object({
  query: v.object({
    inventorylocation: v.string(),
    barcodeid: v.exactOptional(v.string()),
    stocktype: v.exactOptional(v.string()),
    storagelocation: v.exactOptional(v.string()),
  }),
})

// When the reads of the cached barcodes began, by the page's clock.
const readAt = new Map<string, number>()

/**
 * Caches an answer that contains stock by barcode; ignores any other. `beganAt`: when its read began, by the
 * page's clock. Never replaces the result of a later read.
 */
export async function cacheStock(
  userName: string,
  call: string,
  input: unknown,
  answer: unknown,
  beganAt: number,
): Promise<void> {
  if (call !== 'plantinventory.search') return
  const read = v.safeParse(searchInput, input)
  const found = v.safeParse(v.object({ records: v.array(InventoryRecord) }), answer)
  // A search of one shelf is not complete: the barcode may be on other shelves too.
  if (!read.success || !found.success || read.output.query.storagelocation !== undefined) return
  const { inventorylocation: location, barcodeid: barcode, stocktype } = read.output.query
  const { records } = found.output
  const isNewest = (each: string) => {
    const name = `${userName} ${location} ${each}`
    const isLater = beganAt >= (readAt.get(name) ?? 0)
    if (isLater) readAt.set(name, beganAt)
    return isLater
  }
  try {
    if (barcode !== undefined && stocktype === undefined && records.length === 0 && isNewest(barcode))
      await storeOf(userName).change([], [[location, barcode]])
    const at = Date.now()
    const barcodes = [...new Set(records.map(({ BarcodeID }) => BarcodeID))].filter(isNewest)
    const values = barcodes.map((each): [[string, string], SeenStock] => [
      [location, each],
      { records: records.filter(({ BarcodeID }) => BarcodeID === each), at },
    ])
    await storeOf(userName).change(values)
  } catch {
    // Not cached; it can be fetched again.
  }
}

/** Deletes the oldest entries above the maximum. */
export async function pruneStock(userName: string): Promise<void> {
  try {
    const all = await storeOf(userName).entries()
    const dated = all.map(([key, value]) => ({ key, at: v.parse(seenAt, value).at }))
    const oldest = dated.toSorted((one, other) => other.at - one.at).slice(maxBarcodes)
    if (oldest.length > 0)
      await storeOf(userName).change(
        [],
        oldest.map(({ key }) => key),
      )
  } catch {
    // Then nothing is cached.
  }
}

/** Deletes a person's seen stock. */
export async function forgetStock(userName: string): Promise<void> {
  await storeOf(userName).clear()
}
