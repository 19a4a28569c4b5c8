// The stock that a person has seen, barcode by barcode, on the workstation: what is known of it while the server cannot be asked.
import { clear, createStore, del, delMany, entries, get, setMany, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { identityAtom } from '#client/state/session.ts'
import { store } from '#client/state/store.ts'
import { InventoryRecord } from '#contract/inventory.ts'

/** What stood under a barcode when it was seen last. */
export interface SeenStock {
  /** One for each place where it stood. */
  readonly records: readonly InventoryRecord[]
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
}

// So many barcodes are kept for a person; the oldest go.
const MOST = 5000

const seenStock = v.object({ records: v.array(InventoryRecord), at: v.number() })

const opened = new Map<string, UseStore>()
const storeOf = (userName: string): UseStore => {
  const known = opened.get(userName) ?? createStore(`trimline-stock.${userName}`, 'stock')
  opened.set(userName, known)
  return known
}
const keyOf = (location: string, barcode: string) => [location, barcode]

/** The last that the signed-in person has seen of a barcode in the warehouse's own stock at a location; undefined for nothing. */
export async function stockSeen(
  { location }: { readonly location: string },
  barcode: string,
): Promise<SeenStock | undefined> {
  const userName = store.get(identityAtom)?.userName
  if (userName === undefined) return undefined
  const kept = await get<unknown>(keyOf(location, barcode), storeOf(userName)).catch(() => undefined)
  const read = v.safeParse(seenStock, kept)
  return read.success ? read.output : undefined
}

const asked = v.object({
  query: v.object({
    inventorylocation: v.string(),
    barcodeid: v.exactOptional(v.string()),
    stocktype: v.exactOptional(v.string()),
    storagelocation: v.exactOptional(v.string()),
  }),
})

/** Takes note of an answer that shows what stands under barcodes; any other is none of its business. */
export async function noteStock(
  userName: string,
  call: string,
  input: unknown,
  answer: unknown,
): Promise<void> {
  if (call !== 'plantinventory.search') return
  const read = v.safeParse(asked, input)
  const found = v.safeParse(v.object({ records: v.array(InventoryRecord) }), answer)
  // Of one shelf only: the barcode may stand on others, too.
  if (!read.success || !found.success || read.output.query.storagelocation !== undefined) return
  const { inventorylocation: location, barcodeid: barcode, stocktype } = read.output.query
  const { records } = found.output
  try {
    if (barcode !== undefined && stocktype === undefined && records.length === 0)
      await del(keyOf(location, barcode), storeOf(userName))
    const at = Date.now()
    const barcodes = [...new Set(records.map(({ BarcodeID }) => BarcodeID))]
    await setMany(
      barcodes.map((each): [IDBValidKey, SeenStock] => [
        keyOf(location, each),
        { records: records.filter(({ BarcodeID }) => BarcodeID === each), at },
      ]),
      storeOf(userName),
    )
  } catch {
    // Not kept; it can be asked for again.
  }
}

/** Drops the oldest of what a person has seen, where it has become too much. */
export async function pruneStock(userName: string): Promise<void> {
  try {
    const all = await entries<IDBValidKey, SeenStock>(storeOf(userName))
    const old = all.toSorted(([, one], [, other]) => other.at - one.at).slice(MOST)
    if (old.length > 0)
      await delMany(
        old.map(([key]) => key),
        storeOf(userName),
      )
  } catch {
    // Nothing is kept then.
  }
}

/** Drops all that a person has seen. */
export async function forgetStock(userName: string): Promise<void> {
  await clear(storeOf(userName))
}
