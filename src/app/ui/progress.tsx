/** A progress bar; `label` is for screen readers, all others read the text next to it. */
export function Progress({
  value,
  most,
  label,
}: {
  readonly value: number
  readonly most: number
  readonly label: string
}) {
  return <progress className="progress" value={value} max={Math.max(1, most)} aria-label={label} />
}
