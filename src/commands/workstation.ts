// Commands that set this workstation: how outcomes sound and shake, and whether an error holds the scans behind it.
import type { CommandId } from '#contract/command-ids.ts'
import type { Command } from './command.ts'
import type { WorkstationSwitch } from './context.ts'

const setting = (
  id: CommandId,
  which: WorkstationSwitch,
  ways: Pick<Command, 'keys' | 'barcode'>,
): Command => ({
  id,
  scope: 'anywhere',
  turn: 'at-once',
  ...ways,
  when: () => true,
  run: ({ scanner }) => scanner.setting(which),
})

export const workstationCommands: readonly Command[] = [
  setting('mute', 'sound', { keys: 'm', barcode: 'MUTE' }),
  setting('louder', 'louder', { barcode: 'LOUDER' }),
  setting('quieter', 'quieter', { barcode: 'QUIETER' }),
  setting('switchVibration', 'vibration', { barcode: 'VIBRATE' }),
  setting('switchHold', 'hold', { barcode: 'HOLD' }),
]
