// Every limit of the specification (part 1 sections 5 and 9; part 2 sections 5 and 9).

const barcodeLength = 10

export const LIMITS = {
  barcodeLength,
  documentNumberDigits: 8,
  /** Shorter by one than a barcode, so that a barcode can never be taken for a quantity. */
  quantityDigits: barcodeLength - 1,
  pageSize: 25,
  /** Records of stock that a search asks for at once; the specification names no page for them. */
  stockPageSize: 100,
  reference: 50,
  comments: 255,
  carrierName: 75,
  truckId: 15,
  temperature: 7,
  returnedBy: 50,
  authorizedBy: 50,
  copiesDefault: 1,
  /** The most labels of one call. */
  labels: 500,
  /** The years that a document's dates lie in. */
  firstYear: 2000,
  lastYear: 2099,
  decimalDigits: 3,
  decimalFraction: 2,
} as const

/** Durations in milliseconds. */
export const DURATIONS = {
  notification: 5_000,
  onlineNotice: 5_000,
  masterDataCache: 60 * 60_000,
  masterDataStale: 2 * 60 * 60_000,
  masterDataOutdated: 9 * 60 * 60_000,
} as const

/**
 * Where the app lands after sign-in (part 1 section 9; `/TrimSeason/` is an alias of `/Setup/`), and the address that is always asked
 * of the network, never of what the browser has kept.
 */
export const LANDING = {
  default: '/TrimSeason/',
  fallback: '/Setup/',
  callback: '/implicit/callback',
  outside: '/HealthCheck/?outside',
} as const

/** The local print agent's port (part 1 section 7). */
export const PRINT_AGENT_PORT = 12_212
