// Commands of a document's other end, where what arrives is received.
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import { finalCommand, lineCommand } from './line-verb.ts'

export const receiveCommands: readonly Command[] = [
  lineCommand('receive', { id: 'receiveLine', key: 'l', barcode: 'RECEIVE.LINE' }),
  finalCommand('receive', 'complete', { id: 'receive', key: 'r', barcode: 'RECEIVE' }),
  {
    id: 'updateTemperature',
    scope: 'receive',
    keys: 'w, f7',
    barcode: 'TEMP',
    when: ({ document }) =>
      document?.updateHeader ? (document.mayUpdateHeader?.() ?? true) : refuse('notOnThisScreen'),
    run: ({ document }, _, cause) => document?.updateHeader?.(cause),
  },
]
