// Grower storage.

export const growerStorage = {
  'screen.growerStorage': 'Grower Storage',
  'screen.growerStorageIssuance': 'Grower Storage Issuance',
  'screen.growerStorageIssuanceEdit': 'Grower Storage Issuance',
  'screen.growerStorageIssuanceDetail': 'Grower Storage Issuance',
  'screen.growerStorageDump': 'Grower Storage Dump',
  'screen.growerStorageDumpEdit': 'Grower Storage Dump',
  'screen.growerStorageDumpDetail': 'Grower Storage Dump',
  growerChosen: 'Plants kept for {grower}.',
  growersFailed: 'The growers could not be loaded. No grower was chosen: try again.',
  insufficientAccess: "You don't have sufficient access",
  growerStoragePlaceholder: 'You do not work with grower storage here.',
} as const
