/** How much of a whole is done; `label` is for readers, the words beside it for everybody. */
export const Progress = ({
  value,
  most,
  label,
}: {
  readonly value: number
  readonly most: number
  readonly label: string
}) => <progress className="progress" value={value} max={Math.max(1, most)} aria-label={label} />
