// Stock that comes in by file: what a row holds, what can be wrong with it, and how an import tells how it goes.
import * as v from 'valibot'
import { listOf, text } from './primitives.ts'

/** The columns of a stock file, in the order of the template. The header row names them; case and spaces do not matter. */
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
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** Columns that a file must have; the others may be left out or empty. */
export const REQUIRED_COLUMNS = [
  'Barcode',
  'Location',
  'StorageLocation',
  'Quantity',
  'Variety',
  'TrimType',
  'Season',
] as const satisfies readonly ImportColumn[]

/** What an import may hold; a row is one barcode at one storage location. */
export const IMPORT_LIMITS = {
  rows: 250_000,
  bytes: 100_000_000,
  /** Bytes of one row: more is no row of stock, but a quote that was never closed. */
  rowBytes: 20_000,
  /** So many errors are listed; all are counted. */
  listedErrors: 200,
  fileName: 200,
} as const

/** Every reason code that an import writes into the ledger, for what comes in and for what it corrects. */
export const IMPORT_REASON = 'IMPORT'

/** What can be wrong with a file as a whole: nothing of it is imported. */
export const FILE_FAULTS = [
  'fileEmpty',
  'fileIsWorkbook',
  'fileIsBinary',
  'fileIsUtf16',
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

/** What can be wrong with a row. */
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
  'rowSeasonCommodity',
  'rowStockType',
  'rowTwice',
  'rowOtherPlants',
  'rowOtherPlantsInFile',
  'rowReserved',
  'rowControlCharacter',
] as const
export type RowFault = (typeof ROW_FAULTS)[number]

const facts = v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {})

/** One thing that is wrong: the line of the file (0: the whole file), the column ('' for the whole row), the sentence. */
export const ImportError = v.object({
  Line: v.number(),
  Column: text,
  Code: v.string(),
  Facts: facts,
})
export type ImportError = v.InferOutput<typeof ImportError>

/** What an import came to. Counts are rows. */
export const ImportReport = v.object({
  DryRun: v.boolean(),
  /** Whether stock was changed: not in a dry run, and not when something is wrong and bad rows are not skipped. */
  Applied: v.boolean(),
  Rows: v.number(),
  /** Barcodes that came to a place where they were not before. */
  Opened: v.number(),
  /** Quantities that were corrected. */
  Adjusted: v.number(),
  Unchanged: v.number(),
  Refused: v.number(),
  Errors: listOf(ImportError),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

/** A line of the answer while an import runs: how many rows are done, and at the end the report. */
export const ImportNews = v.union([
  v.object({
    Type: v.literal('progress'),
    /** `check` comes first and changes nothing; `write` follows where there is something to write. */
    Phase: v.picklist(['check', 'write']),
    Rows: v.number(),
    Refused: v.number(),
  }),
  v.object({ Type: v.literal('report'), Report: ImportReport }),
  v.object({ Type: v.literal('failed') }),
])
export type ImportNews = v.InferOutput<typeof ImportNews>

/** An import of before. */
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
