import { defineLanguage } from '../language.ts'
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
import { paper } from './paper.ts'
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
import { readValues } from './values.ts'
import { why } from './why.ts'
import { workstation } from './workstation.ts'

/**
 * Spanish as nursery crews in the western United States and in Mexico speak it, on screens and on paper. The words of
 * the field are in docs/spanish.md. Numbers are grouped as in English (1,250): those of es-ES would be read as decimals.
 */
export const spanish = defineLanguage({
  locale: 'es-MX',
  forms: ['one', 'other'],
  read: readValues,
  sentences: {
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
    ...paper,
  },
})
