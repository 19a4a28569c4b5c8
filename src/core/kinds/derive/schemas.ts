// Builds the schemas of responses and request bodies, and the calls, from a kind's fields.
import * as v from 'valibot'
import {
  doneAt,
  LineReply,
  seenFields,
  seenHeader,
  shelfFields,
  totalFields,
  versionFields,
} from '#core/wire/documents.ts'
import { plantFacts } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { recordsOf } from '#core/wire/lists.ts'
import { idOrNull, listOf, text } from '#core/wire/primitives.ts'
import type { HeaderFields } from '../header.ts'
import type { CallSettings, WireNames } from '../kind.ts'
import type { LineFields } from '../line-fields.ts'
import { callsOf } from './calls.ts'

type Part = 'answer' | 'body'
type NamesWith<P extends Part, Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<P, v.GenericSchema>> ? Name : never
}[keyof Fields]
// The schemas of this part, by field name. `Pick` keeps 'go to definition' working.
type Entries<P extends Part, Fields> = {
  readonly [Name in keyof Pick<Fields, NamesWith<P, Fields>>]: Fields[Name] extends {
    readonly [Key in P]: infer Schema extends v.GenericSchema
  }
    ? Schema
    : never
}

function entriesOf<P extends Part, Fields extends HeaderFields | LineFields>(
  part: P,
  fields: Fields,
): Entries<P, Fields> {
  const schemas = Object.entries(fields).flatMap(([name, field]) => {
    const schema = field[part]
    return schema ? [[name, schema] as const] : []
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these names, each with its own schema
  return Object.fromEntries(schemas) as Entries<P, Fields>
}

/** The schema of the header in a request body. */
export function headerBodyOf<Fields extends HeaderFields>(fields: Fields) {
  return v.object(entriesOf('body', fields))
}

/** A kind's fields with their schemas and calls. `sent` is `headerBodyOf` with checks between fields. */
export function fieldsOf<
  Header extends HeaderFields,
  Line extends LineFields,
  const Names extends WireNames,
  Sent extends v.GenericSchema,
  ListQuery extends v.ObjectEntries,
>(names: Names, header: Header, line: Line, sent: Sent, places: CallSettings & { readonly list: ListQuery }) {
  // The annotations keep the literal types; inferred types would widen to string.
  const headerName: Names['header'] = names.header
  const linesName: Names['lines'] = names.lines
  const sentName: Names['sent'] = names.sent
  const repliedName: Names['replied'] = names.replied
  const numberName: Names['number'] = names.number
  const Header = v.object(entriesOf('answer', header))
  const Line = v.object({ ...entriesOf('answer', line), ...plantFacts })
  const SentLine = v.object({ ...entriesOf('body', line), ...seenFields, ...shelfFields })
  const sentLines = v.optional(
    // Checks the number of lines before it parses them.
    v.pipe(
      v.array(v.unknown()),
      v.maxLength(LIMITS.savedLines, `at most ${LIMITS.savedLines} lines`),
      v.array(SentLine),
    ),
    () => [],
  )
  const schemas = {
    Header,
    Line,
    List: recordsOf(v.object({ ...Header.entries, ...totalFields })),
    Detail: v.object({
      ...entryOf(headerName, v.nullish(Header, null)),
      ...entryOf(linesName, listOf(Line)),
    }),
    Body: v.object({
      ...entryOf(headerName, sent),
      ...entryOf(sentName, sentLines),
      SeenHeader: seenHeader,
      DoneDateTime: doneAt,
    }),
    Reply: v.object({
      Message: text,
      ...entryOf(numberName, idOrNull),
      ...entryOf(repliedName, listOf(LineReply)),
      ...versionFields,
    }),
  }
  return { names, header, line, schemas, calls: callsOf(names, schemas, places) }
}

function entryOf<Name extends string, Schema extends v.GenericSchema>(name: Name, schema: Schema) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry of this name
  return { [name]: schema } as { readonly [Key in Name]: Schema }
}
