// The header's menu for everything outside of the main navigation.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { APP_VERSION } from '#app/state/app-version.ts'
import { storeRoute } from '#app/state/redirect-route.ts'
import { useSession } from '#app/state/session.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { mayVisit } from './screens.tsx'

interface MenuProps {
  /** Entries for palette, help, other screens, theme and language; loaded with the scanning code. */
  readonly commands: ReactNode
}

// Setup, reload, health, version and log-out.
const MenuEntries = ({ commands }: MenuProps) => {
  const session = useSession()
  const [location] = useLocation()
  return (
    <ul>
      <li className="menu-person">
        <span className="text-bold">{session.displayName}</span>
        {session.actor.readOnly && (
          <span className="chip">
            <Icon name="lock" />
            {say('readOnlyBadge')}
          </span>
        )}
      </li>
      {commands}
      {mayVisit('setup', session) === true && (
        <li>
          <Link to={ROUTES.setup} className="menu-entry">
            <Icon name="location" />
            {say('menu.setup')}
          </Link>
        </li>
      )}
      <li>
        <Link to={ROUTES.initialize} className="menu-entry" onClick={() => storeRoute(location)}>
          <Icon name="reload" />
          {say('menu.reload')}
        </Link>
      </li>
      <li>
        <Link to={ROUTES.healthCheck} className="menu-entry">
          <Icon name="health" />
          {say('menu.health')}
        </Link>
      </li>
      <li>
        <Link to={ROUTES.logOut} className="menu-entry">
          <Icon name="signOut" />
          {say('menu.logOut')}
        </Link>
      </li>
      <li className="menu-version">{say('menu.version', { version: APP_VERSION })}</li>
    </ul>
  )
}

/** The menu panel with its button. Escape, a click outside and every link close it. */
export function Menu({ commands }: MenuProps) {
  const panelId = useId()
  const container = useRef<HTMLDivElement>(null)
  const [location] = useLocation()
  // The path at which the panel was opened: navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === location
  useEffect(() => {
    if (!open) return
    container.current?.querySelector<HTMLElement>('.menu-entry')?.focus()
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpenAt(null)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])
  const close = () => {
    setOpenAt(null)
    container.current?.querySelector('button')?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!open) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-entry')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of its entries
    <div className="menu" ref={container} onKeyDown={onKey}>
      <IconButton
        icon={open ? 'close' : 'menu'}
        label={say('menu.open')}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpenAt(open ? null : location)}
      />
      <div id={panelId} className="menu-panel" hidden={!open}>
        {open && <MenuEntries commands={commands} />}
      </div>
    </div>
  )
}
