// Commands for the history of a barcode or document, and for the trace of a barcode. They work on any screen.
import { refuse } from '#core/wire/refusals.ts'
import { HISTORY_OF } from '#core/wire/routes.ts'
import type { CommandContext } from './context.ts'
import { defineCommands, type Given } from './define.ts'

interface Subject {
  readonly of: string
  readonly code: string
}

const barcodeInFocus = ({ document, request, trim }: CommandContext): string | undefined =>
  (document ?? request)?.currentBarcode() ?? trim?.currentBarcode()

// The given barcode or number, or else the focused line, or else the open document.
const subjectOf = (context: CommandContext, { barcode, number }: Given): Subject | undefined => {
  const code = barcode ?? (number === undefined ? barcodeInFocus(context) : undefined)
  if (code !== undefined) return { of: HISTORY_OF.barcode, code }
  const named = number ?? (context.document ?? context.request)?.number
  return named !== undefined && /^\d+$/.test(named) ? { of: HISTORY_OF.document, code: named } : undefined
}

export const historyCommands = defineCommands('anywhere', [
  {
    id: 'showHistory',
    opensOtherScreen: true,
    keys: 'mod+h',
    barcode: 'HISTORY',
    arguments: [
      { name: 'barcode', type: 'barcode', required: false },
      { name: 'number', type: 'number', required: false },
    ],
    when: (context, given) => {
      const may = context.shell.mayVisit('history')
      if (may !== true) return may
      return subjectOf(context, given) ? true : refuse('historyOfWhat')
    },
    run: (context, given) => {
      const subject = subjectOf(context, given)
      if (subject) context.shell.go('history', { of: subject.of, code: subject.code })
    },
  },
  {
    id: 'showTrace',
    opensOtherScreen: true,
    keys: '<',
    barcode: 'TRACE',
    arguments: [{ name: 'barcode', type: 'barcode', required: false }],
    when: ({ shell }) => shell.mayVisit('trace'),
    run: (context, { barcode }) => {
      const code = barcode ?? barcodeInFocus(context)
      context.shell.go(
        code === undefined ? 'trace' : 'traceOf',
        code === undefined ? undefined : { barcode: code },
      )
    },
  },
])

export const traceCommands = defineCommands('trace', [
  {
    id: 'downloadTrace',
    keys: 'd, f6',
    barcode: 'TRACE.FILE',
    when: (trace) => trace.mayDownload(),
    run: (trace) => trace.download(),
  },
])
