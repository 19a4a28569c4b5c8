// History of a barcode or a document, from any screen: the named one, else what is open.
import { refuse } from '#contract/refusals.ts'
import { HISTORY_OF } from '#contract/routes.ts'
import type { CommandContext } from './context.ts'
import { defineCommands, type Given } from './define.ts'

interface Subject {
  readonly of: string
  readonly code: string
}

// The given barcode or number; else the focused line; else the open document.
const subjectOf = (
  { document, request, trim }: CommandContext,
  { barcode, number }: Given,
): Subject | undefined => {
  const open = document ?? request
  const inFocus = () => open?.currentBarcode() ?? trim?.currentBarcode()
  const code = barcode ?? (number === undefined ? inFocus() : undefined)
  if (code !== undefined) return { of: HISTORY_OF.barcode, code }
  const named = number ?? open?.number
  return named !== undefined && /^\d+$/.test(named) ? { of: HISTORY_OF.document, code: named } : undefined
}

export const historyCommands = defineCommands('anywhere', [
  {
    id: 'showHistory',
    leaves: true,
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
])
