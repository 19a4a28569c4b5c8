// Commands about the devices of this workstation: which scanner it is set to, and scanners that are no keyboard.
import type { CommandId } from '#contract/command-ids.ts'
import { refuse } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { DirectWay } from './context.ts'

const goTo = (id: CommandId, route: 'scannerSetup' | 'scannerSheet', barcode: string): Command => ({
  id,
  scope: 'anywhere',
  leaves: true,
  barcode,
  when: ({ shell }) => shell.mayVisit(route),
  run: ({ shell }) => {
    shell.go(route)
    return undefined
  },
})

const connect = (id: CommandId, way: DirectWay): Command => ({
  id,
  scope: 'anywhere',
  turn: 'at-once',
  when: ({ devices }) => devices?.mayConnect(way) ?? refuse('notOnThisScreen'),
  run: ({ devices }) => devices?.connect(way),
})

export const deviceCommands: readonly Command[] = [
  goTo('goToScannerSetup', 'scannerSetup', 'SCANNER'),
  goTo('goToScannerSheet', 'scannerSheet', 'SCANNER.SHEET'),
  {
    // `scanner profile zebra` in the palette; `%T.PROFILE.ZEBRA-DS22XX-USB` on the set-up sheet.
    id: 'chooseScanner',
    scope: 'anywhere',
    barcode: 'PROFILE',
    turn: 'at-once',
    arguments: [{ name: 'profile', type: 'text', required: true }],
    when: ({ devices }) => (devices ? true : refuse('notOnThisScreen')),
    run: ({ devices }, { profile }) => devices?.chooseProfile(String(profile ?? '')),
  },
  connect('connectHid', 'hid'),
  connect('connectSerial', 'serial'),
  connect('openCamera', 'camera'),
]
