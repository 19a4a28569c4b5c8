import { say } from '#text/say.ts'
import { IconButton } from './button.tsx'
import { formatTime } from './format-moment.ts'
import { Icon } from './icon.tsx'
import './as-of.css'

/** The time of the shown data, in milliseconds since 1970, with a retry button. */
export function AsOf({ at, onRetry }: { readonly at: number; readonly onRetry?: () => void }) {
  return (
    <span className="as-of">
      <Icon name="clock" />
      {say('asOf', { time: formatTime(at) })}
      {onRetry && <IconButton icon="reload" label={say('retry')} onClick={onRetry} />}
    </span>
  )
}
