/** The numbers of all advisory locks. Each number must be unique. */
export const advisoryLocks = {
  /** Held during migrations. */
  migration: 2_026_1101,
  /** Held while an import is written. */
  stockImport: 2_026_1102,
  /** Combined with a record kind: one writer per kind at a time. */
  maintainedRecords: 2_026_1103,
  /** Held while demo data is loaded, so that servers starting together load it once. */
  demoData: 2_026_1105,
} as const
