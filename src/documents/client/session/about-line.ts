import { shelfOf } from '#core/kinds/walk.ts'
import type { Entry } from '#core/kinds/worksheet.ts'
import type { AboutLine } from '#input/questions/question.ts'

/** Names a line in a question: its barcode, and its shelf if it has one. */
export function aboutLine({ line }: Pick<Entry, 'line'>): AboutLine {
  const { barcode } = line
  const shelf = shelfOf(line)
  return shelf === ''
    ? { detail: 'documents.aboutLine', facts: { barcode } }
    : { detail: 'shelf.at', facts: { barcode, shelf } }
}
