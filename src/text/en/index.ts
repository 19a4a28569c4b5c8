// All English sentences on screens, by code, with one file per area. Operator messages of the specification
// are unchanged. Facts are in braces; {n|line|lines} is a plural form. The server's reply messages are in
// src/core/wire/reply-messages.ts, words for print only in paper.ts.

import type { CommandWordsCode } from '#core/wire/command-ids.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import type { FactTextCode, RuleTextCode } from '#core/wire/why-codes.ts'
import type { RecordFault } from '#features/maintenance/common/check-record.ts'
import type { FileFault, ImportColumn, RowFault } from '#features/stock-files/common/stock-import.ts'
import { first } from './first.ts'
import { later } from './later.ts'

export const en = { ...first, ...later } as const satisfies Record<
  | CommandWordsCode
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
