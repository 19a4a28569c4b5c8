// The rows of a file so far: a barcode may be at a place only once, and has one set of facts.
import type { ImportError } from '#contract/stock-import.ts'
import type { PlantFacts } from '../stock.ts'
import type { ImportRow } from './read-row.ts'

export interface SeenRows {
  /** Records a row; the error if it contradicts an earlier one. */
  readonly see: (row: ImportRow) => ImportError | undefined
}

interface Seen {
  /** The line of the first row with this barcode. */
  readonly line: number
  readonly plant: PlantFacts
  readonly place: string
  /** The lines of its other places; most barcodes have one place. */
  others?: Map<string, number>
}

/** Memory grows by a barcode and three numbers per row: equal facts and places are shared. */
export function createSeenRows(): SeenRows {
  const barcodes = new Map<string, Seen>()
  const plants = new Map<string, PlantFacts>()
  const places = new Map<string, string>()
  return {
    see: (row) => {
      const { line, plant, account } = row
      const key = `${account.kind} ${account.owner} ${account.place}`
      const place = shared(places, key, key)
      const before = barcodes.get(plant.barcode)
      if (!before) {
        const facts = { ...plant, barcode: '' }
        barcodes.set(plant.barcode, { line, plant: shared(plants, JSON.stringify(facts), facts), place })
        return undefined
      }
      const twice = before.place === place ? before.line : before.others?.get(place)
      if (twice !== undefined) {
        const Facts = { value: plant.barcode, line: twice }
        return { Line: line, Column: 'Barcode', Code: 'rowTwice', Facts }
      }
      const other = differingFact(row, before.plant)
      if (other) {
        const Facts = { value: plant.barcode, line: before.line, ...other }
        return { Line: line, Column: 'Barcode', Code: 'rowOtherPlantsInFile', Facts }
      }
      before.others ??= new Map()
      before.others.set(place, line)
      return undefined
    },
  }
}

/** The first fact of a row that differs from the known one. */
export function differingFact(
  { plant, given }: ImportRow,
  known: PlantFacts,
): { readonly here: string; readonly known: string } | undefined {
  const fact = given.find((name) => plant[name] !== known[name])
  return fact && { here: plant[fact] ?? '', known: known[fact] ?? '' }
}

// The first equal value under this key.
function shared<Value>(values: Map<string, Value>, key: string, value: Value): Value {
  const same = values.get(key)
  if (same === undefined) values.set(key, value)
  return same ?? value
}
