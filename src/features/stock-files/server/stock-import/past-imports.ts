/** The history of imports. */
export interface StockImportPort {
  readonly note: (note: ImportNote) => Promise<void>
  /** The latest imports, newest first. */
  readonly past: () => Promise<
    readonly {
      readonly At: string
      readonly By: string
      readonly FileName: string
      readonly Rows: number
      readonly Opened: number
      readonly Adjusted: number
      readonly Unchanged: number
      readonly Refused: number
    }[]
  >
}

/** Number of rows by result. */
export interface ImportCounts {
  readonly rows: number
  readonly opened: number
  readonly adjusted: number
  readonly unchanged: number
  readonly refused: number
}

export interface ImportNote extends ImportCounts {
  readonly by: string
  readonly fileName: string
}
