// /Downloads/.

export const downloads = {
  'files.noScans': 'Scans are not read while the file window is open.',
  'downloads.stock': 'Stock on hand',
  'downloads.stock.about':
    'Every barcode at your locations, with what is reserved. It can be imported again.',
  'downloads.movements': 'Movements',
  'downloads.movements.about': 'Every entry of the ledger from or to your locations: who, what, when, why.',
  'downloads.from': 'First day',
  'downloads.from.hint': 'Empty: from the beginning',
  'downloads.to': 'Last day',
  'downloads.to.hint': 'Empty: up to now',
  'downloads.dayWrong': 'Enter day, month and year, or clear the day.',
  'downloads.daysTurned': 'The last day is before the first.',
  'downloads.download': 'Download',
  'downloads.get': 'Download {name}',
  'downloads.done': '{name} was downloaded.',
  'downloads.failed': '{name} was not downloaded',
  'downloads.running': '{n} rows so far, {size} kB. You can leave this screen.',
  'downloads.stop': 'Stop',
  'downloads.stopOf': 'Stop {name}',
  'downloads.stopped': 'Stopped. Nothing was saved.',
  'downloads.separator': 'Column separator',
  'downloads.comma': 'Comma',
  'downloads.semicolon': 'Semicolon (Excel in most of Europe)',
} as const
