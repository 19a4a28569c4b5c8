// Work that is saved on this device and on its way to the server.

export const outbox = {
  'outbox.notSaved':
    'Not saved: this device cannot store anything now. Free some space or reload the page, then enter it again.',
  'outbox.refused': '{barcode}: the server refused it without a reason.',
  'outbox.problem': '{reason}',
  'outbox.lineGone': '{barcode} is no longer on the document. Nothing was changed.',
  'outbox.old': 'It is older than 25 days. Look at the document first, then send it again or discard it.',
  'outbox.held': '{barcode}: saved here, and the server cannot take it now. See Outbox.',
} as const
