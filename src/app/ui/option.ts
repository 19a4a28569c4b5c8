/** An option of a list. */
export interface Option {
  readonly value: string
  readonly label: string
  /** Shown beside the label in the list; searchable. */
  readonly detail?: string
}
