// Parses a row of a stock file into an account's quantity, or returns all its errors.

import { type Account, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { STOCK_TYPES, type StockType } from '#core/wire/constants.ts'
import { growerIdIn } from '#core/wire/grower-key.ts'
import { hasInvisible } from '#core/wire/invisible-characters.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { readOrigin } from '#core/wire/plant-passport.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import {
  type ImportColumn,
  type ImportError,
  REQUIRED_COLUMNS,
  type RowFault,
} from '#features/stock-files/common/stock-import.ts'
import { shelfBeforeDate } from '#features/stock-files/server/spreadsheet-cells.ts'
import type { PlantFacts } from '#server/domain/stock.ts'
import type { ImportReferences } from './references.ts'
import { IMPORTED_TYPE, ROW_FACTS, type RowFact } from './row-facts.ts'

/** A row of the file: trimmed cells by column. `line` is its line in the file, from 1. */
export interface FileRow {
  readonly line: number
  readonly cells: Readonly<Partial<Record<ImportColumn, string>>>
  /** The error of a malformed row. */
  readonly error?: ImportError
}

/** A valid row: the account's quantity in whole plants. */
export interface ImportRow {
  readonly line: number
  readonly plant: PlantFacts
  /** The facts named in the row. The others are defaults, which are not compared with stored facts. */
  readonly given: readonly RowFact[]
  /** The stored origin that this row corrects; null for none. */
  readonly originBefore: string | null
  readonly account: Account
  readonly quantity: number
}

// Optional text facts by column.
const texts = {
  Grade: 'grade',
  UOM: 'uom',
  PlantCode: 'plantCode',
  CodeID: 'codeId',
  Rate: 'rate',
  Attributes: 'attributes',
  AttributesID: 'attributesId',
} as const satisfies Partial<Record<ImportColumn, RowFact>>
type TextFact = (typeof texts)[keyof typeof texts]

/** Parses a row and returns all its errors together, so that a file can be fixed in one pass. */
export function readRow(
  { line, cells, error }: FileRow,
  references: ImportReferences,
): Result<ImportRow, readonly ImportError[]> {
  if (error) return fail([error])
  const errors: ImportError[] = []
  const refuse: RefuseCell = (Column, Code, Facts = {}) => {
    errors.push({ Line: line, Column, Code, Facts })
    return undefined
  }
  checkTexts(cells, refuse)
  if (errors.length > 0) return fail(errors)
  const row = readCells((column) => cells[column] ?? '', references, refuse)
  return row && errors.length === 0 ? succeed({ line, ...row }) : fail(errors)
}

type RefuseCell = (column: ImportColumn, code: RowFault, facts?: ImportError['Facts']) => undefined
type ReadCell = (column: ImportColumn) => string

// Refuses missing cells and texts that cannot be stored.
function checkTexts(cells: FileRow['cells'], refuse: RefuseCell): void {
  for (const column of REQUIRED_COLUMNS) {
    if ((cells[column] ?? '') === '') refuse(column, 'rowMissing')
  }
  for (const [column, text] of entriesOf(cells)) {
    if (hasInvisible(text)) refuse(column, 'rowControlCharacter')
    else if (text.length > LIMITS.reference) refuse(column, 'rowTooLong', { most: LIMITS.reference })
  }
}

