// Commands for labels: of a document's line, and of the label screen.
import { refuse } from '#contract/refusals.ts'
import { BARCODE, BARCODE_AND_QUANTITY, type Command } from './command.ts'
import type { DocumentPort } from './context.ts'
import { defineCommands } from './define.ts'

// The line's current quantity; undefined for 0.
const countOf = (document: DocumentPort, barcode: string): string | undefined => {
  const { received, picked, ordered } = document.describe(barcode)
  const plants = Number(received ?? picked ?? ordered ?? 0)
  return plants > 0 ? String(plants) : undefined
}

export const labelsCommands: readonly Command[] = [
  ...defineCommands('document', [
    {
      id: 'labelsOfLine',
      leaves: true,
      keys: 'b',
      barcode: 'LINE.LABELS',
      arguments: BARCODE,
      button: { at: 'line', icon: 'print' },
      when: (document, { barcode = document.currentBarcode() }, { shell }) =>
        barcode === undefined ? refuse('noLine') : shell.mayVisit('print'),
      run: (document, { barcode = document.currentBarcode() ?? '' }, _, { shell }) => {
        const count = countOf(document, barcode)
        shell.go('print', undefined, { barcode, ...(count !== undefined && { count }) })
      },
    },
  ]),
  ...defineCommands('labels', [
    {
      id: 'labelsOf',
      keys: '/, f3',
      barcode: 'LABELS.OF',
      arguments: BARCODE_AND_QUANTITY,
      run: (labels, { barcode, quantity }) => labels.choose(barcode, quantity),
    },
    {
      id: 'newPrintServer',
      leaves: true,
      keys: 'n',
      barcode: 'NEW.PRINTER',
      when: (labels) => labels.mayAddServer(),
      run: (_, _given, _cause, { shell }) => shell.go('printNew'),
    },
  ]),
]
