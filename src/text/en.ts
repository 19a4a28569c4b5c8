// Every sentence that a person reads, in English, keyed by code. Operator messages of the specification stand here to
// the letter; facts are named in braces. What the server and the app exchange is in src/contract/reply-messages.ts.
import type { LabelCode } from '#contract/label-codes.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { RefusalCode } from '#contract/refusals.ts'

export const en = {
  // ---- refusals: what happened, what was kept, what to do (contract/refusals.ts)
  readOnlyAccess: 'Read-only access. You can look at everything here; ask a lead to make the change.',
  keyMissing: 'You need {key} for this. Ask an administrator to grant it.',
  locationNotAllowed: 'You are not set up for location {location}. Choose another one in Setup.',
  noLocation: 'Choose a location and a season first.',
  noDocument: 'Open a document first: scan its number or pick it from a list.',
  noLine: 'Choose a line first: scan its barcode.',
  notOnThisScreen: 'That does nothing on this screen.',
  notWhileStatus: 'Not while {number} is {status}.',
  lineNotWhileStatus: '{barcode} is {status}; nothing was changed.',
  noLines: 'There are no lines yet. Scan a barcode to add one.',
  linesNotPicked: '{open} lines are not picked yet. Scan them, then ship.',
  linesNotReceived: '{open} lines are not received yet. Scan them, then receive.',
  linesStillOpen: '{open} lines are still open.',
  linesWithoutQuantity: 'A line has quantity 0. Enter a quantity or delete the line.',
  linesUnsaved: 'A line has an edit that is not saved. Save it or cancel it first.',
  linesWithoutReason: 'Please Select Reason Code',
  lineListed: '{barcode} is on the list already.',
  quantityZero: 'Quantity cannot be zero',
  pickOfZero: 'Cannot pick when inventory quantity is 0',
  quantityNotNumber: 'Enter a whole number of at most 9 digits.',
  quantityLooksLikeBarcode: '{value} looks like a barcode, not a quantity. Nothing was changed.',
  reasonMissing: 'Please Select Reason Code',
  formIncomplete: 'Some required fields are empty.',
  destinationMissing: 'Choose where the plants go.',
  entityTypeMissing: 'Choose Grower or Nursery first.',
  shipAfterArrival: 'Ship Date cannot be more than Arrival Date',
  temperatureWrong: 'Please input correct temperature',
  argumentMissing: 'Say which: {what}.',
  insufficientQuantity: 'Insufficient quantity. Please enter New Amount',
  belowReserved: 'Quantity is less than the {n} reserved on open documents',
  moreThanIssued: 'More than was issued: at most {n} can come back.',
  adjustmentTooSmall:
    'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
  busy: 'Still working on the last step. This one waits.',
  offline: 'Offline. Your work is kept here and goes out when the network is back.',
  signedOut: 'Your sign-in has ended. Your work is kept; sign in to go on.',

  // ---- words beside fields (contract/label-codes.ts)
  tagNumber: 'Tag #',
  logNumber: 'Log #',
  transferNumber: 'Transfer Nbr',
  requestNumber: 'Request #',
  entityType: 'Entity Type',
  grower: 'Grower',
  nursery: 'Nursery',
  growerEntity: 'Grower Entity',
  reference: 'Ref #',
  source: 'Source',
  destination: 'Destination',
  issueDate: 'Issue Date',
  comment: 'Comment',
  comments: 'Comments',
  status: 'Status',
  carrierName: 'Carrier Name',
  truckId: 'Truck ID',
  shipDate: 'Ship Date',
  arrivalDate: 'Arrival Date',
  shipTemperature: 'Ship Temp',
  receiveTemperature: 'Receive Temp',
  inventoryAffect: 'Inventory Affect',
  growerStorage: 'Grower Storage',
  dump: 'Dump',
  returnDate: 'Return Date',
  returnedBy: 'Returned By',
  authorizedBy: 'Authorized By',
  authorizedDate: 'Authorized Date',
  dumpWarehouse: 'Dump Warehouse',
  dumpStatus: 'Dump Status',

  // ---- words on buttons and around lists
  yes: 'Yes',
  no: 'No',
  ok: 'OK',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading…',
  confirmTitle: 'Are you sure you want to proceed?',

  // ---- calls that came to nothing (contract/problem.ts, and the client's own)
  malformed_request:
    'The server could not read the request. Nothing was changed; check the values and try again.',
  not_signed_in: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  token_expired: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  signed_out: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  key_missing:
    'You do not hold the security key for this. Nothing was changed; ask an administrator to grant it.',
  location_not_allowed: 'You are not set up for this location. Choose another one in Setup.',
  read_only: 'Read-only access. Nothing was changed; ask a lead to make the change.',
  group_missing: 'Your account is in no group that may use Trimline. Ask an administrator.',
  not_found: 'Not found',
  call_not_available: 'This server does not offer that. Nothing was changed.',
  method_not_allowed: 'This server does not offer that. Nothing was changed.',
  state_conflict:
    'Someone else was faster, and the document has changed. Nothing was changed; here is how it stands now.',
  request_in_progress: 'The same step is still under way. Wait a moment, then look again.',
  body_too_large: 'That is more than the server takes at once. Nothing was changed.',
  key_reused:
    'The server has seen this step with other values before. Nothing was changed; open the document again.',
  too_many_requests: 'Too much at once for the server. Wait a moment, then try again.',
  internal_error: 'The server failed. Your entries are kept; try again, and call for help if it stays so.',
  unavailable: 'The server cannot answer now. Your entries are kept; try again shortly.',
  unreachable: 'The server cannot be reached. Your entries are kept; check the network and try again.',
  timeout: 'The server took too long to answer. Your entries are kept; try again.',
  cancelled: 'Stopped before the server had answered.',
  answer_does_not_fit:
    'The server answered in a way this version does not understand. Look again before you repeat the step.',
  request_does_not_fit: 'These values cannot be sent. Nothing was changed.',
  server_refused: 'The server refused ({status}). Nothing was changed.',
  server_failed:
    'The server failed ({status}). Your entries are kept; try again, and call for help if it stays so.',

  // ---- general
  unknownCode: 'Something happened that this version has no words for: {code}.',
} as const satisfies Record<RefusalCode | LabelCode | ProblemCode, string> & Record<string, string>
