// The log as it is written into a file.
import type { LoggedScan } from '#client/input/kept/kept-scans.ts'
import { say, sayCode } from '#text/say.ts'

const two = (part: number) => String(part).padStart(2, '0')

/** Date and time of this workstation, as spreadsheets sort it: 2026-11-21 14:03:59. */
export function writeTime(at: number): string {
  const time = new Date(at)
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** A heading and a row for each scan. */
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
