// What is done with the lines of a document, and what ends it: one pair of commands for each verb of its screens.
import type { CommandId } from '#contract/command-ids.ts'
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { DocumentVerb } from './context.ts'

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))
const quantityOf = (value: string | number | undefined) => (value === undefined ? undefined : Number(value))

/** The command of a line: on a barcode, on the line in focus, or in the editor on all that wait. F4 is its key everywhere. */
export const lineCommand = (
  verb: DocumentVerb,
  ways: { readonly id: CommandId; readonly key: string; readonly barcode: string },
): Command => ({
  id: ways.id,
  scope: verb,
  keys: `${ways.key}, f4`,
  barcode: ways.barcode,
  arguments: [
    { name: 'barcode', type: 'barcode', required: false },
    { name: 'quantity', type: 'quantity', required: false },
  ],
  when: ({ document }, { barcode }) =>
    document?.verb === verb ? document.mayActOnLine(textOf(barcode)) : refuse('notOnThisScreen'),
  run: ({ document }, { barcode, quantity }, cause) =>
    document?.actOnLine(textOf(barcode), quantityOf(quantity), cause),
})

/** The command that ends the document well, by the step that it takes. Ctrl+S is its key everywhere. */
export const finalCommand = (
  verb: DocumentVerb,
  step: string,
  ways: { readonly id: CommandId; readonly key: string; readonly barcode: string; readonly leaves?: true },
): Command => ({
  id: ways.id,
  scope: verb,
  keys: `${ways.key}, mod+s`,
  barcode: ways.barcode,
  ...(ways.leaves && { leaves: true }),
  when: ({ document }) => (document?.verb === verb ? document.may(step) : refuse('notOnThisScreen')),
  run: ({ document }, _, cause) => document?.take(step, cause),
})