// Reads every cell, also after an error, so that all errors are known. Undefined if a cell cannot be read.
function readCells(
  cell: ReadCell,
  references: ImportReferences,
  refuse: RefuseCell,
): Omit<ImportRow, 'line'> | undefined {
  const refuseValue = (column: ImportColumn, code: RowFault) => refuse(column, code, { value: cell(column) })
  const barcode = cell('Barcode').toUpperCase()
  if (!BARCODE_PATTERN.test(barcode)) refuseValue('Barcode', 'rowBarcode')
  const quantity = readQuantity(cell('Quantity'), (code) => refuseValue('Quantity', code))
  const location = readLocation(cell('Location'), references, (code) => refuseValue('Location', code))
  const variety = references.varieties(cell('Variety')) ?? refuseValue('Variety', 'rowVariety')
  const trimType = references.trimTypes(cell('TrimType')) ?? refuseValue('TrimType', 'rowTrimType')
  const season = references.seasons(cell('Season')) ?? refuseValue('Season', 'rowSeason')
  if (variety && season && variety.commodity !== season.commodity) {
    refuse('Season', 'rowSeasonCommodity', {
      season: season.name,
      commodity: season.commodity,
      variety: variety.commodity,
    })
  }
  const stockType = readStockType(cell('StockType')) ?? refuseValue('StockType', 'rowStockType')
  const origin = readOrigin(cell('Origin')) ?? refuseValue('Origin', 'rowOrigin')
  const originBefore = readOrigin(cell('OriginBefore')) ?? refuseValue('OriginBefore', 'rowOrigin')
  if (cell('OriginBefore') !== '' && origin === '') refuse('Origin', 'rowMissing')
  const place = cell('StorageLocation')
  const grower = readGrower(place, references, refuse)
  if (
    quantity === undefined ||
    location === undefined ||
    !variety ||
    trimType === undefined ||
    !season ||
    !stockType ||
    origin === undefined ||
    originBefore === undefined
  ) {
    return undefined
  }
  const { facts, given } = readTexts(cell)
  return {
    plant: {
      barcode,
      commodity: variety.commodity,
      seasonId: season.id,
      varietyCode: variety.code,
      trimType,
      stockType,
      inventoryType: IMPORTED_TYPE,
      origin,
      ...facts,
    },
    given: [
      ...(['commodity', 'seasonId', 'varietyCode', 'trimType'] as const),
      ...(cell('StockType') === '' ? [] : (['stockType'] as const)),
      ...(origin === '' ? [] : (['origin'] as const)),
      ...given,
    ],
    originBefore: originBefore === '' ? null : originBefore,
    account: grower === undefined ? stockAccount(location, place) : growerStorageAccount(location, grower),
    quantity,
  }
}

// Reads the grower of grower storage; undefined for a shelf.
function readGrower(place: string, { growers }: ImportReferences, refuse: RefuseCell): string | undefined {
  const dateParts = shelfBeforeDate(place)
  if (dateParts) refuse('StorageLocation', 'rowShelfDate', { value: place, ...dateParts })
  const grower = growerIdIn(place)
  if (grower !== undefined && !growers.has(grower)) refuse('StorageLocation', 'rowGrower', { value: place })
  return grower
}

// Reads the optional text facts, and which of them the row names.
function readTexts(cell: ReadCell) {
  const { grade, uom, plantCode, codeId, rate, attributes, attributesId } = ROW_FACTS
  const facts: Record<TextFact, string> = { grade, uom, plantCode, codeId, rate, attributes, attributesId }
  const given: RowFact[] = []
  for (const [column, fact] of entriesOf(texts)) {
    if (cell(column) === '') continue
    // A rate is a number; some countries use a decimal comma.
    facts[fact] = column === 'Rate' ? cell(column).replace(/^(-?\d+),(\d+)$/, '$1.$2') : cell(column)
    given.push(fact)
  }
  return { facts, given }
}

type Refuse = (code: RowFault) => undefined

// Whole plants as spreadsheets write them.
const WHOLE_PLANTS = new RegExp(`^(\\d{1,${LIMITS.quantityDigits}})(?:[.,]0{1,2})?$`)

// Whole plants: `12,0` and `12.00` are 12. Thousands separators are ambiguous and refused.
function readQuantity(text: string, refuse: Refuse): number | undefined {
  const match = WHOLE_PLANTS.exec(text)
  if (match) return Number(match[1])
  if (BARCODE_PATTERN.test(text)) return refuse('rowQuantityBarcode')
  return refuse(/^\d[\d.,' ]*$/.test(text) && /[.,' ]/.test(text) ? 'rowQuantityDecimal' : 'rowQuantity')
}

function readLocation(text: string, { locations, allowed }: ImportReferences, refuse: Refuse) {
  const found = [...locations].find((code) => code.toLowerCase() === text.toLowerCase())
  if (found === undefined) return refuse('rowLocation')
  return allowed && !allowed.has(found) ? refuse('rowLocationNotYours') : found
}

function readStockType(text: string): Exclude<StockType, 'ALL'> | undefined {
  if (text === '') return ROW_FACTS.stockType
  const wanted = text.toUpperCase().replaceAll(/[\s_-]/g, '')
  const found = STOCK_TYPES.find((type) => type === wanted)
  return found === 'ALL' ? undefined : found
}

// Typed entries. Object literals and parsed rows have no other keys.
const entriesOf = <Key extends string, Value>(
  object: Readonly<Partial<Record<Key, Value>>>,
): readonly (readonly [Key, Value])[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the keys' type
  Object.entries(object) as unknown as readonly (readonly [Key, Value])[]
