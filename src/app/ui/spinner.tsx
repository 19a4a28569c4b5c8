/** A spinner; the text beside it names the running work. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
