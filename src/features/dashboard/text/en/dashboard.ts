// /Dashboard/, by mode, kind and list; a kind without a text here is counted under its title.

export const dashboard = {
  'dashboard.about': 'Open work at {location} in this season. Each number opens its list.',
  'dashboard.nothing': 'Your permissions open no list here.',
  'dashboard.failed': 'This could not be counted. {reason}',
  'dashboard.inventory.issuance.open': 'Issuances (outgoing orders) to pick and ship',
  'dashboard.inventory.transfer.open': 'Transfers to ship',
  'dashboard.inventory.transfer.receiving': 'Transfers to receive',
  'dashboard.inventory.dump.open': 'Open dumps',
  'dashboard.inventory.return.open': 'Open returns',
  'dashboard.inventory.request.open': 'Adjustment requests to decide, all seasons',
  'dashboard.growerStorage.issuance.open': 'Grower storage: issuances to pick and ship',
  'dashboard.growerStorage.dump.open': 'Grower storage: open dumps',
} as const
