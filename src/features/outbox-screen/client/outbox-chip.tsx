// The outbox chip in the header, positioned so that nothing moves when it appears.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { outbox } from '#app/outbox/page-outbox.ts'
import { useSession } from '#app/state/session.ts'
import { useBatchedStore } from '#app/state/use-batched-store.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { needsUser } from './pending-operations.ts'
import './outbox.css'

// Do not show operations that are confirmed within this time.
const SHOW_AFTER_MS = 1000

/** Shows '1 to fix' or '3 not sent'; nothing if the outbox is empty. */
export function OutboxChip() {
  const { userName } = useSession()
  const { needs, waiting } = useCounts(userName)
  if (waiting === 0) return null
  const text = needs > 0 ? say('outbox.chip.needs', { n: needs }) : say('outbox.chip.here', { n: waiting })
  return (
    <Link
      to={ROUTES.outbox}
      className="outbox-chip tone-info"
      data-needs={needs > 0 || undefined}
      aria-label={say('outbox.chip.label', { words: text })}
    >
      <Icon name={needs > 0 ? 'error' : 'up'} />
      <span className="outbox-chip-words">{text}</span>
      <span className="outbox-chip-number" aria-hidden="true">
        {needs > 0 ? needs : waiting}
      </span>
    </Link>
  )
}

interface Counts {
  readonly needs: number
  /** The number of operations to show; 0: none. */
  readonly waiting: number
}

// Counts a user's operations. Renders only when the counts change, because operations change with every
// scan.
const useCounts = (userName: string): Counts => {
  const { subscribe, get } = useMemo(() => createCounts(userName), [userName])
  return useBatchedStore(subscribe, get)
}

const createCounts = (userName: string) => {
  let counts: Counts = { needs: 0, waiting: 0 }
  return {
    get: () => counts,
    subscribe: (notifyListener: () => void) => {
      const box = outbox()
      let timer: ReturnType<typeof setTimeout> | undefined
      const update = () => {
        clearTimeout(timer)
        const ownOperations = box.state().operations.filter(({ user }) => user === userName)
        const needs = ownOperations.filter(needsUser).length
        const untilShownMs =
          ownOperations.length === 0
            ? 0
            : Math.min(...ownOperations.map(({ at }) => at)) + SHOW_AFTER_MS - Date.now()
        const isTooEarly = needs === 0 && untilShownMs > 0
        if (isTooEarly) timer = setTimeout(update, untilShownMs)
        const waiting = isTooEarly ? 0 : ownOperations.length
        if (counts.needs === needs && counts.waiting === waiting) return
        counts = { needs, waiting }
        notifyListener()
      }
      update()
      const stop = box.subscribe(update)
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}
