import { commandSheet } from '#features/command-sheet/text/es/command-sheet.ts'
import { dashboard } from '#features/dashboard/text/es/dashboard.ts'
import { downloads } from '#features/downloads/text/es/downloads.ts'
import { history } from '#features/history/text/es/history.ts'
import { trace } from '#features/history/text/es/trace.ts'
import { maintenance } from '#features/maintenance/text/es/maintenance.ts'
import { outboxScreen } from '#features/outbox-screen/text/es/outbox-screen.ts'
import { labelTemplates } from '#features/printing/text/es/label-templates.ts'
import { print } from '#features/printing/text/es/print.ts'
import { printers } from '#features/printing/text/es/printers.ts'
import { scanLog } from '#features/scan-log/text/es/scan-log.ts'
import { scanner } from '#features/scanner-setup/text/es/scanner.ts'
import { stockImport } from '#features/stock-files/text/es/stock-import.ts'
import { workstation } from '#features/workstation/text/es/workstation.ts'
import type { later as english } from '../en/later.ts'
import { about } from './about.ts'
import { commandWords } from './command-words.ts'
import { palette } from './palette.ts'
import { why } from './why.ts'

/** The sentences of lazily loaded code. */
export const later = {
  ...about,
  ...commandWords,
  ...why,
  ...scanner,
  ...scanLog,
  ...workstation,
  ...commandSheet,
  ...palette,
  ...print,
  ...printers,
  ...labelTemplates,
  ...maintenance,
  ...stockImport,
  ...downloads,
  ...history,
  ...dashboard,
  ...trace,
  ...outboxScreen,
} as const satisfies Readonly<Record<keyof typeof english, string>>
