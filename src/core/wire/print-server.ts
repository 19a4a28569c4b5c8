// Print servers and the call that lists them. A separate file, because print servers are loaded as master
// data, before printing.ts is needed.
import * as v from 'valibot'
import { auditFields } from '#core/wire/audit-fields.ts'
import type { Call } from '#core/wire/call.ts'
import { PRINT_FORMATS } from '#core/wire/constants.ts'
import { PRINT_AGENT_PORT } from '#core/wire/limits.ts'
import { recordsOf } from '#core/wire/lists.ts'
import { idOrNull, queryText, text } from '#core/wire/primitives.ts'

/** A print format in an answer. Unknown values count as PDF. */
export const printFormat = v.pipe(
  text,
  v.transform((value) => PRINT_FORMATS.find((format) => format === value.trim().toUpperCase()) ?? 'PDF'),
)

/**
 * A print agent and one of its printers. `PrintLocation` is the agent's name of the printer.
 * `PrinterLocation` is the code of the warehouse location; '' from a server that has one field for both.
 */
export const PrintServer = v.object({
  ID: idOrNull,
  PrintServer: text,
  Port: v.pipe(
    text,
    v.transform((port) => port || String(PRINT_AGENT_PORT)),
  ),
  PrintLocation: text,
  PrinterLocation: text,
  PrintFormat: printFormat,
  ...auditFields,
})
export type PrintServer = v.InferOutput<typeof PrintServer>

export const printServerCalls = {
  'printservers.list': {
    method: 'GET',
    path: 'printservers',
    query: v.object({ printserver: queryText, printlocation: queryText }),
    // Other servers may compare it with another field, so the app filters their complete list itself.
    extensionOnly: ['printlocation'],
    answer: recordsOf(PrintServer),
  },
} as const satisfies Record<string, Call>
