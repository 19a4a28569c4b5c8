// The sentences that only lazily loaded code uses (app/state/fetch-later.ts). A test checks that the code of
// the first screens uses none of them.

import { commandSheet } from '#features/command-sheet/text/en/command-sheet.ts'
import { dashboard } from '#features/dashboard/text/en/dashboard.ts'
import { downloads } from '#features/downloads/text/en/downloads.ts'
import { history } from '#features/history/text/en/history.ts'
import { trace } from '#features/history/text/en/trace.ts'
import { maintenance } from '#features/maintenance/text/en/maintenance.ts'
import { outboxScreen } from '#features/outbox-screen/text/en/outbox-screen.ts'
import { labelTemplates } from '#features/printing/text/en/label-templates.ts'
import { print } from '#features/printing/text/en/print.ts'
import { printers } from '#features/printing/text/en/printers.ts'
import { scanLog } from '#features/scan-log/text/en/scan-log.ts'
import { scanner } from '#features/scanner-setup/text/en/scanner.ts'
import { stockImport } from '#features/stock-files/text/en/stock-import.ts'
import { workstation } from '#features/workstation/text/en/workstation.ts'
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
} as const
