// History (contract/history.ts) and dashboard.

export const overview = {
  // ---- history
  'history.title': 'History',
  'history.ofBarcode': 'History of {code}',
  'history.ofDocument': 'History of document {code}',
  'history.open': 'Open {code}',
  'history.none': 'No history at your locations.',
  'history.missing': 'There is no {code} at your locations.',
  'history.import': 'Stock import',
  'history.event.MOVED': '{n} {n|plant|plants} moved',
  'history.event.CREATED': 'Document created',
  'history.event.CHANGED': 'Document last changed',
  'history.event.OWNED': 'Work taken on',
  'history.arrivedLater': 'Done {done} by the device’s clock, arrived {arrived}.',
  'history.takenOver': 'Work taken over from {who}',
  'history.event.LINE': 'Line with {n} {n|plant|plants}',
  'account.stock': '{owner} {place}',
  'account.grower-storage': '{owner} {place}',
  'account.transit': 'in transit on {owner}',
  'account.issued': '{owner} {place}',
  'account.dumped': 'dumped at {owner}',
  'account.opening': 'opening stock of {owner}',
  'account.adjusted': 'corrections at {owner}',

  // ---- /Dashboard/: by mode, kind and list; a kind without words here is counted under its title
  'dashboard.about': 'Open work at {location} in this season. Each number opens its list.',
  'dashboard.nothing': 'Your security keys open no list here.',
  'dashboard.failed': 'This could not be counted. {reason}',
  'dashboard.inventory.issuance.open': 'Issuances to pick and ship',
  'dashboard.inventory.transfer.open': 'Transfers to ship',
  'dashboard.inventory.transfer.receiving': 'Transfers to receive',
  'dashboard.inventory.dump.open': 'Open dumps',
  'dashboard.inventory.return.open': 'Open returns',
  'dashboard.inventory.request.open': 'Adjustment requests to decide, all seasons',
  'dashboard.growerStorage.issuance.open': 'Grower storage: issuances to pick and ship',
  'dashboard.growerStorage.dump.open': 'Grower storage: open dumps',
} as const
