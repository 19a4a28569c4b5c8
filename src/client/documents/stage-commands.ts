// Which commands work on which screen: the line's, and the one that ends the document well.
import type { CommandId } from '#contract/command-ids.ts'
import type { StageId } from '#workflows/workflow.ts'

export const LINE_COMMAND = {
  edit: 'order',
  detail: 'pick',
  receive: 'receiveLine',
} as const satisfies Readonly<Record<StageId, CommandId>>

export const FINAL_COMMAND = {
  detail: 'ship',
  receive: 'receive',
} as const satisfies Readonly<Record<Exclude<StageId, 'edit'>, CommandId>>
