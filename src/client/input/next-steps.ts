// What helps after each refusal: commands, most useful first. Only those that may run where the person stands are offered.
import type { CommandId } from '#contract/command-ids.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { OutcomeReason, WhyCode } from '#contract/why-codes.ts'

export const nextSteps: Readonly<Record<WhyCode, readonly CommandId[]>> = {
  readOnlyAccess: ['goBack'],
  keyMissing: ['reloadMasterData'],
  locationNotAllowed: ['goToSetup'],
  doneElsewhere: ['goToSetup'],
  noLocation: ['goToSetup'],
  noDocument: ['showParked', 'searchNumber', 'goToIssuance', 'goToTransfer'],
  noLine: ['nextLine', 'advancedSearch'],
  notOnThisScreen: ['showHelp', 'goToDetail', 'goToEdit', 'openPalette'],
  dialogOpen: ['openPalette'],
  noQuestion: ['showHelp'],
  nothingToPrint: ['goToPrint', 'goToIssuance', 'goToTransfer'],
  notPrintable: ['goToDetail', 'goBack'],
  notWhileStatus: ['newDocument', 'goBack'],
  lineNotWhileStatus: ['undo', 'goToEdit'],
  lineChanged: ['goToEdit', 'goBack'],
  noLines: ['goToEdit', 'advancedSearch'],
  linesNotPicked: ['goToEdit', 'goBack'],
  linesNotReceived: ['goBack'],
  linesStillOpen: ['goToEdit', 'goBack'],
  linesDumped: ['goBack'],
  linesWithoutQuantity: ['deleteLine', 'order'],
  linesUnsaved: ['order', 'deleteLine'],
  linesWithoutReason: ['chooseReason'],
  lineGone: ['goToEdit', 'goBack'],
  lineListed: ['order', 'deleteLine'],
  nothingPending: ['advancedSearch', 'goToDetail'],
  headerUnsaved: ['saveHeader', 'editHeader'],
  stillLoading: ['goToHealth'],
  barcodeMissing: ['labelsOf', 'goToTrim'],
  quantityZero: ['deleteLine'],
  quantityUnchanged: ['findStock'],
  pickOfZero: ['goToEdit'],
  quantityNotNumber: ['clearQuantity'],
  quantityLooksLikeBarcode: ['clearQuantity'],
  reasonMissing: ['chooseReason'],
  reasonUnknown: ['reloadMasterData', 'goToCommandSheet'],
  formIncomplete: ['saveHeader', 'cancelHeader'],
  destinationMissing: ['editHeader', 'cancelHeader'],
  entityTypeMissing: ['editHeader', 'cancelHeader'],
  growerMissing: ['editHeader', 'showHelp'],
  growerUnknown: ['reloadMasterData', 'goToGrowerStorage'],
  effectMissing: ['editHeader', 'cancelHeader'],
  authorizedByMissing: ['editHeader', 'cancelHeader'],
  authorizedDateMissing: ['editHeader', 'cancelHeader'],
  dateMissing: ['editHeader', 'cancelHeader'],
  shipAfterArrival: ['editHeader', 'cancelHeader'],
  temperatureWrong: ['updateTemperature'],
  argumentMissing: ['openPalette'],
  insufficientQuantity: ['advancedSearch', 'deleteLine', 'goToEdit', 'goToTrim'],
  inventoryNotFound: ['advancedSearch', 'goToTrim', 'goToSetup'],
  quantityChanged: ['findStock'],
  belowReserved: ['goToIssuance', 'goToTransfer'],
  moreThanIssued: ['goBack'],
  adjustmentTooSmall: ['reject', 'goToTrim'],
  nothingToAcknowledge: ['goToScanLog'],
  nothingToUndo: ['goToEdit', 'goToScanLog'],
  noQuantity: ['showHelp'],
  noReasonKept: ['showHelp'],
  nothingToExplain: ['showHelp'],
  nothingToTryAgain: ['goToScanLog'],
  nothingParked: ['goToIssuance', 'goToTransfer'],
  signedIn: ['signOut'],
  directNotHere: ['goToScannerSetup'],
  directInsecure: ['goToHealth', 'goToScannerSetup'],
  directOnAlready: ['goToScannerSetup'],
  busy: ['goToHealth'],
  offline: ['goToHealth', 'goToScanLog'],
  signedOut: ['signInAgain'],
  'scan-not-accepted-here': ['showHelp', 'goToScanLog'],
  'scan-barcode-not-here': ['showParked', 'goToIssuance', 'goToTransfer', 'goToTrim'],
  'scan-number-not-here': ['openDocument', 'goToIssuance', 'goToTransfer'],
  'scan-command-not-here': ['showHelp', 'openPalette'],
  'scan-command-unknown': ['goToCommandSheet', 'openPalette'],
  'scan-command-argument': ['goToCommandSheet', 'openPalette'],
  'scan-unknown': ['goToScanLog', 'showHelp'],
  'scan-fragment': ['goToScanLog', 'showHelp'],
  'scan-glued': ['goToScanLog', 'showHelp'],
  'scan-control-characters': ['goToScanLog', 'showHelp'],
  'scan-empty': ['showHelp'],
  'scan-too-long': ['goToScanLog'],
  'scan-not-saved': ['goToScanLog', 'showParked'],
  'scan-failed': ['goToScanLog', 'goToHealth'],
  'scan-unreadable': ['goToScanLog'],
  'scan-restored': ['goToScanLog'],
  'scan-documents-found': ['openDocument'],
  'scan-document-missing': ['goToSetup', 'goToIssuance', 'goToTransfer'],
  notHere: ['goToEdit', 'goToReceiving', 'goToScanLog'],
  elsewhere: ['openDocument', 'goToScanLog'],
  already: ['undo'],
  listed: ['order', 'deleteLine'],
  noStock: ['advancedSearch', 'findStock', 'goToTrim', 'goToScanLog', 'goToSetup'],
  kept: ['undo'],
  serverRefused: ['goToScanLog', 'goToHealth'],
  notSent: ['goToHealth', 'goToScanLog'],
}

