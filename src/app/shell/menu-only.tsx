// Menu entries outside of the main navigation (part 1 section 2, shell). An entry is shown if this person may
// open its screen.
import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { isAppleHandheld } from '#app/state/handheld.ts'
import { printProgressAtom } from '#app/state/printing.ts'
import { type Session, useSession } from '#app/state/session.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { ROUTES, type RouteName } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { mayVisit } from './screens.tsx'

const holdsAnyKey = ({ actor }: Session) => actor.keys.size > 0

const entries = [
  { route: 'dashboard', icon: 'dashboard', label: 'menu.dashboard' },
  {
    route: 'growerStorage',
    icon: 'location',
    label: 'menu.growerStorage',
    when: ({ actor }) => actor.keys.has('GROWERSTORAGEHOMEKEY'),
  },
  { route: 'print', icon: 'print', label: 'menu.print', when: holdsAnyKey },
  { route: 'maintenance', icon: 'settings', label: 'menu.maintenance' },
  { route: 'outbox', icon: 'up', label: 'menu.outbox' },
  // Downloaded files cannot be used there.
  { route: 'downloads', icon: 'down', label: 'menu.downloads', when: () => !isAppleHandheld(navigator) },
  { route: 'releases', icon: 'info', label: 'menu.releases' },
] as const satisfies readonly {
  route: RouteName
  icon: IconName
  label: `menu.${string}`
  /** A condition in addition to the right to open the screen. */
  when?: (session: Session) => boolean
}[]

const isShown = (entry: (typeof entries)[number], session: Session) =>
  (!('when' in entry) || entry.when(session)) && mayVisit(entry.route, session) === true

export function MenuOnlyEntries() {
  const session = useSession()
  return entries
    .filter((entry) => isShown(entry, session))
    .map(({ route, icon, label }) => (
      <li key={route}>
        <Link to={ROUTES[route]} className="menu-entry">
          <Icon name={icon} />
          {say(label)}
        </Link>
      </li>
    ))
}

/** The header's link to /Print/, for a person with any key. */
export function PrintButton() {
  const session = useSession()
  const progress = useAtomValue(printProgressAtom)
  const label = progress ? say('menu.printing', progress) : say('menu.print')
  return holdsAnyKey(session) && mayVisit('print', session) === true ? (
    <Link to={ROUTES.print} className="button-icon print-button" aria-label={label} title={label}>
      <Icon name="print" />
      {progress && (
        <span className="print-progress tone-info" aria-hidden="true">
          {progress.done}/{progress.total}
        </span>
      )}
    </Link>
  ) : null
}
