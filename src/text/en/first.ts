// The sentences that are needed from the first scan on, on every screen. Each area of the catalogue is either
// here or in later.ts.
import type { CommandTitleCode } from '#core/wire/command-ids.ts'
import type { LabelCode } from '#core/wire/label-codes.ts'
import type { RefusalCode } from '#core/wire/refusals.ts'
import type { ScanTextCode } from '#core/wire/scan-codes.ts'
import { adjustment } from '#features/adjustment/text/en/adjustment.ts'
import { growerStorage } from '#features/grower-storage/text/en/grower-storage.ts'
import { settings } from '#features/workstation/text/en/settings.ts'
import { commands } from './commands.ts'
import { counts } from './count.ts'
import { documents } from './documents.ts'
import { dump } from './dump.ts'
import { fields } from './fields.ts'
import { issuance } from './issuance.ts'
import { outbox } from './outbox.ts'
import { refusals } from './refusals.ts'
import { returns } from './return.ts'
import { scan } from './scan.ts'
import { screens } from './screens.ts'
import { shell } from './shell.ts'
import { start } from './start.ts'
import { transfer } from './transfer.ts'

/** Locale and plural forms of English. */
export const grammar = { locale: 'en', forms: ['one', 'other'] } as const

/** The sentences that are needed from the first scan on. */
export const first = {
  ...start,
  ...shell,
  ...screens,
  ...settings,
  ...refusals,
  ...fields,
  ...commands,
  ...scan,
  ...documents,
  ...issuance,
  ...transfer,
  ...dump,
  ...returns,
  ...growerStorage,
  ...counts,
  ...adjustment,
  ...outbox,
} as const satisfies Readonly<Record<RefusalCode | LabelCode | CommandTitleCode | ScanTextCode, string>> &
  Readonly<Record<string, string>>
