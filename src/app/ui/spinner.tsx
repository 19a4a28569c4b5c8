/** A spinner; the text next to it names the running work. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
