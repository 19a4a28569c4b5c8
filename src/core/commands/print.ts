// Print commands, for every screen that can print.
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { type Cause, type Command, type MaybePromise, NUMBER, type RunOutcome } from './command.ts'
import type { CommandContext } from './context.ts'
import { defineCommands, defineCommandsOn } from './define.ts'

interface Printing {
  readonly may: (number?: string) => Verdict
  readonly print: (number: string | undefined, cause: Cause) => MaybePromise<RunOutcome>
}

// In its own dialog the command confirms 'Print'; any other open dialog blocks it.
const printingOf = ({ printing, dialog }: CommandContext): Printing | undefined => {
  if (!dialog) return printing
  const confirm = dialog.answers.print
  return confirm
    ? { may: () => true, print: (_, cause) => confirm(cause) }
    : { may: () => refuse('dialogOpen'), print: () => undefined }
}

export const printCommands: readonly Command[] = [
  ...defineCommandsOn('anywhere', printingOf, [
    {
      id: 'print',
      // Replaces the browser's shortcut, which would print the screen.
      keys: 'mod+p',
      barcode: 'PRINT',
      arguments: NUMBER,
      closed: 'nothingToPrint',
      when: (printing, { number }) => printing.may(number),
      run: (printing, { number }, cause) => printing.print(number, cause),
    },
  ]),
  ...defineCommands('anywhere', [
    {
      id: 'printLast',
      keys: 'mod+m',
      barcode: 'PRINT.LAST',
      when: ({ shell, dialog }) =>
        dialog ? refuse('dialogOpen') : shell.printLast ? true : refuse('nothingToPrint'),
      run: ({ shell }) => shell.printLast?.(),
    },
    {
      id: 'cancelPrint',
      barcode: 'PRINT.CANCEL',
      when: ({ shell }) => (shell.cancelPrint ? true : refuse('nothingPrints')),
      run: ({ shell }) => shell.cancelPrint?.(),
    },
    {
      id: 'commandSheet',
      barcode: 'SHEET.PDF',
      when: ({ shell, dialog }) => (dialog ? refuse('dialogOpen') : shell.mayPrintCommandSheet()),
      run: ({ shell }) => shell.printCommandSheet(),
    },
  ]),
]
