// The registry's index: every command of the product, from one place.
import type { Command } from './command.ts'
import { detailCommands } from './detail.ts'
import { dialogCommands } from './dialog.ts'
import { editCommands } from './edit.ts'
import { headerCommands } from './header.ts'
import { historyCommands } from './history.ts'
import { listCommands } from './list.ts'
import { receiveCommands } from './receive.ts'
import { recordCommands } from './record.ts'
import { createRegistry } from './registry.ts'
import { requestCommands } from './request.ts'
import { scannerCommands } from './scanner.ts'
import { shellCommands } from './shell.ts'
import { trimCommands } from './trim.ts'

export const commands: readonly Command[] = [
  ...dialogCommands,
  ...detailCommands,
  ...receiveCommands,
  ...editCommands,
  ...headerCommands,
  ...listCommands,
  ...trimCommands,
  ...requestCommands,
  ...recordCommands,
  ...scannerCommands,
  ...shellCommands,
  ...historyCommands,
]

/** Throws at start when two commands share an id, a barcode, or a key that both could answer. */
export const registry = createRegistry(commands)
