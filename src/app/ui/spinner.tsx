/** A spinner; the text beside it says what is running. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
