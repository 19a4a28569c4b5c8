// Every limit of the specification (part 1 sections 5 and 9; part 2 sections 5 and 9).

const barcodeLength = 10

export const LIMITS = {
  barcodeLength,
  documentNumberDigits: 8,
  /** One digit less than a barcode, so that a barcode is never taken for a quantity. */
  quantityDigits: barcodeLength - 1,
  pageSize: 25,
  /** The most records that pages by key count: above it the app shows '1,000+'. */
  counted: 1_000,
  /** Stock records per page; the specification has no pages here. */
  stockPageSize: 100,
  reference: 50,
  comments: 255,
  carrierName: 75,
  truckId: 15,
  temperature: 7,
  /** Degrees Celsius that a form takes. */
  temperatureLowest: -50,
  temperatureHighest: 60,
  returnedBy: 50,
  authorizedBy: 50,
  copiesDefault: 1,
  /** Maximum body of a save, in bytes: 2,000 lines with all their fields, as they were read. */
  saveBytes: 3_000_000,
  /** Maximum number of lines in a save; a step on a longer document carries its version instead. */
  savedLines: 2_000,
  /** The most labels of one call. */
  labels: 500,
  /** The years allowed for a document's dates. */
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
 * The first page after sign-in (part 1 section 9; `/TrimSeason/` is an alias of `/Setup/`), and the path that
 * is always fetched from the network, never from a cache.
 */
export const LANDING = {
  default: '/TrimSeason/',
  fallback: '/Setup/',
  callback: '/implicit/callback',
  outside: '/HealthCheck/?outside',
} as const

/** The local print agent's port (part 1 section 7). */
export const PRINT_AGENT_PORT = 12_212