/** What a server's or a call's own code comes to. */
const reasonsOfProblems: Readonly<Record<ProblemCode, WhyCode>> = {
  malformed_request: 'serverRefused',
  not_signed_in: 'signedOut',
  token_expired: 'signedOut',
  key_missing: 'keyMissing',
  location_not_allowed: 'locationNotAllowed',
  read_only: 'readOnlyAccess',
  group_missing: 'readOnlyAccess',
  not_found: 'scan-document-missing',
  call_not_available: 'serverRefused',
  state_conflict: 'lineChanged',
  request_in_progress: 'busy',
  method_not_allowed: 'serverRefused',
  body_too_large: 'serverRefused',
  key_reused: 'serverRefused',
  too_many_requests: 'notSent',
  internal_error: 'notSent',
  unavailable: 'notSent',
}

/** Codes that documents and stock have sentences of their own for. */
const reasonsOfOutcomes: Readonly<Record<string, WhyCode>> = {
  ...reasonsOfProblems,
  signed_out: 'signedOut',
  unreachable: 'notSent',
  timeout: 'notSent',
  cancelled: 'notSent',
  server_failed: 'notSent',
  noDataForBarcode: 'noStock',
  'documents.lineListed': 'listed',
  'documents.kept': 'kept',
}

/** The last word of a kind's own code says what it comes to: `issuance.pick.notHere`. */
const lastWords: readonly OutcomeReason[] = ['notHere', 'elsewhere', 'already', 'kept']

/** What an outcome's code comes to, so that there is a rule and a next step for every one. */
export const whyOf = (code: string): WhyCode => {
  if (isWhyCode(code)) return code
  const known = reasonsOfOutcomes[code]
  if (known) return known
  const last = code.slice(code.lastIndexOf('.') + 1)
  return lastWords.find((word) => word === last) ?? 'serverRefused'
}

const isWhyCode = (code: string): code is WhyCode => Object.hasOwn(nextSteps, code)
