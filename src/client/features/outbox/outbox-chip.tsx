// The outbox chip in the header, placed so that nothing moves when it appears.
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '#client/state/session.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ROUTES } from '#contract/routes.ts'
import { say } from '#text/say.ts'
import { useOutbox } from './use-outbox.ts'
import { needsPerson } from './waiting-work.ts'
import './outbox.css'

// Operations confirmed sooner are not shown, in milliseconds.
const SHOW_AFTER = 1000

/** 'Needs you: 1', else '3 saved here'; nothing if the outbox is empty. */
export function OutboxChip() {
  const { state } = useOutbox()
  const { userName } = useSession()
  const own = state.operations.filter(({ user }) => user === userName)
  const oldest = own.length > 0 ? Math.min(...own.map(({ at }) => at)) : undefined
  const worth = useShownUntil(oldest)
  const needs = own.filter(needsPerson).length
  if (oldest === undefined || (needs === 0 && oldest > worth)) return null
  const words =
    needs > 0 ? say('outbox.chip.needs', { n: needs }) : say('outbox.chip.here', { n: own.length })
  return (
    <Link
      to={ROUTES.outbox}
      className="outbox-chip"
      data-needs={needs > 0 || undefined}
      aria-label={say('outbox.chip.label', { words })}
    >
      <Icon name={needs > 0 ? 'error' : 'up'} />
      <span className="outbox-chip-words">{words}</span>
      <span className="outbox-chip-number" aria-hidden="true">
        {needs > 0 ? needs : own.length}
      </span>
    </Link>
  )
}

// Operations up to this time have waited long enough to be shown, in milliseconds since 1970.
const useShownUntil = (oldest: number | undefined): number => {
  const [worth, setWorth] = useState(0)
  useEffect(() => {
    if (oldest === undefined) return undefined
    const left = oldest + SHOW_AFTER - Date.now()
    const timer = setTimeout(() => setWorth(oldest), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [oldest])
  return worth
}
