// Shows the initials of people who are present, each once.
import { Icon } from './icon.tsx'
import './initials.css'

// `pia.picker` is PP.
const initialsOf = (userName: string): string =>
  userName
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('')

/**
 * Renders nothing if no one is present. `says`: the meaning as text, for one person; `works`: the owner, who
 * is marked.
 */
export function Initials({
  of,
  works,
  says,
}: {
  readonly of: readonly string[]
  readonly works?: string | undefined
  readonly says: (userName: string) => string
}) {
  return [...new Set(works === undefined ? of : [works, ...of])].map((userName) => (
    <span
      key={userName}
      className="initials"
      data-works={userName === works || undefined}
      title={says(userName)}
    >
      {userName === works && <Icon name="scan" />}
      <span aria-hidden="true">{initialsOf(userName)}</span>
      <span className="for-readers">{says(userName)}</span>
    </span>
  ))
}
