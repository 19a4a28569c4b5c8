// Commands of the app around the screens.
import type { CommandId } from '#contract/command-ids.ts'
import { refuse } from '#contract/refusals.ts'
import { NEW, type RouteName } from '#contract/routes.ts'
import type { Command } from './command.ts'

const goTo = (
  id: CommandId,
  route: RouteName,
  ways: Pick<Command, 'keys' | 'barcode'>,
  parameters?: Readonly<Record<string, string>>,
): Command => ({
  id,
  scope: 'anywhere',
  leaves: true,
  ...ways,
  when: ({ shell }) => shell.mayVisit(route),
  run: ({ shell }) => {
    shell.go(route, parameters)
    return undefined
  },
})

export const shellCommands: readonly Command[] = [
  {
    // F2 is for terminals whose keyboard has no Ctrl.
    id: 'openPalette',
    scope: 'anywhere',
    keys: 'mod+k, f2',
    barcode: 'PALETTE',
    turn: 'at-once',
    when: () => true,
    run: ({ shell }) => {
      shell.openPalette()
      return undefined
    },
  },
  {
    id: 'showHelp',
    scope: 'anywhere',
    keys: '?, f1',
    barcode: 'HELP',
    turn: 'at-once',
    when: () => true,
    run: ({ shell }) => {
      shell.showHelp()
      return undefined
    },
  },
  {
    id: 'openDocument',
    leaves: true,
    scope: 'anywhere',
    barcode: 'OPEN',
    arguments: [{ name: 'number', type: 'number', required: true }],
    when: () => true,
    run: ({ shell }, { number }) => shell.openDocument(String(number)),
  },
  goTo('newIssuance', 'issuanceEdit', { barcode: 'NEW.ISSUANCE' }, { number: NEW }),
  goTo('newTransfer', 'transferEdit', { barcode: 'NEW.TRANSFER' }, { number: NEW }),
  goTo('newDump', 'dumpEdit', { barcode: 'NEW.DUMP' }, { number: NEW }),
  goTo('newReturn', 'returnEdit', { barcode: 'NEW.RETURN' }, { number: NEW }),
  goTo('goToIssuance', 'issuance', { keys: 'i', barcode: 'ISSUANCE' }),
  goTo('goToTransfer', 'transfer', { keys: 'x', barcode: 'TRANSFER' }),
  goTo('goToReceiving', 'transferReceiving', { barcode: 'RECEIVING' }),
  goTo('goToReturn', 'return', { keys: 'f', barcode: 'RETURNS' }),
  goTo('goToDump', 'dump', { keys: 'z', barcode: 'DUMPS' }),
  goTo('goToGrowerStorage', 'growerStorage', { keys: 'g', barcode: 'GROWERSTORAGE' }),
  goTo('goToTrim', 'adjustTrim', { keys: 'q', barcode: 'TRIM' }),
  goTo('goToSetup', 'setup', { keys: 't', barcode: 'SETUP' }),
  goTo('goToScanLog', 'scanLog', { keys: 'h', barcode: 'LOG' }),
  goTo('goToWorkstation', 'workstation', { barcode: 'WORKSTATION' }),
  goTo('goToCommandSheet', 'commandSheet', { barcode: 'SHEET' }),
  {
    id: 'showParked',
    scope: 'anywhere',
    barcode: 'PARKED',
    turn: 'at-once',
    when: ({ shell }) => shell.mayShowParked(),
    run: ({ shell }) => shell.showParked(),
  },
  goTo('goToMaintenance', 'maintenance', { barcode: 'MAINTENANCE' }),
  goTo('goToImport', 'maintenanceImport', { barcode: 'IMPORT' }),
  goTo('goToDownloads', 'downloads', { barcode: 'DOWNLOADS' }),
  goTo('goToDashboard', 'dashboard', { keys: 'mod+g', barcode: 'DASHBOARD' }),
  goTo('goToReleases', 'releases', { barcode: 'RELEASES' }),
  goTo('goToHealth', 'healthCheck', { barcode: 'HEALTH' }),
  {
    id: 'goToPrint',
    scope: 'anywhere',
    leaves: true,
    keys: 'mod+l',
    barcode: 'LABELS',
    arguments: [
      { name: 'barcode', type: 'barcode', required: false },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: ({ shell }) => shell.mayVisit('print'),
    run: ({ shell }, { barcode, quantity }) => {
      shell.go('print', undefined, {
        ...(barcode !== undefined && { barcode: String(barcode) }),
        ...(quantity !== undefined && { count: String(quantity) }),
      })
      return undefined
    },
  },
  {
    id: 'goBack',
    leaves: true,
    scope: 'anywhere',
    keys: 'mod+b',
    barcode: 'BACK',
    when: () => true,
    run: ({ shell }) => {
      shell.back()
      return undefined
    },
  },
  {
    id: 'reloadMasterData',
    scope: 'anywhere',
    barcode: 'RELOAD',
    when: () => true,
    run: ({ shell }) => shell.reloadMasterData(),
  },
  {
    id: 'loadMissingData',
    scope: 'anywhere',
    keys: 'mod+u',
    barcode: 'LOAD.MISSING',
    turn: 'at-once',
    when: ({ shell }) => (shell.loadMissingData ? true : refuse('nothingMissing')),
    run: ({ shell }) => shell.loadMissingData?.(),
  },
  {
    id: 'switchTheme',
    scope: 'anywhere',
    barcode: 'THEME',
    turn: 'at-once',
    when: () => true,
    run: ({ shell }) => shell.switchTheme(),
  },
  {
    id: 'signOut',
    scope: 'anywhere',
    when: () => true,
    run: ({ shell }) => {
      shell.signOut()
      return undefined
    },
  },
  {
    id: 'signInAgain',
    scope: 'anywhere',
    barcode: 'SIGNIN',
    turn: 'at-once',
    when: ({ shell }) => (shell.signInAgain ? true : refuse('signedIn')),
    run: ({ shell }) => shell.signInAgain?.(),
  },
]
