// Which commands work on which screen: the line's, and the one that ends the document well.
import type { CommandId } from '#contract/command-ids.ts'
import type { Verb } from '#kinds/kind.ts'

export const LINE_COMMAND = {
  order: 'order',
  pick: 'pick',
  receive: 'receiveLine',
  dump: 'dumpLine',
  return: 'returnLine',
} as const satisfies Readonly<Record<Verb, CommandId>>

export const FINAL_COMMAND = {
  order: 'ship',
  pick: 'ship',
  receive: 'receive',
  dump: 'dump',
  return: 'postReturn',
} as const satisfies Readonly<Record<Verb, CommandId>>
