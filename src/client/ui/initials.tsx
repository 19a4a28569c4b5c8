// The initials of people who are present, each once.
import './initials.css'

// `pia.picker` is PP.
const initialsOf = (userName: string): string =>
  userName
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('')

/** Renders nothing if nobody is there. `says`: the meaning as text, for one person. */
export function Initials({
  of,
  says,
}: {
  readonly of: readonly string[]
  readonly says: (userName: string) => string
}) {
  return [...new Set(of)].map((userName) => (
    <span key={userName} className="initials" title={says(userName)}>
      <span aria-hidden="true">{initialsOf(userName)}</span>
      <span className="for-readers">{says(userName)}</span>
    </span>
  ))
}
