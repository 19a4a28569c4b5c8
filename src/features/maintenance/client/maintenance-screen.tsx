// /Maintenance/: people, master data and stock import.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import { pathTo, ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { KIND_ICONS, kindsOf } from './kinds.ts'
import './maintenance.css'

export function MaintenanceScreen() {
  const session = useSession()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('a')?.focus(), [])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[(at + step + links.length) % links.length]?.focus()
  }
  return (
    <section className="maintenance layout-stack" aria-labelledby="maintenance-title">
      <h1 id="maintenance-title">{say('screen.maintenance')}</h1>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the links inside */}
      <ul ref={list} className="maintenance-kinds" onKeyDown={move}>
        {kindsOf(session).map((kind) => (
          <li key={kind}>
            <Link to={pathTo('maintenanceList', { kind })} className="maintenance-kind card-edge card-link">
              <Icon name={KIND_ICONS[kind]} />
              <span>
                <span className="maintenance-kind-name text-large">{say(`records.${kind}`)}</span>
                <span className="text-note">{say(`records.${kind}.about`)}</span>
              </span>
            </Link>
          </li>
        ))}
        {session.admin && (
          <li>
            <Link to={ROUTES.labelTemplates} className="maintenance-kind card-edge card-link">
              <Icon name="print" />
              <span>
                <span className="maintenance-kind-name text-large">{say('templates.title')}</span>
                <span className="text-note">{say('templates.about')}</span>
              </span>
            </Link>
          </li>
        )}
        {session.admin && (
          <li>
            <Link to={ROUTES.maintenanceImport} className="maintenance-kind card-edge card-link">
              <Icon name="up" />
              <span>
                <span className="maintenance-kind-name text-large">{say('import.title')}</span>
                <span className="text-note">{say('import.about')}</span>
              </span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
