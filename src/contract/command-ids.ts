// The ids of all commands (src/commands declares them, src/text names them).

export const COMMAND_IDS = [
  // anywhere
  'openPalette',
  'showHelp',
  'openDocument',
  'newIssuance',
  'newTransfer',
  'goToIssuance',
  'goToTransfer',
  'goToReceiving',
  'goToTrim',
  'goToSetup',
  'goToDashboard',
  'goToReleases',
  'reloadMasterData',
  'goToHealth',
  'goBack',
  'switchTheme',
  'mute',
  'signOut',
  'signInAgain',
  // scanner
  'setQuantity',
  'clearQuantity',
  'acknowledge',
  'dismiss',
  'undo',
  // list
  'newDocument',
  'searchNumber',
  'showAll',
  'nextRow',
  'previousRow',
  'nextTab',
  // header
  'saveHeader',
  'editHeader',
  'cancelHeader',
  // edit
  'addLine',
  'order',
  'deleteLine',
  'advancedSearch',
  'goToDetail',
  // detail
  'pick',
  'ship',
  'cancelDocument',
  'goToEdit',
  // receiving
  'receiveLine',
  'receive',
  'updateTemperature',
  // trim
  'findStock',
  'adjust',
  'reviewRequest',
  // adjustment request
  'accept',
  'reject',
  'chooseLine',
  'nextLine',
  'previousLine',
  // dialogs
  'yes',
  'no',
  'save',
  'delete',
  'chooseAnother',
  'continue',
  'chooseReason',
] as const
export type CommandId = (typeof COMMAND_IDS)[number]

/** Is this the id of a command? For ids that come as text: a scan's intent, a button's name. */
export const isCommandId = (id: string): id is CommandId => COMMAND_IDS.some((known) => known === id)

/** The code of a command's title in the text catalogue. */
export type CommandTitleCode = `command.${CommandId}`

/** The code of the words that find a command in the palette besides its title. */
export type CommandWordsCode = `command.${CommandId}.words`

/** The commands that answer dialogs. */
export const DIALOG_ANSWERS = [
  'yes',
  'no',
  'save',
  'delete',
  'chooseAnother',
  'continue',
] as const satisfies readonly CommandId[]
export type DialogAnswer = (typeof DIALOG_ANSWERS)[number]
