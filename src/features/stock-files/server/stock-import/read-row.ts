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
  const refuse = (Column: ImportColumn, Code: RowFault, Facts: ImportError['Facts'] = {}) => {
    errors.push({ Line: line, Column, Code, Facts })
    return undefined
  }
  const cell = (column: ImportColumn) => cells[column] ?? ''
  for (const column of REQUIRED_COLUMNS) {
    if (cell(column) === '') refuse(column, 'rowMissing')
  }
  for (const [column, text] of entriesOf(cells)) {
    if (hasInvisible(text)) refuse(column, 'rowControlCharacter')
    else if (text.length > LIMITS.reference) refuse(column, 'rowTooLong', { most: LIMITS.reference })
  }
  if (errors.length > 0) return fail(errors)

  const barcode = cell('Barcode').toUpperCase()
  if (!BARCODE_PATTERN.test(barcode)) refuse('Barcode', 'rowBarcode', { value: cell('Barcode') })
  const quantity = readQuantity(cell('Quantity'), (code) =>
    refuse('Quantity', code, { value: cell('Quantity') }),
  )
  const location = readLocation(cell('Location'), references, (code) =>
    refuse('Location', code, { value: cell('Location') }),
  )
  const variety =
    references.varieties(cell('Variety')) ?? refuse('Variety', 'rowVariety', { value: cell('Variety') })
  const trimType =
    references.trimTypes(cell('TrimType')) ?? refuse('TrimType', 'rowTrimType', { value: cell('TrimType') })
  const season =
    references.seasons(cell('Season')) ?? refuse('Season', 'rowSeason', { value: cell('Season') })
  if (variety && season && variety.commodity !== season.commodity) {
    refuse('Season', 'rowSeasonCommodity', {
      season: season.name,
      commodity: season.commodity,
      variety: variety.commodity,
    })
  }
  const stockType =
    readStockType(cell('StockType')) ?? refuse('StockType', 'rowStockType', { value: cell('StockType') })
  const origin = readOrigin(cell('Origin')) ?? refuse('Origin', 'rowOrigin', { value: cell('Origin') })
  const correctedOrigin = cell('OriginBefore')
  const originBefore =
    readOrigin(correctedOrigin) ?? refuse('OriginBefore', 'rowOrigin', { value: correctedOrigin })
  if (correctedOrigin !== '' && origin === '') refuse('Origin', 'rowMissing')
  const place = cell('StorageLocation')
  const dateParts = shelfBeforeDate(place)
  if (dateParts) refuse('StorageLocation', 'rowShelfDate', { value: place, ...dateParts })
  const grower = growerIdIn(place)
  if (grower !== undefined && !references.growers.has(grower)) {
    refuse('StorageLocation', 'rowGrower', { value: place })
  }
  if (
    errors.length > 0 ||
    quantity === undefined ||
    location === undefined ||
    !variety ||
    trimType === undefined ||
    !season ||
    !stockType ||
    origin === undefined ||
    originBefore === undefined
  ) {
    return fail(errors)
  }

  const given: RowFact[] = ['commodity', 'seasonId', 'varietyCode', 'trimType']
  if (cell('StockType') !== '') given.push('stockType')
  if (origin !== '') given.push('origin')
  const { grade, uom, plantCode, codeId, rate, attributes, attributesId } = ROW_FACTS
  const facts: Record<TextFact, string> = { grade, uom, plantCode, codeId, rate, attributes, attributesId }
  for (const [column, fact] of entriesOf(texts)) {
    if (cell(column) === '') continue
    // A rate is a number; some countries use a decimal comma.
    facts[fact] = column === 'Rate' ? cell(column).replace(/^(-?\d+),(\d+)$/, '$1.$2') : cell(column)
    given.push(fact)
  }
  return succeed({
    line,
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
    given,
    originBefore: originBefore === '' ? null : originBefore,
    account: grower === undefined ? stockAccount(location, place) : growerStorageAccount(location, grower),
    quantity,
  })
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
