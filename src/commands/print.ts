// Printing from wherever something can be printed.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Arguments, Command } from './command.ts'
import type { CommandContext } from './context.ts'

const numberOf = ({ number }: Arguments) => (number === undefined ? undefined : String(number))

const mayPrint = ({ printing, dialog }: CommandContext, given: Arguments): Verdict => {
  // Over its own dialog the command says Print a second time; over another it waits.
  if (dialog) return dialog.answers.print ? true : refuse('dialogOpen')
  return printing ? printing.may(numberOf(given)) : refuse('nothingToPrint')
}

export const printCommands: readonly Command[] = [
  {
    id: 'print',
    scope: 'anywhere',
    // The chord of every browser: what it would print is the screen, not the document.
    keys: 'mod+p',
    barcode: 'PRINT',
    arguments: [{ name: 'number', type: 'number', required: false }],
    when: mayPrint,
    run: ({ printing, dialog }, given, cause) =>
      dialog ? dialog.answers.print?.(cause) : printing?.print(numberOf(given)),
  },
  {
    id: 'commandSheet',
    scope: 'anywhere',
    barcode: 'SHEET.PDF',
    when: ({ shell, dialog }) => (dialog ? refuse('dialogOpen') : shell.mayPrintCommandSheet()),
    run: ({ shell }) => shell.printCommandSheet(),
  },
]
