// Commands for the devices of this workstation: scanner profiles, and scanners that do not act as keyboards.
import type { CommandId } from '#core/wire/command-ids.ts'
import type { Command } from './command.ts'
import type { CommandContext, DevicesPort, ScannerConnection } from './context.ts'
import { type DeclaredCommand, defineCommands, defineCommandsOn } from './define.ts'

const goTo = (
  id: CommandId,
  route: 'scannerSetup' | 'scannerSheet',
  barcode: string,
): DeclaredCommand<CommandContext> => ({
  id,
  opensOtherScreen: true,
  barcode,
  when: ({ shell }) => shell.mayVisit(route),
  run: ({ shell }) => shell.go(route),
})

const connect = (id: CommandId, way: ScannerConnection): DeclaredCommand<DevicesPort> => ({
  id,
  turn: 'at-once',
  when: (devices) => devices.mayConnect(way),
  run: (devices) => devices.connect(way),
})

export const deviceCommands: readonly Command[] = [
  ...defineCommands('anywhere', [
    goTo('goToScannerSetup', 'scannerSetup', 'SCANNER'),
    goTo('goToScannerSheet', 'scannerSheet', 'SCANNER.SHEET'),
  ]),
  ...defineCommandsOn('anywhere', ({ devices }) => devices, [
    {
      // In the palette: `scanner profile zebra`. On the set-up sheet: `%T.PROFILE.ZEBRA-DS22XX-USB`.
      id: 'chooseScanner',
      barcode: 'PROFILE',
      turn: 'at-once',
      arguments: [{ name: 'profile', type: 'text', required: true }],
      run: (devices, { profile = '' }) => devices.chooseProfile(profile),
    },
    connect('connectHid', 'hid'),
    connect('connectSerial', 'serial'),
    connect('openCamera', 'camera'),
  ]),
  ...defineCommandsOn('anywhere', ({ deviceProfile }) => deviceProfile, [
    {
      id: 'takeProfile',
      barcode: 'SCANNER.TAKE',
      turn: 'at-once',
      when: (profile) => profile.mayTake(),
      run: (profile) => profile.take(),
    },
    {
      id: 'shareProfile',
      barcode: 'SCANNER.SHARE',
      turn: 'at-once',
      when: (profile) => profile.mayShare(),
      run: (profile, _given, cause) => profile.share(cause),
    },
  ]),
]
