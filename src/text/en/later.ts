// What is said only by code that is fetched later (app/state/fetch-later.ts). A test compares it with what the first code says.
import { about } from './about.ts'
import { commandWords } from './command-words.ts'
import { files } from './files.ts'
import { labelTemplates } from './label-templates.ts'
import { maintenance } from './maintenance.ts'
import { outboxScreen } from './outbox-screen.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { print } from './print.ts'
import { printers } from './printers.ts'
import { scanner } from './scanner.ts'
import { trace } from './trace.ts'
import { why } from './why.ts'
import { workstation } from './workstation.ts'

/** What comes with the code that is fetched later. */
export const later = {
  ...about,
  ...commandWords,
  ...why,
  ...scanner,
  ...workstation,
  ...palette,
  ...print,
  ...printers,
  ...labelTemplates,
  ...maintenance,
  ...files,
  ...overview,
  ...trace,
  ...outboxScreen,
} as const
