// /Dashboard/: counts the open work at the location; each count links to its list (docs/decisions.md:
// /Dashboard/).
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { asOf } from '#app/api/as-of.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { AsOf } from '#app/ui/as-of.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { sayTotal } from '#app/ui/total.ts'
import { type OpenWork, openWorkFor } from '#core/kinds/open-work.ts'
import { ROUTES, type RouteName } from '#core/wire/routes.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import './dashboard.css'

/** `leadsTo`: can this user open the route's screen? */
export function DashboardScreen({ leadsTo }: { readonly leadsTo: (route: RouteName) => boolean }) {
  const { actor } = useSession()
  const { location } = usePlace()
  const counts = useMemo(() => openWorkFor(actor), [actor]).filter(({ route }) => leadsTo(route))
  return (
    <section className="layout-stack" aria-labelledby="dashboard-title">
      <h1 id="dashboard-title">{say('screen.dashboard')}</h1>
      {counts.length === 0 ? (
        <EmptyState title={say('dashboard.nothing')} />
      ) : (
        <>
          <p>{say('dashboard.about', { location })}</p>
          <ul className="dashboard-counts">
            {counts.map((waiting) => (
              <Count key={`${waiting.kind}.${waiting.mode}.${waiting.view}`} {...waiting} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Count = ({ kind, mode, view, route, count }: OpenWork) => {
  const place = usePlace()
  const read = useQuery({
    queryKey: queryKeys.list(kind, {
      count: true,
      mode,
      view,
      location: place.location,
      season: place.season.id,
    }),
    queryFn: ({ signal }) => performOrThrow(count(place), signal),
    refetchOnWindowFocus: true,
  })
  const { data, error, refetch } = read
  const at = asOf(read)
  // A stale count is shown only with its age.
  const failed = error !== null && at === null
  return (
    <li className="card dashboard-count" data-waits={!failed && data !== undefined && data > 0}>
      <Link to={ROUTES[route]} className="dashboard-link card-link">
        <span className="dashboard-number">
          {failed ? <Icon name="warning" /> : data === undefined ? <Spinner /> : sayTotal(data)}
          {data === undefined && !failed && <span className="for-readers">{say('loading')}</span>}
        </span>{' '}
        <span className="text-strong">
          {labelOf({ kind, mode, view })} {at !== null && <AsOf at={at} />}
        </span>
        <Icon name="right" />
      </Link>
      {failed && (
        <div className="dashboard-failed layout-row layout-apart" role="alert">
          <p>{say('dashboard.failed', { reason: reasonOf(problemOfError(error)) })}</p>
          <Button icon="reload" onClick={() => void refetch()}>
            {say('retry')}
          </Button>
        </div>
      )}
    </li>
  )
}

// Returns the label of a count: the kind's own text if it has one, else its name.
const labelOf = ({ kind, mode, view }: Pick<OpenWork, 'kind' | 'mode' | 'view'>): string => {
  const code = `dashboard.${mode}.${kind}.${view}`
  return isTextCode(code) ? sayCode(code) : sayCode(`${kind}.title`)
}
