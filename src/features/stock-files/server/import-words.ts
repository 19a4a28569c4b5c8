// Builds the texts of a command-line import from the catalogue.
import type { ImportError, ImportReport } from '#features/stock-files/common/stock-import.ts'
import { loadLanguage } from '#text/languages.ts'
import { say, sayCode } from '#text/say.ts'

await loadLanguage()

/** Formats one error: line, column, sentence. */
export function errorSentence({ Line, Column, Code, Facts }: ImportError): string {
  const where = [Line > 0 ? `${say('import.line')} ${Line}` : '', Column].filter((part) => part !== '')
  return [...where, sayCode(Code, Facts)].join(': ')
}

/** Formats the result, and the number of errors that are not listed. */
export function reportSentences(report: ImportReport): readonly string[] {
  const counts = {
    rows: report.Rows,
    opened: report.Opened,
    adjusted: report.Adjusted,
    unchanged: report.Unchanged,
    refused: report.Refused,
  }
  const listed = report.Errors.length
  const more =
    report.Refused > listed ? [say('import.moreErrors', { shown: listed, refused: report.Refused })] : []
  return [...more, sayCode(summaryOf(report), counts)]
}

function summaryOf({ Applied, DryRun, Errors, Refused }: ImportReport): string {
  if (Errors.some(({ Code }) => Code.startsWith('file'))) return 'import.unreadable'
  if (DryRun) return Refused > 0 ? 'import.checkedBad' : 'import.checkedGood'
  return Applied ? 'import.applied' : 'import.held'
}
