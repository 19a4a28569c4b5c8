import { adjustment } from '#features/adjustment/text/es/adjustment.ts'
import { growerStorage } from '#features/grower-storage/text/es/grower-storage.ts'
import { settings } from '#features/workstation/text/es/settings.ts'
import type { first as english } from '../en/first.ts'
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
import { readValues } from './values.ts'

/**
 * Locale, plural forms and value names of Spanish. Thousands separators are as in English (1,250), because
 * those of es-ES would be read as decimal points.
 */
export const grammar = { locale: 'es-MX', forms: ['one', 'other'], read: readValues } as const

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
} as const satisfies Readonly<Record<keyof typeof english, string>>
