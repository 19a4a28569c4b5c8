// Reads the rows of one statement, as the driver does; what they look like is worked out once for a
// statement, not with each answer.
import pg from 'pg'

/** A column as the driver describes it. */
export interface Column {
  readonly name: string
  readonly dataTypeID: number
}
type Parse = (text: string) => unknown

/** What rows look like. */
export interface Shape {
  readonly columns: readonly Column[]
  readonly parsers: readonly Parse[]
}
interface Asked {
  readonly rowMode?: 'array'
  readonly types?: pg.CustomTypesConfig | undefined
}

const noRows: Shape = { columns: [], parsers: [] }

export class AnswerReader {
  readonly #isArray: boolean
  readonly #types: pg.CustomTypesConfig
  readonly #ownTypes: boolean
  readonly #rows: unknown[] = []
  #command = ''
  #count: number | null = null
  /** A row that could not be read. */
  error: Error | undefined
  shape: Shape = noRows

  constructor({ rowMode, types }: Asked) {
    this.#isArray = rowMode === 'array'
    this.#types = types ?? pg.types
    this.#ownTypes = types !== undefined
  }

  /** The rows look as they did the last time. */
  expect(shape: Shape): void {
    this.shape = this.#ownTypes ? this.#read(shape.columns) : shape
  }

  describe(columns: readonly Column[]): Shape {
    this.shape = this.#read(columns)
    return this.shape
  }

  #read(columns: readonly Column[]): Shape {
    return {
      columns,
      parsers: columns.map(({ dataTypeID }): Parse => this.#types.getTypeParser(dataTypeID, 'text')),
    }
  }

  addRow(values: readonly (string | null)[]): void {
    const { columns, parsers } = this.shape
    try {
      const row: unknown[] = []
      for (let at = 0; at < values.length; at += 1) {
        const value = values[at] ?? null
        row.push(value === null ? null : parsers[at]?.(value))
      }
      this.#rows.push(this.#isArray ? row : named(columns, row))
    } catch (error) {
      this.error ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  /** `tag` is the database's: the command, and how many rows. */
  complete(tag: string): void {
    const words = tag.split(' ')
    this.#command = words[0] ?? ''
    const count = Number(words.at(-1))
    this.#count = words.length > 1 && Number.isInteger(count) ? count : null
  }

  get result(): pg.QueryResult {
    return {
      command: this.#command,
      rowCount: this.#count,
      oid: 0,
      fields: [],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver calls rows `any`
      rows: this.#rows as pg.QueryResultRow[],
    }
  }
}

function named(columns: readonly Column[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < values.length; at += 1) row[columns[at]?.name ?? ''] = values[at]
  return row
}
