// Writes the scan log as file rows.

import { writeTime } from '#app/ui/csv.ts'
import type { LoggedScan } from '#input/kept/kept-scans.ts'
import { say, sayCode } from '#text/say.ts'

/** Returns a header and a row per scan. */
export function logRows(scans: readonly LoggedScan[]): readonly (readonly string[])[] {
  return [
    [
      say('log.csv.time'),
      say('log.csv.code'),
      say('log.csv.kind'),
      say('log.csv.quantity'),
      say('log.csv.outcome'),
      say('log.csv.words'),
      say('log.csv.screen'),
    ],
    ...scans.map(({ at, raw, kind, quantity, tone, code, args, address }) => [
      writeTime(at),
      raw,
      say(`scan-kind-${kind}`),
      quantity === undefined ? '' : String(quantity),
      say(`scan-tone-${tone}`),
      sayCode(code, args),
      address ?? '',
    ]),
  ]
}
