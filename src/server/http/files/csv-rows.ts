// A stock file on disk -> parts of rows. A file that is no CSV ends in one error for the whole file, never in
// an exception.
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
} from '#contract/stock-import.ts'
import type { FilePart } from '#server/domain/stock-import/import-stock.ts'
import type { FileRow } from '#server/domain/stock-import/read-row.ts'

// Rows per part: the ledger's batch size.
const rowsOfPart = 1_000

/**
 * Reads a file part by part, in bounded memory. The separator (comma, semicolon, tab) is found by the header
 * row. Accepts what spreadsheets write: a byte order mark, a first line `sep=;`, CRLF, quoted cells. Skips
 * empty rows.
 */
export async function* readStockFile(path: string): AsyncGenerator<FilePart> {
  const look = await lookInto(path)
  if (!look.ok) {
    yield refuse(look.code)
    return
  }
  const text = decode(createReadStream(path))
  const parser = parse({
    delimiter: look.delimiter,
    from_line: look.firstLine,
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
    // The error is after the last row that could be read.
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

// `place.line` is the end of the last row that could be read.
async function* partsOf(parser: AsyncIterable<Parsed>, place: { line: number }): AsyncGenerator<FilePart> {
  let header: Header | undefined
  let rows: FileRow[] = []
  let count = 0
  for await (const { record, info } of parser) {
    place.line = info.lines
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
    rows.push(rowOf(header, record, info.lines))
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

// ---- the form of the file

type Look =
  | { readonly ok: true; readonly delimiter: string; readonly firstLine: number }
  | { readonly ok: false; readonly code: FileFault }

const lookedAt = 64 * 1024

async function lookInto(path: string): Promise<Look> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > IMPORT_LIMITS.bytes) return { ok: false, code: 'fileTooLarge' }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, lookedAt)), 0)
    return judgeStart(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function judgeStart(start: Buffer): Look {
  const begins = (...bytes: readonly number[]) => bytes.every((byte, at) => start[at] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0))
    return { ok: false, code: 'fileIsWorkbook' }
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) return { ok: false, code: 'fileIsUtf16' }
  if (start.includes(0)) return { ok: false, code: 'fileIsBinary' }
  const lines = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  const said = /^sep=(.)$/i.exec(lines[0] ?? '')?.[1]
  if (said !== undefined) return { ok: true, delimiter: said, firstLine: 2 }
  const header = lines.find((line) => line.trim() !== '') ?? ''
  const countOf = (sign: string) => header.split(sign).length
  const [delimiter = ','] = [',', ';', '\t'].toSorted((one, other) => countOf(other) - countOf(one))
  return { ok: true, delimiter, firstLine: 1 }
}

// Bytes as text; invalid UTF-8 is an error.
function decode(bytes: ReturnType<typeof createReadStream>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
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
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return 'fileNotUtf8'
  }
  throw error
}

// ---- rows

// The import column of each cell; undefined: not imported.
type Header = readonly (ImportColumn | undefined)[]

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

// Column names of other systems' spreadsheets.
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
  const twice = header.find((column, at) => column !== undefined && header.indexOf(column) !== at)
  if (twice !== undefined) return failed('fileColumnTwice', { column: twice })
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
    if (column !== undefined) cells[column] = plainText(record[at] ?? '')
  }
  return { line, cells }
}

// Removes the prefix that an export adds against formulas.
const plainText = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')
