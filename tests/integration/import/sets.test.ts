// Rows are compared in sets. The report must equal that of a row-by-row check.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportError } from '#features/stock-files/common/stock-import.ts'
import { importParts } from '#features/stock-files/server/import-parts.ts'
import { type FilePart, importStock } from '#features/stock-files/server/stock-import/import-stock.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// A document holds 30 of these plants.
const held = barcodeOf(6)

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse()
  const pia = warehouse.clerk('pia.picker')
  await pia.order(await pia.create(), held, 30)
})
afterAll(() => warehouse.close())

interface Cells {
  readonly Barcode: string
  readonly StorageLocation: string
  readonly Quantity: string
  readonly Variety: string
  readonly Grade: string
  readonly UOM: string
}

const cells: fc.Arbitrary<Cells> = fc.record({
  Barcode: fc.constantFrom('SET0000001', 'SET0000002', barcodeOf(1), held, 'short'),
  StorageLocation: fc.constantFrom('A-01', 'B-02'),
  Quantity: fc.constantFrom('0', '7', '100'),
  Variety: fc.constantFrom('ALB', 'ALB', 'ALB', 'MON'),
  Grade: fc.constantFrom('', '', 'A', 'B'),
  UOM: fc.constantFrom('', '', 'EA', 'TR'),
})

// The warehouse's data that these rows refer to.
const plants = { Variety: 'ALB', Grade: 'A', UOM: 'EA' }
const known = new Map([
  [barcodeOf(1), plants],
  [held, plants],
])
const stock = new Map([
  [`${barcodeOf(1)} A-01`, { qty: 100, reserved: 0 }],
  [`${held} A-01`, { qty: 100, reserved: 30 }],
])
const compared = ['Variety', 'Grade', 'UOM'] as const

// Checks the rows one by one.
function expected(rows: readonly Cells[]) {
  const firsts = new Map<string, { readonly line: number; readonly facts: Record<string, string> }>()
  const places = new Map<string, number>()
  const errors: ImportError[] = []
  const counts = { Opened: 0, Adjusted: 0, Unchanged: 0 }
  for (const [at, row] of rows.entries()) {
    const Line = at + 2
    const { Barcode: value, Quantity, StorageLocation } = row
    const refuse = (Column: string, Code: string, Facts: ImportError['Facts']) =>
      void errors.push({ Line, Column, Code, Facts: { value, ...Facts } })
    const other = (facts: Record<string, string>) => {
      const fact = compared.find((name) => row[name] !== '' && row[name] !== facts[name])
      return fact && { here: row[fact], known: facts[fact] ?? '' }
    }
    if (value === 'short') {
      refuse('Barcode', 'rowBarcode', {})
      continue
    }
    const place = `${value} ${StorageLocation}`
    const [first, firstLine, stored, balance] = [
      firsts.get(value),
      places.get(place),
      known.get(value),
      stock.get(place),
    ]
    const fileDifference = first && other(first.facts)
    if (firstLine !== undefined) {
      refuse('Barcode', 'rowTwice', { line: firstLine })
      continue
    }
    if (first && fileDifference) {
      refuse('Barcode', 'rowOtherPlantsInFile', { line: first.line, ...fileDifference })
      continue
    }
    places.set(place, Line)
    if (!first)
      firsts.set(value, {
        line: Line,
        facts: { Variety: row.Variety, Grade: row.Grade, UOM: row.UOM || 'EA' },
      })
    const storedDifference = stored && other(stored)
    if (storedDifference) refuse('Barcode', 'rowOtherPlants', storedDifference)
    else if (balance && Number(Quantity) < balance.reserved)
      refuse('Quantity', 'rowReserved', { n: balance.reserved })
    else if (!balance) counts.Opened += 1
    else if (balance.qty === Number(Quantity)) counts.Unchanged += 1
    else counts.Adjusted += 1
  }
  return { ...counts, Rows: rows.length, Refused: errors.length, Errors: errors }
}

test('a file gets the same refusals as row by row, wherever its parts end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cells, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const report = await importStock({
          parts: () => partsOf(rows, size),
          fileName: 'stock.csv',
          by: 'ada.admin',
          allowed: null,
          dryRun: true,
          skipBadRows: false,
          staged: importParts(warehouse.database).staged,
          onProgress: () => undefined,
        })
        expect(report).toMatchObject(expected(rows))
      },
    ),
    { numRuns: 40 },
  )
})

async function* partsOf(rows: readonly Cells[], size: number): AsyncGenerator<FilePart> {
  for (let at = 0; at < rows.length; at += size) {
    const value = rows.slice(at, at + size).map((row, index) => ({
      line: at + index + 2,
      cells: { ...row, Location: 'WAT', TrimType: 'Trimmed', Season: 'S1' },
    }))
    yield { ok: true, value }
  }
}
