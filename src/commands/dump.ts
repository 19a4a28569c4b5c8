// Commands of a dump log: its lines are written off one by one, then the log as a whole.
import type { Command } from './command.ts'
import { finalCommand, lineCommand } from './line-verb.ts'

export const dumpCommands: readonly Command[] = [
  lineCommand('dump', { id: 'dumpLine', key: 'l', barcode: 'DUMP.LINE' }),
  finalCommand('dump', 'complete', { id: 'dump', key: 's', barcode: 'DUMP', leaves: true }),
]
