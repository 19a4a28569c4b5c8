/** The numbers of all advisory locks. Two locks with one number would wait for each other. */
export const advisoryLocks = {
  /** Every server takes it for migrations. */
  migration: 2_026_1101,
  /** Every server takes it to write an import. */
  stockImport: 2_026_1102,
  /** With a kind of records behind it: one writer of a kind at a time. */
  maintainedRecords: 2_026_1103,
  /** Servers that start together on one database seed one after the other. */
  demoData: 2_026_1105,
} as const
