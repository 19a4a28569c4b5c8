// Every sentence on screen, in English, by code; one file per area. Operator messages of the specification
// are here to the letter. Facts are in braces; {n|line|lines} is the plural of a word. The server's reply
// messages are in src/contract/reply-messages.ts; words for paper only are in paper.ts.

import type { RecordFault } from '#contract/check-record.ts'
import type { CommandTitleCode, CommandWordsCode } from '#contract/command-ids.ts'
import type { LabelCode } from '#contract/label-codes.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { ScanTextCode } from '#contract/scan-codes.ts'
import type { SecurityKey } from '#contract/security-keys.ts'
import type { FileFault, ImportColumn, RowFault } from '#contract/stock-import.ts'
import type { FactTextCode, RuleTextCode } from '#contract/why-codes.ts'
import { adjustment } from './adjustment.ts'
import { commands } from './commands.ts'
import { counts } from './count.ts'
import { documents } from './documents.ts'
import { dump } from './dump.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { growerStorage } from './grower-storage.ts'
import { issuance } from './issuance.ts'
import { labelTemplates } from './label-templates.ts'
import { maintenance } from './maintenance.ts'
import { outbox } from './outbox.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { print } from './print.ts'
import { printers } from './printers.ts'
import { refusals } from './refusals.ts'
import { returns } from './return.ts'
import { scan } from './scan.ts'
import { scanner } from './scanner.ts'
import { shell } from './shell.ts'
import { start } from './start.ts'
import { trace } from './trace.ts'
import { transfer } from './transfer.ts'
import { why } from './why.ts'
import { workstation } from './workstation.ts'

export const en = {
  ...start,
  ...shell,
  ...refusals,
  ...fields,
  ...commands,
  ...scan,
  ...why,
  ...scanner,
  ...workstation,
  ...palette,
  ...documents,
  ...issuance,
  ...transfer,
  ...dump,
  ...returns,
  ...growerStorage,
  ...counts,
  ...adjustment,
  ...print,
  ...printers,
  ...labelTemplates,
  ...maintenance,
  ...files,
  ...overview,
  ...trace,
  ...outbox,
} as const satisfies Record<
  | RefusalCode
  | LabelCode
  | CommandTitleCode
  | CommandWordsCode
  | ScanTextCode
  | RuleTextCode
  | FactTextCode
  | RecordFault
  | FileFault
  | RowFault
  | `import.column.${ImportColumn}`
  | `key.${SecurityKey}`,
  string
> &
  Record<string, string>
