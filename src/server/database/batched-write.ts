// Merges adjacent writes of a transaction into one statement of common table expressions.
// One statement takes half the time of four, in the database and in the driver.
import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Statement } from './batch.ts'

const dialect = new PgDialect()

// SQL text with its parameters, which may be placeholders.
type SqlText = ReturnType<typeof dialect.sqlToQuery>
interface Built {
  readonly tables: SqlText
  readonly answer: SqlText | undefined
}

/** A write with its values. */
export interface Write {
  readonly name: string
  readonly built: Built
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Defines a write that is built at first use. `tables`: one or more `name as (…)` with unique names.
 * `answer`: a single-value query that must also run.
 * Merged writes must not change the same rows or read each other's results.
 */
export function batchedWrite(
  name: string,
  build: () => { readonly tables: SQL; readonly answer?: SQL },
): (values: Readonly<Record<string, unknown>>) => Write {
  let built: Built | undefined
  return (values) => {
    if (!built) {
      const { tables, answer } = build()
      built = { tables: dialect.sqlToQuery(tables), answer: answer && dialect.sqlToQuery(answer) }
    }
    return { name, built, values }
  }
}

const texts = new Map<string, string>()

/** Merges writes into one statement. Names must be unique; the text is cached by their combination. */
export function joinWrites(writes: readonly Write[]): Statement {
  const name = writes.map((write) => write.name).join('+')
  const tables = writes.map(({ built }) => built.tables)
  const answers = writes.flatMap(({ built: { answer } }) => answer ?? [])
  const known = texts.get(name)
  const text = known ?? textOf(tables, answers)
  if (known === undefined) texts.set(name, text)
  const writesWithAnswer = writes.filter(({ built }) => built.answer)
  const values = [
    ...writes.flatMap((write, at) => fillPlaceholders(tables[at]?.params ?? [], write.values)),
    ...writesWithAnswer.flatMap((write, at) => fillPlaceholders(answers[at]?.params ?? [], write.values)),
  ]
  return { name, text, values }
}

function textOf(tables: readonly SqlText[], answers: readonly SqlText[]): string {
  let parameterCount = 0
  const [ofTables, ofAnswers] = [tables, answers].map((pieces) =>
    pieces.map(({ sql, params }) => {
      const offset = parameterCount
      parameterCount += params.length
      return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${offset + Number(number)}`)
    }),
  )
  const resultColumns = (ofAnswers ?? []).map((answer, at) => `(${answer}) as answer_${at + 1}`)
  return `with ${(ofTables ?? []).join(', ')} select ${resultColumns.length > 0 ? resultColumns.join(', ') : 'true'}`
}
