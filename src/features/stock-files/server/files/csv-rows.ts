// Reads a stock file from disk in parts of rows. An invalid file yields one error and never throws.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import {
  type FileFault,
  IMPORT_COLUMNS,
  IMPORT_LIMITS,
  type ImportColumn,
  type ImportError,
  REQUIRED_COLUMNS,
} from '#features/stock-files/common/stock-import.ts'
import { plainCell } from '#features/stock-files/server/spreadsheet-cells.ts'
import type { FilePart } from '#features/stock-files/server/stock-import/import-stock.ts'
import type { FileRow } from '#features/stock-files/server/stock-import/read-row.ts'
import {
  countLineBreaks,
  detectEncodingByStart,
  detectTextEncoding,
  type FileEncoding,
} from './file-encoding.ts'

// Rows per part: the ledger's batch size.
const rowsOfPart = 1_000

/**
 * Reads a file part by part, in bounded memory. Detects the encoding by its bytes and the separator (comma,
 * semicolon, tab) by the header row. Accepts a byte order mark, a first line `sep=;`, CRLF and quoted cells.
 * Skips empty rows.
 */
export async function* readStockFile(path: string): AsyncGenerator<FilePart> {
  const format = await detectFormat(path)
  if (!format.ok) {
    yield refuse(format.code, format.line)
    return
  }
  const text = decode(createReadStream(path), format.encoding)
  const parser = parse({
    delimiter: format.delimiter,
    from_line: format.firstLine,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: IMPORT_LIMITS.rowBytes,
  })
  // A read error ends the parser; the loop below reports it.
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  const place = { line: 0 }
  try {
    yield* partsOf(parser, place)
  } catch (error) {
    // The error is after the last readable row.
    yield refuse(faultOf(error), place.line + 1)
  } finally {
    text.destroy()
    parser.destroy()
  }
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

// Sets `place.line` to the end of the last readable row.
async function* partsOf(parser: AsyncIterable<Parsed>, place: { line: number }): AsyncGenerator<FilePart> {
  let header: Header | undefined
  let rows: FileRow[] = []
  let count = 0
  let extraLines = 0
  for await (const { record, info } of parser) {
    const cells = record.join('')
    const breaks = countLineBreaks(cells)
    // The parser counts CRLF in a quoted cell as two lines.
    extraLines += cells.split('\r\n').length - 1
    place.line = info.lines - extraLines
    if (!header) {
      const read = readHeader(record)
      if (!read.ok) {
        yield read
        return
      }
      header = read.value
      continue
    }
    count += 1
    if (count > IMPORT_LIMITS.rows) {
      yield refuse('fileTooManyRows', 0, { most: IMPORT_LIMITS.rows })
      return
    }
    rows.push(rowOf(header, record, place.line - breaks))
    if (rows.length === rowsOfPart) {
      yield { ok: true, value: rows }
      rows = []
    }
  }
  if (!header || count === 0) yield refuse('fileEmpty')
  else if (rows.length > 0) yield { ok: true, value: rows }
}

const refuse = (Code: FileFault, Line = 0, Facts: ImportError['Facts'] = {}): FilePart => ({
  ok: false,
  error: { Line, Column: '', Code, Facts },
})

// ---- the format of the file

type FileFormat =
  | {
      readonly ok: true
      readonly encoding: FileEncoding
      readonly delimiter: string
      readonly firstLine: number
    }
  | { readonly ok: false; readonly code: FileFault; readonly line?: number }

const sampleBytes = 64 * 1024

async function detectFormat(path: string): Promise<FileFormat> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > IMPORT_LIMITS.bytes) return { ok: false, code: 'fileTooLarge' }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, sampleBytes)), 0)
    return await formatOf(path, buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function formatOf(path: string, start: Buffer): Promise<FileFormat> {
  const startsWith = (...bytes: readonly number[]) => bytes.every((byte, at) => start[at] === byte)
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(0xd0, 0xcf, 0x11, 0xe0))
    return { ok: false, code: 'fileIsWorkbook' }
  const encodingByBytes = detectEncodingByStart(start)
  if (encodingByBytes === 'binary') return { ok: false, code: 'fileIsBinary' }
  const found =
    encodingByBytes === undefined
      ? await detectTextEncoding(path)
      : ({ ok: true, encoding: encodingByBytes } as const)
  if (!found.ok) return { ok: false, code: 'fileNotUtf8', line: found.line }
  const { encoding } = found
  const lines = new TextDecoder(encoding).decode(start).split(/\r\n|\n|\r/)
  const declared = /^sep=(.)$/i.exec(lines[0] ?? '')?.[1]
  if (declared !== undefined) return { ok: true, encoding, delimiter: declared, firstLine: 2 }
  const header = lines.find((line) => line.trim() !== '') ?? ''
  const countOf = (separator: string) => header.split(separator).length
  const [delimiter = ','] = [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))
  return { ok: true, encoding, delimiter, firstLine: 1 }
}

