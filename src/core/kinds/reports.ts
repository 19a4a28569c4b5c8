// The reports of all kinds. The app never loads them.
import { report as count } from './count/report.ts'
import { report as dump } from './dump/report.ts'
import type { kinds } from './index.ts'
import { report as issuance } from './issuance/report.ts'
import type { KindReport } from './report.ts'
import { report as returns } from './return/report.ts'
import { report as transfer } from './transfer/report.ts'

export const kindReports: Readonly<Record<keyof typeof kinds, KindReport>> = {
  issuance,
  transfer,
  dump,
  return: returns,
  count,
}
