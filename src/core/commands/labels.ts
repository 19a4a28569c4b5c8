// Commands for labels: of a document's lines, and of the label screen.
import { type BarcodeLabels, MAX_LABEL_BARCODES, writeBarcodes } from '#core/wire/label-barcodes.ts'
import { refuse } from '#core/wire/refusals.ts'
import { BARCODE, BARCODE_AND_QUANTITY, type Command } from './command.ts'
import type { DocumentPort } from './context.ts'
import { defineCommands } from './define.ts'

// One label per plant of each line. While a document is being received, only received lines count.
const labelsOf = (document: DocumentPort): readonly BarcodeLabels[] => {
  const all = document.barcodes()
  const received = all.filter((barcode) => Number(document.describe(barcode).received ?? 0) > 0)
  return (received.length > 0 ? received : all).slice(0, MAX_LABEL_BARCODES).flatMap((barcode) => {
    const count = countOf(document, barcode)
    return count === undefined ? [] : [{ barcode, labels: Number(count) }]
  })
}

// The current quantity of the line; undefined for 0.
const countOf = (document: DocumentPort, barcode: string): string | undefined => {
  const { received, picked, ordered } = document.describe(barcode)
  const plants = Number(received ?? picked ?? ordered ?? 0)
  return plants > 0 ? String(plants) : undefined
}

// The query string that opens the label screen with all lines of a document.
const labelScreenQuery = (document: DocumentPort) => ({
  barcodes: writeBarcodes(labelsOf(document)),
  kind: document.kind,
  number: document.number,
})

export const labelsCommands: readonly Command[] = [
  ...defineCommands('document', [
    {
      id: 'labelsOfLine',
      opensOtherScreen: true,
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
  ...defineCommands('document', [
    {
      id: 'labelsOfDocument',
      opensOtherScreen: true,
      keys: ':',
      barcode: 'LABELS.ALL',
      when: (document, _, { shell }) =>
        document.barcodes().length === 0 ? refuse('noLine') : shell.mayVisit('print'),
      run: (document, _given, _cause, { shell }) => shell.go('print', undefined, labelScreenQuery(document)),
    },
    {
      id: 'passportsOfDocument',
      opensOtherScreen: true,
      keys: '>',
      barcode: 'PASSPORTS',
      when: (document, _, { shell }) =>
        document.barcodes().length === 0 ? refuse('noLine') : shell.mayVisit('print'),
      run: (document, _given, _cause, { shell }) =>
        shell.go('print', undefined, { ...labelScreenQuery(document), passports: 'yes' }),
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
      id: 'switchPassport',
      keys: 'p',
      barcode: 'PASSPORT',
      when: (labels) => labels.maySwitchPassport(),
      run: (labels) => labels.switchPassport(),
    },
    {
      id: 'newPrintServer',
      opensOtherScreen: true,
      keys: 'n',
      barcode: 'NEW.PRINTER',
      when: (labels) => labels.mayAddServer(),
      run: (_, _given, _cause, { shell }) => shell.go('printNew'),
    },
  ]),
]
