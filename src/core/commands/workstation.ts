// Commands for workstation settings: sound, vibration, display, and whether an error holds the next scans.
import type { CommandId } from '#core/wire/command-ids.ts'
import type { CommandContext, WorkstationSwitch } from './context.ts'
import { type DeclaredCommand, defineCommands } from './define.ts'

const setting = (
  id: CommandId,
  which: WorkstationSwitch,
  bindings: Pick<DeclaredCommand<CommandContext>, 'keys' | 'barcode'>,
): DeclaredCommand<CommandContext> => ({
  id,
  turn: 'at-once',
  ...bindings,
  run: ({ scanner }) => scanner.setting(which),
})

export const workstationCommands = defineCommands('anywhere', [
  setting('mute', 'sound', { keys: 'm', barcode: 'MUTE' }),
  setting('louder', 'louder', { barcode: 'LOUDER' }),
  setting('quieter', 'quieter', { barcode: 'QUIETER' }),
  setting('switchVibration', 'vibration', { barcode: 'VIBRATE' }),
  setting('switchSpeech', 'speech', { barcode: 'SPEAK' }),
  setting('switchHold', 'hold', { barcode: 'HOLD' }),
  setting('switchSun', 'sun', { keys: '=', barcode: 'SUN' }),
  setting('switchContrast', 'contrast', { barcode: 'CONTRAST' }),
  setting('largerText', 'larger', { barcode: 'LARGER' }),
  setting('smallerText', 'smaller', { barcode: 'SMALLER' }),
  setting('switchLanguage', 'language', { barcode: 'LANGUAGE' }),
])
