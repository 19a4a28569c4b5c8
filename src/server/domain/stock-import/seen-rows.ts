// What a file has said so far: no barcode twice at one place, and one kind of plant under a barcode.
import type { ImportError } from '#contract/stock-import.ts'
import type { PlantFacts } from '../stock.ts'
import type { ImportRow } from './read-row.ts'

export interface SeenRows {
  /** Takes a row into account; the error when the file has said otherwise before. */
  readonly see: (row: ImportRow) => ImportError | undefined
}

/** Grows by some bytes a row: equal facts are kept once. */
export function createSeenRows(): SeenRows {
  const places = new Map<string, number>()
  const barcodes = new Map<string, { readonly line: number; readonly plant: PlantFacts }>()
  const kinds = new Map<string, PlantFacts>()
  return {
    see: (row) => {
      const { line, plant, account } = row
      const place = `${plant.barcode} ${account.kind} ${account.owner} ${account.place}`
      const twice = places.get(place)
      if (twice !== undefined) {
        const Facts = { value: plant.barcode, line: twice }
        return { Line: line, Column: 'Barcode', Code: 'rowTwice', Facts }
      }
      const before = barcodes.get(plant.barcode)
      const other = before && differingFact(row, before.plant)
      if (before && other) {
        const Facts = { value: plant.barcode, line: before.line, ...other }
        return { Line: line, Column: 'Barcode', Code: 'rowOtherPlantsInFile', Facts }
      }
      places.set(place, line)
      if (!before) barcodes.set(plant.barcode, { line, plant: shared(kinds, plant) })
      return undefined
    },
  }
}

/** The first fact of a row that differs from what is known of its barcode. */
export function differingFact(
  { plant, given }: ImportRow,
  known: PlantFacts,
): { readonly here: string; readonly known: string } | undefined {
  const fact = given.find((name) => plant[name] !== known[name])
  return fact && { here: plant[fact] ?? '', known: known[fact] ?? '' }
}

function shared(kinds: Map<string, PlantFacts>, plant: PlantFacts): PlantFacts {
  const facts = { ...plant, barcode: '' }
  const key = JSON.stringify(facts)
  const same = kinds.get(key)
  if (!same) kinds.set(key, facts)
  return same ?? facts
}