// Decodes bytes, and removes a byte order mark.
function decode(bytes: ReturnType<typeof createReadStream>, encoding: FileEncoding) {
  const decoder = new TextDecoder(encoding)
  return Readable.from(
    (async function* () {
      for await (const chunk of bytes) yield decoder.decode(asBytes(chunk), { stream: true })
      yield decoder.decode()
    })(),
    { objectMode: false, encoding: 'utf8' },
  )
}

const asBytes = (chunk: unknown): Buffer => {
  if (Buffer.isBuffer(chunk)) return chunk
  throw new TypeError('A file was read as something else than bytes')
}

function faultOf(error: unknown): FileFault {
  if (error instanceof CsvError) {
    return error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
      ? 'fileQuoteOpen'
      : 'fileNotCsv'
  }
  throw error
}

// ---- rows

// The import column of each cell; undefined if not imported.
type Header = readonly (ImportColumn | undefined)[]

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

// Column names in spreadsheets of other systems.
const otherNames: Readonly<Record<string, ImportColumn>> = {
  barcodeid: 'Barcode',
  inventorylocation: 'Location',
  warehouse: 'Location',
  rack: 'StorageLocation',
  qty: 'Quantity',
  onhand: 'Quantity',
  varietycode: 'Variety',
  trimseason: 'Season',
  trimseasonid: 'Season',
}

function readHeader(
  cells: readonly string[],
): { ok: true; value: Header } | Extract<FilePart, { ok: false }> {
  const header = cells.map(
    (cell) => IMPORT_COLUMNS.find((column) => fold(column) === fold(cell)) ?? otherNames[fold(cell)],
  )
  const failed = (code: FileFault, facts: ImportError['Facts']) => ({
    ok: false as const,
    error: { Line: 1, Column: '', Code: code, Facts: facts },
  })
  if (header.every((column) => column === undefined)) return failed('fileNoHeader', {})
  const missing = REQUIRED_COLUMNS.filter((column) => !header.includes(column))
  if (missing.length > 0) return failed('fileColumnMissing', { columns: missing.join(', ') })
  const duplicate = header.find((column, at) => column !== undefined && header.indexOf(column) !== at)
  if (duplicate !== undefined) return failed('fileColumnTwice', { column: duplicate })
  return { ok: true, value: header }
}

function rowOf(header: Header, record: readonly string[], line: number): FileRow {
  const extra = record.slice(header.length).some((cell) => cell !== '')
  if (extra || record.length < header.length) {
    const Facts = { cells: record.length, columns: header.length }
    return { line, cells: {}, error: { Line: line, Column: '', Code: 'rowCells', Facts } }
  }
  const cells: Partial<Record<ImportColumn, string>> = {}
  for (const [at, column] of header.entries()) {
    if (column !== undefined) cells[column] = plainCell(record[at] ?? '')
  }
  return { line, cells }
}
