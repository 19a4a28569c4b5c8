// Reads the rows of one statement as the driver does, but computes the parsers once per statement.
import pg from 'pg'

/** A column in the driver's form. */
export interface Column {
  readonly name: string
  readonly dataTypeID: number
}
type Parse = (text: string) => unknown

/** The columns of a result, and a parser for each. */
export interface Shape {
  readonly columns: readonly Column[]
  readonly parsers: readonly Parse[]
}
interface QueryOptions {
  readonly rowMode?: 'array'
  readonly types?: pg.CustomTypesConfig | undefined
}

const noRows: Shape = { columns: [], parsers: [] }

export class ResultReader {
  readonly #isArray: boolean
  readonly #types: pg.CustomTypesConfig
  readonly #ownTypes: boolean
  readonly #rows: unknown[] = []
  #command = ''
  #count: number | null = null
  /** The error of a row that could not be parsed. */
  error: Error | undefined
  shape: Shape = noRows

  constructor({ rowMode, types }: QueryOptions) {
    this.#isArray = rowMode === 'array'
    this.#types = types ?? pg.types
    this.#ownTypes = types !== undefined
  }

  /** Reuses the shape of an earlier execution. */
  expect(shape: Shape): void {
    this.shape = this.#ownTypes ? this.#shapeOf(shape.columns) : shape
  }

  describe(columns: readonly Column[]): Shape {
    this.shape = this.#shapeOf(columns)
    return this.shape
  }

  #shapeOf(columns: readonly Column[]): Shape {
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
      this.#rows.push(this.#isArray ? row : toObject(columns, row))
    } catch (error) {
      this.error ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  /** Parses the command tag: the command and the row count. */
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

function toObject(columns: readonly Column[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < values.length; at += 1) row[columns[at]?.name ?? ''] = values[at]
  return row
}
