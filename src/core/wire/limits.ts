// Every limit of the specification (part 1 sections 5 and 9; part 2 sections 5 and 9).

const barcodeLength = 10

export const LIMITS = {
  barcodeLength,
  documentNumberDigits: 8,
  /** One digit fewer than a barcode, so that a barcode is never read as a quantity. */
  quantityDigits: barcodeLength - 1,
  pageSize: 25,
  /** Cursor pages count records only up to this number; above it the app shows '1,000+'. */
  maxCounted: 1_000,
  /** Stock records per page; the specification has no pages here. */
  stockPageSize: 100,
  reference: 50,
  comments: 255,
  carrierName: 75,
  truckId: 15,
  temperature: 7,
  /** The range in degrees Celsius that forms accept. */
  temperatureLowest: -50,
  temperatureHighest: 60,
  returnedBy: 50,
  authorizedBy: 50,
  copiesDefault: 1,
  /** Maximum body of a save, in bytes: enough for 2,000 lines with all their fields. */
  saveBytes: 3_000_000,
  /** Maximum number of lines in a save. A step on a longer document sends the version instead. */
  savedLines: 2_000,
  /** Maximum number of labels per call. */
  labels: 500,
  /** The range of years for the dates of a document. */
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
 * Paths around sign-in (part 1 section 9). `/TrimSeason/` is an alias of `/Setup/`. `outside` is always
 * fetched from the network, never from a cache.
 */
export const LANDING = {
  default: '/TrimSeason/',
  fallback: '/Setup/',
  callback: '/implicit/callback',
  outside: '/HealthCheck/?outside',
} as const

/** The local print agent's port (part 1 section 7). */
export const PRINT_AGENT_PORT = 12_212
