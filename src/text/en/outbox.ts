// Outbox: work saved on this device and not yet confirmed by the server.

export const outbox = {
  'outbox.notSaved':
    'Not saved: this device cannot store anything now. Free some space or reload the page, then enter it again.',
  'outbox.notSure':
    'It may be saved or not: the storage of this device does not answer. It is asked again every 5 seconds. Enter it again only if it is not shown then.',
  'outbox.refused': '{barcode}: the server refused it without a reason.',
  'outbox.problem': '{reason}',
  'outbox.lineGone': '{barcode} is no longer on the document. Nothing was changed.',
  'outbox.documentGone': '{barcode}: its document is not on the server. Nothing was changed.',
  'outbox.old': 'It is older than 25 days. Check the document first, then send it again or discard it.',
  'outbox.held': '{barcode}: saved here, but the server cannot accept it now. See Outbox.',

  // ---- the chip in the header

  // ---- /Outbox/
} as const
