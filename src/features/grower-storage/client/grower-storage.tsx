// The grower storage area: three tabs, each with its own keys (part 1 section 6, part 2 section 2.1).
import type { ReactNode } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useSession } from '#app/state/session.ts'
import { EmptyState } from '#app/ui/states.tsx'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import '#app/ui/tabs.css'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Actor } from '#core/kinds/document.ts'
import { dump } from '#core/kinds/dump/rules.ts'
import { mayOpen } from '#core/kinds/engine.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { pathTo, type RouteName } from '#core/wire/routes.ts'
import { say, sayCode } from '#text/say.ts'

const tabs = [
  { route: 'growerStorage', label: 'trim.title', access: trimAdjustment.modes.growerStorage.access },
  { route: 'growerStorageIssuance', label: 'issuance.title', access: issuance.modes.growerStorage.access },
  { route: 'growerStorageDump', label: 'dump.title', access: dump.modes.growerStorage.access },
] as const satisfies readonly { readonly route: RouteName; readonly [name: string]: unknown }[]

const tabsFor = (actor: Actor) => tabs.filter(({ access }) => mayOpen(access, actor) === true)

/** A screen of the area, below the tabs that this user may open. `route` is the current tab. */
export function GrowerStorageTab({
  route,
  children,
}: {
  readonly route: (typeof tabs)[number]['route']
  readonly children: ReactNode
}) {
  const { actor } = useSession()
  const [, navigate] = useLocation()
  const open = tabsFor(actor)
  const next = () => {
    const at = open.findIndex((tab) => tab.route === route)
    navigate(pathTo(open[(at + 1) % open.length]?.route ?? route))
    return undefined
  }
  useCommandPorts(open.length > 1 ? { tabs: { next } } : {})
  return (
    <div className="tabs-area layout-stack">
      <p className="text-quiet text-strong">{say('growerStorage')}</p>
      <nav className="tabs" aria-label={say('growerStorage')}>
        {open.map((tab) => (
          <Link
            key={tab.route}
            to={pathTo(tab.route)}
            className="tab"
            aria-current={tab.route === route ? 'page' : undefined}
          >
            {sayCode(tab.label)}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}

/** The area's own path: the first tab that the user may open, or the reason why there is none. */
export function GrowerStorageHome({ children }: { readonly children: ReactNode }) {
  const { actor } = useSession()
  const [first] = tabsFor(actor)
  if (first?.route === 'growerStorage')
    return <GrowerStorageTab route={first.route}>{children}</GrowerStorageTab>
  if (first) return <Redirect to={pathTo(first.route)} replace />
  const hasAreaKey = actor.keys.has('GROWERSTORAGEHOMEKEY')
  return (
    <EmptyState heading icon="lock" title={say('growerStorage')}>
      <p>{say(hasAreaKey ? 'insufficientAccess' : 'growerStoragePlaceholder')}</p>
    </EmptyState>
  )
}
