// Stock import: the columns of a row, its possible errors, and the progress of an import.
import * as v from 'valibot'
import { listOf, text } from '#core/wire/primitives.ts'

/**
 * The columns of a stock file, in the order of the template. The header row contains their names; case and
 * spaces do not matter.
 */
export const IMPORT_COLUMNS = [
  'Barcode',
  'Location',
  'StorageLocation',
  'Quantity',
  'Variety',
  'TrimType',
  'Season',
  'StockType',
  'Grade',
  'UOM',
  'PlantCode',
  'CodeID',
  'Rate',
  'Attributes',
  'AttributesID',
  'Origin',
  /** The wrong origin that is stored now: `Origin` replaces it. */
  'OriginBefore',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** Required columns; the others may be missing or empty. */
export const REQUIRED_COLUMNS = [
  'Barcode',
  'Location',
  'StorageLocation',
  'Quantity',
  'Variety',
  'TrimType',
  'Season',
] as const satisfies readonly ImportColumn[]

/** Limits of an import; a row is one barcode at one storage location. */
export const IMPORT_LIMITS = {
  rows: 1_000_000,
  bytes: 400_000_000,
  /** Maximum bytes of a row. A longer row has a quote that was not closed. */
  rowBytes: 20_000,
  /** Maximum number of listed errors. All errors are counted. */
  listedErrors: 200,
  fileName: 200,
  id: 64,
} as const

/** The reason code of all movements of an import. */
export const IMPORT_REASON = 'IMPORT'

/** Errors of the whole file: nothing is imported. */
export const FILE_FAULTS = [
  'fileEmpty',
  'fileIsWorkbook',
  'fileIsBinary',
  'fileNotUtf8',
  'fileNoHeader',
  'fileColumnMissing',
  'fileColumnTwice',
  'fileQuoteOpen',
  'fileNotCsv',
  'fileTooManyRows',
  'fileTooLarge',
] as const
export type FileFault = (typeof FILE_FAULTS)[number]

/** Errors of a row. */
export const ROW_FAULTS = [
  'rowMissing',
  'rowTooLong',
  'rowCells',
  'rowBarcode',
  'rowQuantityBarcode',
  'rowQuantityDecimal',
  'rowQuantity',
  'rowLocation',
  'rowLocationNotYours',
  'rowVariety',
  'rowTrimType',
  'rowSeason',
  'rowGrower',
  'rowShelfDate',
  'rowSeasonCommodity',
  'rowStockType',
  'rowOrigin',
  'rowTwice',
  'rowOtherPlants',
  'rowOtherPlantsInFile',
  'rowReserved',
  'rowControlCharacter',
] as const
export type RowFault = (typeof ROW_FAULTS)[number]

const facts = v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {})

/**
 * One error: the line of the file (0 for the whole file), the column ('' for the whole row), and the code
 * and facts of its sentence.
 */
export const ImportError = v.object({
  Line: v.number(),
  Column: text,
  Code: v.string(),
  Facts: facts,
})
export type ImportError = v.InferOutput<typeof ImportError>

/** The result of an import. Counts are rows. */
export const ImportReport = v.object({
  DryRun: v.boolean(),
  /** Was stock changed? Not in a dry run, and not if there are errors and bad rows are not skipped. */
  Applied: v.boolean(),
  /** The user stopped the import. `Rows` counts the rows before that. Stock changed only if `Applied`. */
  Stopped: v.optional(v.boolean(), false),
  Rows: v.number(),
  /** Barcodes that are new at their place. */
  Opened: v.number(),
  /** Rows whose quantity was corrected. */
  Adjusted: v.number(),
  Unchanged: v.number(),
  Refused: v.number(),
  Errors: listOf(ImportError),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

/** One line of the answer of an import: the number of finished rows, or at the end the report. */
export const ImportProgress = v.union([
  v.object({
    Type: v.literal('progress'),
    /** `check` is first and changes nothing. `write` follows if there are rows to write. */
    Phase: v.picklist(['check', 'write']),
    Rows: v.number(),
    Refused: v.number(),
  }),
  v.object({ Type: v.literal('report'), Report: ImportReport }),
  v.object({ Type: v.literal('failed') }),
])
export type ImportProgress = v.InferOutput<typeof ImportProgress>

/** A past import. */
export const PastImport = v.object({
  At: text,
  By: text,
  FileName: text,
  Rows: v.number(),
  Opened: v.number(),
  Adjusted: v.number(),
  Unchanged: v.number(),
  Refused: v.number(),
})
export type PastImport = v.InferOutput<typeof PastImport>
