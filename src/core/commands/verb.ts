// The commands of each verb: one for a line, and one that ends the document.
import { type DeclaredVerb, VERBS, type Verb, verbOf } from '#core/kinds/verbs.ts'
import { BARCODE_AND_QUANTITY, type Command } from './command.ts'
import type { DocumentPort } from './context.ts'
import { type DeclaredCommand, defineCommands, defineCommandsOn } from './define.ts'

// The line command runs on a barcode, on the focused line, or in the editor on all unsaved lines. F4 is its
// key on every screen.
const lineCommand = ({ id, key, barcode }: DeclaredVerb['line']): DeclaredCommand<DocumentPort> => ({
  id,
  keys: `${key}, f4`,
  barcode,
  arguments: BARCODE_AND_QUANTITY,
  when: (document, given) => document.mayActOnLine(given.barcode),
  run: (document, given, cause) => document.actOnLine(given.barcode, given.quantity, cause),
})

// The command that ends the document. Ctrl+S is its key on every screen.
const finalCommand = (
  verb: Verb,
  { id, key, barcode, step, leaves, everywhere }: NonNullable<DeclaredVerb['final']>,
): readonly Command[] => {
  const command: DeclaredCommand<DocumentPort> = {
    id,
    keys: `${key}, mod+s`,
    barcode,
    ...(leaves && { opensOtherScreen: leaves }),
    when: (document) => document.may(step),
    instead: (document, cause) => document.resolveBlockers(step, cause),
    run: (document, _, cause) => document.takeStep(step, cause),
  }
  return everywhere
    ? defineCommandsOn(verb, ({ document }) => document, [{ ...command, closed: 'noDocument' }])
    : defineCommands(verb, [command])
}

export const verbCommands: readonly Command[] = VERBS.flatMap((verb) => {
  const { line, final } = verbOf(verb)
  return [...defineCommands(verb, [lineCommand(line)]), ...(final ? finalCommand(verb, final) : [])]
})
