// The outbox: changes that are saved on this device and not yet confirmed by the server.

export const outbox = {
  'outbox.notSaved':
    'Not saved: this device cannot store anything now. Free some space or reload the page, then enter it again.',
  'outbox.notSure':
    'It may be saved or not: the storage of this device does not answer. It is asked again every 5 seconds. Enter it again only if it is not shown then.',
  'outbox.refused': '{barcode}: the server refused it without a reason.',
  'outbox.problem': '{reason}',
  'outbox.lineGone': '{barcode} is no longer on the document. Nothing was changed.',
  'outbox.documentGone': '{barcode}: its document is not on the server. Nothing was changed.',
  'outbox.numberReused':
    '{barcode}: its document is not on the server. Its number belongs to another document now.',
  'outbox.headerConflict': '{list} Edit the details and choose.',
  'outbox.fieldConflict': '{list} Enter saves yours, Esc keeps the other.',
  'outbox.lineDiscarded': 'It was discarded in the outbox. Nothing was changed.',
  'outbox.lineRefused': 'The line was refused before. Nothing was changed.',
  'outbox.ended': '{what}',
  'outbox.ended.all': '{words}',
  'outbox.ended.CANCELLED': '{name} was cancelled by {by} at {time}.',
  'outbox.ended.SHIPPED': '{name} was shipped by {by} at {time}.',
  'outbox.ended.RECEIVED': '{name} was received by {by} at {time}.',
  'outbox.ended.DUMPED': '{name} was dumped by {by} at {time}.',
  'outbox.ended.POSTED': '{name} was posted by {by} at {time}.',
  'outbox.ended.CLOSED': '{name} was closed by {by} at {time}.',
  'outbox.ended.unknown': '{name} is {status} now.',
  'outbox.putBack': 'Put back: {list}.',
  'outbox.notDone': 'Not done: {list}.',
  'outbox.madeAlready':
    'The server may have made this document already: {numbers} has the same details. Look first; then send it again or discard it.',
  'outbox.maybeMade':
    'The server may have made this document already. Look in the list first; then send it again or discard it.',
  'outbox.lineMaybe':
    '{barcode}: the server may have done it already. Look at the document; then send it again or discard it.',
  'outbox.unclear':
    '{barcode}: it is not known whether the server did it. It says: {message}. Look first; then send it again or discard it.',
  'outbox.old': 'It is older than 25 days. Check the document first, then send it again or discard it.',
  'outbox.held': '{barcode} is on this device only. {why}',
  'outbox.held.several': '{n} changes of {number} are on this device only. {why}',
  'outbox.held.all': '{n} changes are on this device only. {why}',
  'outbox.rights.key_missing':
    'Your permission for this was withdrawn. Your work is kept here. It is sent when an administrator grants it again.',
  'outbox.rights.location_not_allowed':
    'Your access to this location was withdrawn. Your work is kept here. It is sent when an administrator grants it again.',
  'outbox.rights.read_only':
    'Your account is read-only now. Your work is kept here. It is sent when an administrator changes that.',
  'outbox.rights.person_inactive':
    'Your account is deactivated. Your work is kept here. It is sent when an administrator activates the account again.',
  'outbox.rights.group_missing':
    'Your account is in no group that may do this. Your work is kept here. It is sent when an administrator changes that.',

  // ---- the chip in the header

  // ---- /Outbox/
} as const
