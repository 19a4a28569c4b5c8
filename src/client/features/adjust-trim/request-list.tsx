// The location's open adjustment requests (part 2 section 2.8).
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { asOf } from '#client/api/as-of.ts'
import { queryKeys } from '#client/api/query-keys.ts'
import { performOrThrow, problemOfError } from '#client/api/use-ask.ts'
import { usePlace } from '#client/state/place.ts'
import { AsOf } from '#client/ui/as-of.tsx'
import { reasonOf } from '#client/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#client/ui/states.tsx'
import { StatusChip } from '#client/ui/status-chip.tsx'
import { to } from '#contract/routes.ts'
import { adjustmentRequests } from '#kinds/adjustment/rules.ts'
import type { DocumentSummary, HeaderValues } from '#kinds/document.ts'
import { say } from '#text/say.ts'

export interface Requests {
  readonly rows: readonly DocumentSummary[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem: string
  /** When they were loaded, in milliseconds since 1970, if they are not current. */
  readonly asOf: number | null
  readonly reload: () => void
  readonly has: (number: string) => boolean
  readonly first: string | undefined
  readonly open: (number: string) => void
}

/** The open requests of the place. */
export function useRequests(): Requests {
  const place = usePlace()
  const [, navigate] = useLocation()
  const query = useQuery({
    queryKey: queryKeys.list('request', { location: place.location }),
    queryFn: ({ signal }) => performOrThrow(adjustmentRequests.list(place), signal),
    refetchOnWindowFocus: true,
  })
  const rows = query.data ?? []
  const at = asOf(query)
  return {
    rows,
    state: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    problem: query.isError && at === null ? reasonOf(problemOfError(query.error)) : '',
    asOf: at,
    reload: () => void query.refetch(),
    has: (number) => rows.some((row) => row.number === number),
    first: rows[0]?.number ?? undefined,
    open: (number) => navigate(to('adjustmentRequest', { number })),
  }
}

export function RequestList({ requests }: { readonly requests: Requests }) {
  return (
    <section className="requests" aria-labelledby="requests-title">
      <h2 id="requests-title">{say('requests.title')}</h2>
      {requests.asOf !== null && <AsOf at={requests.asOf} onRetry={requests.reload} />}
      <RequestRows requests={requests} />
    </section>
  )
}

const RequestRows = ({ requests: { rows, state, problem, reload } }: { readonly requests: Requests }) => {
  if (state === 'loading') return <Skeleton lines={2} />
  const failure = problem !== '' && (
    <ErrorState problem={{ code: 'requests.failed', detail: problem }} onRetry={reload} />
  )
  // An old empty list says nothing about now.
  if (rows.length === 0) return failure || <EmptyState icon="check" title={say('requests.none')} />
  return (
    <>
      {failure}
      <ul className="request-rows">
        {rows.map(({ number, status, header }) => (
          <li key={number} className="card request-row">
            <span className="request-number">{number}</span>
            <StatusChip status={status} />
            <span className="request-about">{aboutOf(header)}</span>
            <Link
              to={to('adjustmentRequest', { number: number ?? '' })}
              className="button"
              aria-label={say('requests.reviewNumber', { number: number ?? '' })}
            >
              {say('requests.review')}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

// The subject of the request, with its transfer named once.
const aboutOf = ({ TransferNbr = '', RequestDetail = '' }: HeaderValues): string =>
  RequestDetail.includes(TransferNbr)
    ? RequestDetail
    : [say('requests.transfer', { number: TransferNbr }), RequestDetail]
        .filter((part) => part !== '')
        .join(' · ')
