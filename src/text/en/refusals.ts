// Refusals: what happened, what was kept, what to do (core/wire/refusals.ts).

export const refusals = {
  readOnlyAccess: 'Read-only access. You can look at everything here; ask a lead to make the change.',
  keyMissing: 'You need {key} for this. Ask an administrator to grant it.',
  superAdminsOnly: 'This is open to super-admins only. Ask an administrator if you need it.',
  locationNotAllowed: 'You are not set up for location {location}. Choose another one in Setup.',
  doneElsewhere: 'This is done at location {location}. Choose it in Setup first.',
  noLocation: 'Choose a location and a season first.',
  noDocument: 'Open a document first: scan its number or pick it from a list.',
  noLine: 'Choose a line first: scan its barcode.',
  notOnThisScreen: 'This does nothing on this screen.',
  dialogOpen: 'Answer the question on the screen first. Nothing was changed.',
  noQuestion: 'No question is open.',
  nothingToPrint: 'Nothing on this screen can be printed. Open a document or a list first.',
  notPrintable: '{number} is {status}. It can be printed when it is {wanted}.',
  notWhileStatus: 'Not while {number} is {status}.',
  lineNotWhileStatus: '{barcode} is {status}; nothing was changed.',
  lineChanged:
    'Someone else changed {barcode}: it is {status} with {quantity} now. Your change was not saved.',
  lineChangedBy:
    '{by} changed {barcode}: it is {status} with {quantity} now. Nothing was changed. Check it, then try again.',
  documentChanged: 'Document {number} was changed meanwhile. Nothing was done. Look at it and try again.',
  lineNotSeen:
    '{by} added {barcode} meanwhile: {status}, {quantity}. Nothing was changed. Check it, then try again.',
  headerChanged:
    'Someone else changed the same fields meanwhile. Nothing was saved. Choose which values to keep.',
  numbersUsedUp: 'All document numbers of this kind are used. Nothing was created; tell your administrator.',
  noLines: 'There are no lines yet. Scan a barcode to add one.',
  linesNotPicked: '{open} {open|line is|lines are} not picked yet. Scan {open|it|them}, then ship.',
  linesNotReceived: '{open} {open|line is|lines are} not received yet. Scan {open|it|them}, then receive.',
  linesStillOpen: '{open} {open|line is|lines are} still open.',
  linesDumped: '{n} {n|line is|lines are} dumped already. The dump cannot be cancelled.',
  linesWithoutQuantity: '{barcode} has quantity 0. Enter a quantity or delete the line.',
  linesOnTheirWay: '{n} {n|line is|lines are} on this device only. Try again when {n|it is|they are} sent.',
  linesUnsaved: 'A line is not saved. Save it or cancel it first.',
  linesNotCounted:
    '{n} {n|barcode is|barcodes are} not counted yet, {barcode} among them. Nothing was changed. Scan {n|it|them}, or count 0.',
  linesWithoutReason: 'Please Select Reason Code',
  lineListed: '{barcode} is on the list already.',
  lineGone: '{barcode} is no longer on the list. Nothing was changed.',
  quantityZero: 'Quantity cannot be zero',
  barcodeMissing: 'Scan the barcode to print labels for, or type all 10 characters.',
  countWrong: '{value} cannot be printed. Enter a whole number from 1 to {most}.',
  nothingPrints: 'Nothing is printing now.',
  quantityUnchanged: 'Please Edit Quantity',
  pickOfZero: 'Cannot pick when inventory quantity is 0',
  quantityNotNumber: 'Enter a whole number of at most 9 digits.',
  quantityLooksLikeBarcode: '{value} looks like a barcode, not a quantity. Nothing was changed.',
  lineNotShort: '{barcode} is not short. Only a short line has a reason.',
  reasonMissing: 'Please Select Reason Code',
  reasonUnknown: '{reason} is not a reason code here. Choose one from the list.',
  formIncomplete: 'Some required fields are empty.',
  destinationMissing: 'Choose a destination.',
  entityTypeMissing: 'Choose Grower or Nursery first.',
  dateMissing: 'Choose both dates.',
  dateWrong: 'Enter a date from {first} to {last}.',
  authorizedByMissing: 'Enter who authorized it.',
  authorizedDateMissing: 'Choose the date when it was authorized.',
  growerMissing: 'Choose a grower first.',
  growerUnknown: '{grower} has no plants in grower storage here. Choose a grower from the list.',
  effectMissing: 'Choose what the return affects: grower storage or dump.',
  shipAfterArrival: 'Ship Date cannot be more than Arrival Date',
  destinationInactive:
    'Location {location} is inactive. Nothing was shipped. Choose another destination, or ask an administrator to activate it.',
  temperatureWrong: 'Please input correct temperature',
  argumentMissing: 'Missing: {what}.',
  insufficientQuantity: 'Insufficient quantity. Please enter New Amount',
  inventoryNotFound: 'Inventory Not found',
  quantityChanged: 'Someone else changed the quantity: it is {n} now. Your change was not saved.',
  belowReserved: 'Quantity is less than the {n} reserved on open documents. Enter {n} or more.',
  moreThanIssued: 'More than was issued. At most {n} can be returned.',
  plantsTooMany:
    'The sum of plants is too large: at most 2,147,483,647 can be stored. Nothing was saved. Check the quantity.',
  adjustmentTooSmall:
    'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
  ownerChanged: '{who} took over {number} meanwhile. Nothing was changed. Take it over again if you need it.',
  recordChanged: '{by} changed this entry. Your change was not saved. Compare, then save again.',
  recordExists: '{key} exists already. Search for it, or choose another name.',
  recordTwice: '{value} is used by another entry.',
  personAbove:
    '{name} has a higher role than you: you cannot take away their access. Nothing was changed. Ask a super-admin.',
  lastSuperAdmin:
    '{name} is the last super-admin. Nothing was changed. Somebody else must be super-admin first, and have signed in.',
  passportNoOperator:
    'Plant passport part B is missing: the operator’s registration number of {location}. Nothing was printed. Set it in Maintenance, Locations.',
  passportNoOrigin:
    'Plant passport part D is missing: the country of origin of {barcode}. Nothing was printed. Import the stock file with the column Origin.',
  labelTextCut: '‘{text}’ of {barcode} does not fit on {template}. Nothing was printed. Choose {larger}.',
  labelTextTooLong:
    '‘{text}’ of {barcode} fits on no label that can be printed here. Nothing was printed. Shorten it in Maintenance.',
  printHostForeign:
    '{host} is not on this network. Nothing was changed. Ask the person who runs the server to allow it (PRINT_HOSTS).',
  ownAccess: 'This would remove your own access. Nothing was changed. Ask another administrator.',
  recordHasDocuments:
    '{name} still has {documents} open {documents|document|documents}: {numbers}. Nothing was changed. Complete or cancel them first.',
  recordHasPlants:
    '{name} still has {plants} {plants|plant|plants} in stock. Nothing was changed. Empty it first, then deactivate it.',
  templateWrong: '{place}: expected {expected}. Nothing was saved. Correct the file, then choose it again.',
  templateUnread:
    'At {dpi} dpi the barcode {barcode} cannot be read. Nothing was saved. Keep other elements off it, or make it larger.',
  templateQrUnread:
    'At {dpi} dpi the barcode {barcode} was read, a QR code was not. Nothing was saved. Keep other elements off it, or make it larger.',
  templateBarsThin:
    'At {dpi} dpi the bars are too thin to be read: the barcode has {width} mm and needs {least} mm, white ends included. Nothing was saved.',
  templateBarsLow:
    'The barcode is {height} mm high; scanners need {least} mm. Nothing was saved. Make it higher.',
  templatePartMissing: 'A plant passport needs all its parts: {parts} is missing. Nothing was saved. Add it.',
  templateTextCut:
    'On this label {text} would lose its end. Nothing was saved. Make its place larger, or the text smaller.',
  templateUntried: 'Choose a file first. It is saved once its barcode has been read.',
  zplCommand:
    '{command} in line {line} is not taken: a template only says what is drawn where. Nothing was saved. Remove it, then choose the file again.',
  zplNumber:
    '{command} in line {line}, number {place}: expected a whole number from {least} to {most}. Nothing was saved. Correct it, then choose the file again.',
  zplOption:
    '{command} in line {line} takes only: {allowed}. Nothing was saved. Change it, then choose the file again.',
  zplFrame:
    'A template is one label: one ^XA at the start of the file and one ^XZ at its end. Nothing was saved. Save each label as a file of its own.',
  zplSize: 'The size of the label is missing. Nothing was saved. Add ^PW (width) and ^LL (length), in dots.',
  zplField:
    '{field} in line {line} is not known. Nothing was saved. Use one of {known}, in braces, then choose the file again.',
  zplFont:
    'The text in line {line} has no font. Nothing was saved. Write ^A0 or ^CF0 with a height before it, then choose the file again.',
  zplRoom:
    'The element in line {line} does not fit on the label, with the white that a barcode of ten letters needs around it. Nothing was saved. Move it, or make it smaller.',
  zplUnfinished:
    'The field in line {line} needs one ^FD and, at its end, ^FS. Nothing was saved. Correct it, then choose the file again.',
  zplElement:
    'The element in line {line} cannot be a part of a template: expected {expected}. Nothing was saved. Change it, then choose the file again.',
  notAdmin: 'Administrators only. Ask one to make the change.',
  noDeviceProfile: 'No profile is saved for this device. Test the scanner, or choose a profile.',
  deviceNameMissing: 'This device has no name. Enter one on Scanner setup, such as its model.',
  historyOfWhat: 'Enter a barcode or a document number.',
  fileMissing: 'Choose a file first.',
  noImport: 'No import is running.',
  fileUnchecked: 'Check the file first.',
  recordIncomplete: 'Check these fields: {fields}.',
  recordUnchanged: 'There is nothing to save.',
  recordUnsaved: 'Save or cancel your changes first.',
  presetUnknown: 'There is no such permission set. Choose {presets}.',
  nothingOffered: 'No barcode is suggested.',
  nothingToAcknowledge: 'There is no error to confirm.',
  nothingShort: '{barcode}: nothing is missing at its shelf. Enter what is there first.',
  noOtherShelf: '{barcode}: {n} short. No other shelf here has this barcode.',
  nothingToUndo: 'There is nothing to undo.',
  noQuantity: 'There is nothing to clear.',
  noQuantityKept: 'No quantity is set for the next scans.',
  keptQuantityZero:
    '0 cannot be the quantity of the next scans. Nothing was changed; choose a quantity of 1 or more.',
  noReasonKept: 'No reason is set for the next scans.',
  signedIn: 'You are signed in.',
  noNewRelease: 'This is the newest version.',
  nothingMissing: 'All master data is loaded.',
  noKeys: 'No permissions are set up for you. Ask an administrator to grant some.',
  busy: 'Still working on the last step. Nothing was done now: try again when it has ended.',
  signedOut: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  'rule.temperatureWrong': 'A temperature is between -50 and 60 °C, with up to 2 digits after the point.',
  nothingToExplain: 'Nothing was refused yet.',
  nothingWaits: 'There is nothing to do in the outbox.',
  nothingToTryAgain: 'Choose a scan in the log first.',
  noOtherPlace: 'There is no other season or location to switch to.',
  nothingParked: 'There is no unfinished work at this location.',
} as const
