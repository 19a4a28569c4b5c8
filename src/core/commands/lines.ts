// Commands of a document's line table, on a terminal.
import type { Command } from './command.ts'
import { defineCommands } from './define.ts'

export const linesCommands: readonly Command[] = defineCommands('lines', [
  { id: 'lineBelow', keys: 'j', run: (lines) => lines.move(1) },
  { id: 'lineAbove', keys: 'k', run: (lines) => lines.move(-1) },
  { id: 'sortLines', keys: '.', barcode: 'SORT.LINES', run: (lines) => lines.sort() },
])
