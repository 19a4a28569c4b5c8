// The ids of all commands. src/core/commands declares the commands, src/text has their titles.

import { ownCommands } from './own-kinds.ts'

export const COMMAND_IDS = [
  ...ownCommands,
  // anywhere
  'openPalette',
  'showHelp',
  'openDocument',
  'newIssuance',
  'newTransfer',
  'goToIssuance',
  'goToTransfer',
  'goToReceiving',
  'newDump',
  'newReturn',
  'goToDump',
  'goToReturn',
  'goToGrowerStorage',
  'goToTrim',
  'goToSetup',
  'switchPlace',
  'goToScanLog',
  'goToOutbox',
  'goToWorkstation',
  'goToCommandSheet',
  'showParked',
  'goToDashboard',
  'goToReleases',
  'readAgain',
  'reloadMasterData',
  'loadMissingData',
  'loadNewRelease',
  'goToHealth',
  'goToPrint',
  'commandSheet',
  'print',
  'printLast',
  'cancelPrint',
  'goToMaintenance',
  'goToImport',
  'goToLabelTemplates',
  'goToDownloads',
  'showHistory',
  'showTrace',
  'goBack',
  'switchTheme',
  'mute',
  'louder',
  'quieter',
  'switchVibration',
  'switchSpeech',
  'switchHold',
  'switchSun',
  'switchContrast',
  'largerText',
  'smallerText',
  'switchLanguage',
  'signOut',
  'signInAgain',
  // scanners and devices
  'goToScannerSetup',
  'goToScannerSheet',
  'chooseScanner',
  'takeProfile',
  'shareProfile',
  'connectHid',
  'connectSerial',
  'openCamera',
  // scanner
  'setQuantity',
  'keepQuantity',
  'endQuantity',
  'clearQuantity',
  'takeOffered',
  'acknowledge',
  'dismiss',
  'undo',
  'typeDigit',
  'whyNot',
  // list
  'newDocument',
  'searchNumber',
  'showAll',
  'sortList',
  'nextRow',
  'previousRow',
  'lineBelow',
  'lineAbove',
  'sortLines',
  'nextTab',
  // header
  'saveHeader',
  'editHeader',
  'cancelHeader',
  // edit
  'addLine',
  'typeBarcode',
  'order',
  'deleteLine',
  'advancedSearch',
  'goToDetail',
  // every screen of a document
  'listLeft',
  'takeOver',
  'takeRest',
  // detail
  'pick',
  'ship',
  'cancelDocument',
  'goToEdit',
  // dumping
  'dumpLine',
  'dump',
  // returning
  'returnLine',
  'postReturn',
  // reasons of lines
  'changeReason',
  'endReason',
  // receiving
  'receiveLine',
  'receive',
  'updateTemperature',
  // grower storage
  'chooseGrower',
  // trim
  'findStock',
  'adjust',
  'reviewRequest',
  // labels and print servers
  'labelsOf',
  'labelsOfLine',
  'labelsOfDocument',
  'newPrintServer',
  // adjustment request
  'accept',
  'reject',
  'chooseLine',
  'nextLine',
  'previousLine',
  // scan log
  'tryAgain',
  'showFailures',
  'exportLog',
  'nextScan',
  'previousScan',
  // outbox
  'sendAgain',
  'openWaiting',
  'discardWaiting',
  'chooseWaiting',
  'exportWaiting',
  'nextWaiting',
  'previousWaiting',
  // maintenance
  'switchRecord',
  'grantRights',
  'chooseFile',
  'downloadTrace',
  'passportsOfDocument',
  'switchPassport',
  'checkFile',
  'importFile',
  'stopImport',
  // dialogs
  'yes',
  'no',
  'save',
  'delete',
  'chooseAnother',
  'continue',
  'printAgain',
  'openPdf',
  'switchDocument',
  'addHere',
  'ignore',
  'anyway',
  'asItIs',
  'fillUp',
  'chooseReason',
] as const
export type CommandId = (typeof COMMAND_IDS)[number]

/** Is this the id of a command? For ids that come as text, such as a scan's command or a button's name. */
export function isCommandId(id: string): id is CommandId {
  return COMMAND_IDS.some((known) => known === id)
}

/** The code of a command's title in the text catalogue. */
export type CommandTitleCode = `command.${CommandId}`

/** The code of the search words that find a command in the palette, in addition to its title. */
export type CommandWordsCode = `command.${CommandId}.words`

/** The commands that answer a dialog. */
export const DIALOG_ANSWERS = [
  'yes',
  'no',
  'save',
  'delete',
  'chooseAnother',
  'continue',
  'print',
  'printAgain',
  'openPdf',
  'switchDocument',
  'addHere',
  'ignore',
  'anyway',
  'asItIs',
  'fillUp',
] as const satisfies readonly CommandId[]
export type DialogAnswer = (typeof DIALOG_ANSWERS)[number]
