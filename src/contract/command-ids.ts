// The ids of all commands (src/commands declares them, src/text names them).

export const COMMAND_IDS = [
  // anywhere
  'openPalette',
  'showHelp',
  'openDocument',
  'goToIssuance',
  'goToSetup',
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
  'undo',
  // list
  'newDocument',
  'searchNumber',
  'showAll',
  'nextRow',
  'previousRow',
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
  // dialogs
  'yes',
  'no',
  'save',
  'delete',
  'chooseAnother',
  'continue',
] as const
export type CommandId = (typeof COMMAND_IDS)[number]
