/** An option of a list. */
export interface Option {
  readonly value: string
  readonly label: string
  /** Shown beside it in the list; searchable. */
  readonly detail?: string
}
