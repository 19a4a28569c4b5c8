// The registry of all commands.
import type { Command } from './command.ts'
import { detailCommands } from './detail.ts'
import { deviceCommands } from './devices.ts'
import { dialogCommands } from './dialog.ts'
import { editCommands } from './edit.ts'
import { growerCommands } from './grower.ts'
import { headerCommands } from './header.ts'
import { historyCommands, traceCommands } from './history.ts'
import { labelsCommands } from './labels.ts'
import { linesCommands } from './lines.ts'
import { listCommands } from './list.ts'
import { logCommands } from './log.ts'
import { openPointsCommands } from './open-points.ts'
import { outboxCommands } from './outbox.ts'
import { ownerCommands } from './owner.ts'
import { printCommands } from './print.ts'
import { quantityCommands } from './quantity.ts'
import { reasonCommands } from './reason.ts'
import { receiveCommands } from './receive.ts'
import { recordCommands } from './record.ts'
import { createRegistry } from './registry.ts'
import { remainderCommands } from './remainder.ts'
import { requestCommands } from './request.ts'
import { scannerCommands } from './scanner.ts'
import { shellCommands } from './shell.ts'
import { trimCommands } from './trim.ts'
import { verbCommands } from './verb.ts'
import { workstationCommands } from './workstation.ts'

export const commands: readonly Command[] = [
  ...dialogCommands,
  ...detailCommands,
  ...verbCommands,
  ...receiveCommands,
  ...openPointsCommands,
  ...ownerCommands,
  ...editCommands,
  ...remainderCommands,
  ...linesCommands,
  ...reasonCommands,
  ...quantityCommands,
  ...growerCommands,
  ...headerCommands,
  ...listCommands,
  ...trimCommands,
  ...requestCommands,
  ...labelsCommands,
  ...logCommands,
  ...outboxCommands,
  ...recordCommands,
  ...scannerCommands,
  ...printCommands,
  ...shellCommands,
  ...workstationCommands,
  ...deviceCommands,
  ...historyCommands,
  ...traceCommands,
]

/** Throws at start if two commands share an id, a barcode, or a key in the same context. */
export const registry = createRegistry(commands)
