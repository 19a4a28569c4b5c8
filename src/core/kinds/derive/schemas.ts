// Derived from a kind's fields: the schemas of answers and bodies, and the calls.
import * as v from 'valibot'
import {
  doneAt,
  figureFields,
  LineReply,
  seenFields,
  seenHeader,
  shelfFields,
  versionFields,
} from '#core/wire/documents.ts'
import { plantFacts } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { recordsOf } from '#core/wire/lists.ts'
import { idOrNull, listOf, text } from '#core/wire/primitives.ts'
import type { HeaderFields } from '../header-fields.ts'
import type { CallPlaces, WireNames } from '../kind.ts'
import type { LineFields } from '../line-fields.ts'
import { callsOf } from './calls.ts'

type Part = 'answer' | 'body'
type With<P extends Part, Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Readonly<Record<P, v.GenericSchema>> ? Name : never
}[keyof Fields]
// The schemas of the fields that have one for this part; `Pick` keeps 'go to definition' working.
type Entries<P extends Part, Fields> = {
  readonly [Name in keyof Pick<Fields, With<P, Fields>>]: Fields[Name] extends {
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

/** The header in a body. */
export function headerBodyOf<Fields extends HeaderFields>(fields: Fields) {
  return v.object(entriesOf('body', fields))
}

/** A kind's fields with their schemas and calls; `sent` is `headerBodyOf`, plus checks between fields. */
export function fieldsOf<
  Header extends HeaderFields,
  Line extends LineFields,
  const Names extends WireNames,
  Sent extends v.GenericSchema,
  Asked extends v.ObjectEntries,
>(names: Names, header: Header, line: Line, sent: Sent, places: CallPlaces & { readonly list: Asked }) {
  // Typed, because inferred properties would widen to string.
  const headerName: Names['header'] = names.header
  const linesName: Names['lines'] = names.lines
  const sentName: Names['sent'] = names.sent
  const repliedName: Names['replied'] = names.replied
  const numberName: Names['number'] = names.number
  const Header = v.object(entriesOf('answer', header))
  const Line = v.object({ ...entriesOf('answer', line), ...plantFacts })
  const SentLine = v.object({ ...entriesOf('body', line), ...seenFields, ...shelfFields })
  const sentLines = v.optional(
    // Counted before each is parsed.
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
    List: recordsOf(v.object({ ...Header.entries, ...figureFields })),
    Detail: v.object({
      ...named(headerName, v.nullish(Header, null)),
      ...named(linesName, listOf(Line)),
    }),
    Body: v.object({
      ...named(headerName, sent),
      ...named(sentName, sentLines),
      SeenHeader: seenHeader,
      DoneDateTime: doneAt,
    }),
    Reply: v.object({
      Message: text,
      ...named(numberName, idOrNull),
      ...named(repliedName, listOf(LineReply)),
      ...versionFields,
    }),
  }
  return { names, header, line, schemas, calls: callsOf(names, schemas, places) }
}

function named<Name extends string, Schema extends v.GenericSchema>(name: Name, schema: Schema) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry of this name
  return { [name]: schema } as { readonly [Key in Name]: Schema }
}
