// The outbox chip in the header, placed so that nothing moves when it appears.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { outbox } from '#app/outbox/installed.ts'
import { useSession } from '#app/state/session.ts'
import { useShown } from '#app/state/use-shown.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { needsPerson } from './waiting-work.ts'
import './outbox.css'

// Operations confirmed sooner are not shown, in milliseconds.
const SHOW_AFTER = 1000

/** 'Needs you: 1', else '3 saved here'; nothing if the outbox is empty. */
export function OutboxChip() {
  const { userName } = useSession()
  const { needs, waiting } = useCounts(userName)
  if (waiting === 0) return null
  const words = needs > 0 ? say('outbox.chip.needs', { n: needs }) : say('outbox.chip.here', { n: waiting })
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
        {needs > 0 ? needs : waiting}
      </span>
    </Link>
  )
}

interface Counts {
  readonly needs: number
  /** Of all that is worth showing; 0: nothing is. */
  readonly waiting: number
}

// A person's operations; renders only when what is shown changes, not with each operation that comes and
// goes, and with all else that a scan changes.
const useCounts = (userName: string): Counts => {
  const { subscribe, get } = useMemo(() => createCounts(userName), [userName])
  return useShown(subscribe, get)
}

const createCounts = (userName: string) => {
  let counts: Counts = { needs: 0, waiting: 0 }
  return {
    get: () => counts,
    subscribe: (told: () => void) => {
      const box = outbox()
      let timer: ReturnType<typeof setTimeout> | undefined
      const look = () => {
        clearTimeout(timer)
        const own = box.state().operations.filter(({ user }) => user === userName)
        const needs = own.filter(needsPerson).length
        const left = own.length === 0 ? 0 : Math.min(...own.map(({ at }) => at)) + SHOW_AFTER - Date.now()
        const isYoung = needs === 0 && left > 0
        if (isYoung) timer = setTimeout(look, left)
        const waiting = isYoung ? 0 : own.length
        if (counts.needs === needs && counts.waiting === waiting) return
        counts = { needs, waiting }
        told()
      }
      look()
      const stop = box.subscribe(look)
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}
