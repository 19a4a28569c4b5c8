// Commands of a return log: its lines are saved one by one, then it is posted.
import type { Command } from './command.ts'
import { finalCommand, lineCommand } from './line-verb.ts'

export const returnCommands: readonly Command[] = [
  lineCommand('return', { id: 'returnLine', key: 'l', barcode: 'RETURN.LINE' }),
  finalCommand('return', 'post', { id: 'postReturn', key: 's', barcode: 'RETURN', leaves: true }),
]
