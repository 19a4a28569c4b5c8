// Commands of the app shell: navigation, palette, help, reload and sign-in.
import type { CommandId } from '#core/wire/command-ids.ts'
import { navigationCommands } from '#core/wire/own-kinds.ts'
import { refuse } from '#core/wire/refusals.ts'
import { NEW_DOCUMENT, type RouteName } from '#core/wire/routes.ts'
import { BARCODE_AND_QUANTITY } from './command.ts'
import type { CommandContext } from './context.ts'
import { type DeclaredCommand, defineCommands } from './define.ts'

const goTo = (
  id: CommandId,
  route: RouteName,
  bindings: Pick<DeclaredCommand<CommandContext>, 'keys' | 'barcode'>,
  parameters?: Readonly<Record<string, string>>,
): DeclaredCommand<CommandContext> => ({
  id,
  opensOtherScreen: true,
  ...(parameters === undefined && { opensRoute: route }),
  ...bindings,
  when: ({ shell }) => shell.mayVisit(route),
  run: ({ shell }) => shell.go(route, parameters),
})

export const shellCommands = defineCommands('anywhere', [
  {
    // F2 is for terminals that have no Ctrl key.
    id: 'openPalette',
    keys: 'mod+k, f2',
    barcode: 'PALETTE',
    turn: 'at-once',
    run: ({ shell }) => shell.openPalette(),
  },
  {
    id: 'showHelp',
    keys: '?, f1',
    barcode: 'HELP',
    turn: 'at-once',
    run: ({ shell }) => shell.showHelp(),
  },
  {
    id: 'openDocument',
    opensOtherScreen: true,
    barcode: 'OPEN',
    arguments: [{ name: 'number', type: 'number', required: true }],
    run: ({ shell }, { number = '' }) => shell.openDocument(number),
  },
  goTo('newIssuance', 'issuanceEdit', { barcode: 'NEW.ISSUANCE' }, { number: NEW_DOCUMENT }),
  goTo('newTransfer', 'transferEdit', { barcode: 'NEW.TRANSFER' }, { number: NEW_DOCUMENT }),
  goTo('newDump', 'dumpEdit', { barcode: 'NEW.DUMP' }, { number: NEW_DOCUMENT }),
  goTo('newReturn', 'returnEdit', { barcode: 'NEW.RETURN' }, { number: NEW_DOCUMENT }),
  goTo('goToIssuance', 'issuance', { keys: 'i', barcode: 'ISSUANCE' }),
  goTo('goToTransfer', 'transfer', { keys: 'x', barcode: 'TRANSFER' }),
  goTo('goToReceiving', 'transferReceiving', { barcode: 'RECEIVING' }),
  goTo('goToReturn', 'return', { keys: 'f', barcode: 'RETURNS' }),
  goTo('goToDump', 'dump', { keys: 'z', barcode: 'DUMPS' }),
  ...navigationCommands.flatMap(({ list, edit, goTo: all, make }) => [
    goTo(make.id, edit, { barcode: make.barcode }, { number: NEW_DOCUMENT }),
    goTo(all.id, list, { ...(all.key !== undefined && { keys: all.key }), barcode: all.barcode }),
  ]),
  goTo('goToGrowerStorage', 'growerStorage', { keys: 'g', barcode: 'GROWERSTORAGE' }),
  goTo('goToTrim', 'adjustTrim', { keys: 'q', barcode: 'TRIM' }),
  goTo('goToSetup', 'setup', { keys: 't', barcode: 'SETUP' }),
  {
    id: 'switchPlace',
    opensOtherScreen: true,
    keys: '_',
    barcode: 'SEASON',
    when: ({ shell }) => shell.maySwitchPlace(),
    run: ({ shell }) => shell.switchPlace(),
  },
  goTo('goToScanLog', 'scanLog', { keys: 'h', barcode: 'LOG' }),
  goTo('goToOutbox', 'outbox', { keys: 'mod+o', barcode: 'OUTBOX' }),
  goTo('goToWorkstation', 'workstation', { barcode: 'WORKSTATION' }),
  goTo('goToCommandSheet', 'commandSheet', { barcode: 'SHEET' }),
  {
    id: 'showParked',
    barcode: 'PARKED',
    turn: 'at-once',
    when: ({ shell }) => shell.mayShowUnfinishedWork(),
    run: ({ shell }) => shell.showUnfinishedWork(),
  },
  goTo('goToMaintenance', 'maintenance', { barcode: 'MAINTENANCE' }),
  goTo('goToImport', 'maintenanceImport', { barcode: 'IMPORT' }),
  goTo('goToLabelTemplates', 'labelTemplates', { barcode: 'TEMPLATES' }),
  goTo('goToDownloads', 'downloads', { barcode: 'DOWNLOADS' }),
  goTo('goToDashboard', 'dashboard', { keys: 'mod+g', barcode: 'DASHBOARD' }),
  goTo('goToReleases', 'releases', { barcode: 'RELEASES' }),
  goTo('goToHealth', 'healthCheck', { barcode: 'HEALTH' }),
  {
    id: 'goToPrint',
    opensOtherScreen: true,
    keys: 'mod+l',
    barcode: 'LABELS',
    arguments: BARCODE_AND_QUANTITY,
    when: ({ shell }) => shell.mayVisit('print'),
    run: ({ shell }, { barcode, quantity }) =>
      shell.go('print', undefined, {
        ...(barcode !== undefined && { barcode }),
        ...(quantity !== undefined && { count: String(quantity) }),
      }),
  },
  {
    id: 'goBack',
    opensOtherScreen: true,
    keys: 'mod+b',
    barcode: 'BACK',
    run: ({ shell }) => shell.back(),
  },
  {
    id: 'readAgain',
    keys: 'mod+y',
    barcode: 'READ.AGAIN',
    turn: 'at-once',
    run: ({ shell }) => shell.reloadData(),
  },
  {
    id: 'reloadMasterData',
    barcode: 'RELOAD',
    run: ({ shell }) => shell.reloadMasterData(),
  },
  {
    id: 'loadMissingData',
    keys: 'mod+u',
    barcode: 'LOAD.MISSING',
    turn: 'at-once',
    when: ({ shell }) => (shell.loadMissingData ? true : refuse('nothingMissing')),
    run: ({ shell }) => shell.loadMissingData?.(),
  },
  {
    id: 'loadNewRelease',
    keys: 'mod+e',
    barcode: 'NEW.VERSION',
    turn: 'at-once',
    when: ({ shell }) => (shell.loadNewRelease ? true : refuse('noNewRelease')),
    run: ({ shell }) => shell.loadNewRelease?.(),
  },
  {
    id: 'switchTheme',
    barcode: 'THEME',
    turn: 'at-once',
    run: ({ shell }) => shell.switchTheme(),
  },
  {
    id: 'signOut',
    run: ({ shell }) => shell.signOut(),
  },
  {
    id: 'signInAgain',
    barcode: 'SIGNIN',
    turn: 'at-once',
    when: ({ shell }) => (shell.signInAgain ? true : refuse('signedIn')),
    run: ({ shell }) => shell.signInAgain?.(),
  },
])
