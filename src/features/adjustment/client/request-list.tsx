// Lists the location's open adjustment requests (part 2 section 2.8).
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { asOf } from '#app/api/as-of.ts'
import { queryKeys } from '#app/api/query-keys.ts'
import { useStorageName } from '#app/api/storage-name.ts'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { useAnyVarietyName } from '#app/api/variety-name.ts'
import { usePlace } from '#app/state/place.ts'
import { AsOf } from '#app/ui/as-of.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { StatusChip } from '#app/ui/status-chip.tsx'
import { useIsTerminal } from '#app/ui/terminal.ts'
import {
  adjustmentRequests,
  isOfCount,
  type RequestLine,
  type RequestSummary,
} from '#core/kinds/adjustment/rules.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import { pathTo } from '#core/wire/routes.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { RequestTable, sayDifference } from './request-table.tsx'
import { sayRequest } from './say-request.ts'

export interface Requests {
  readonly rows: readonly RequestSummary[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem: string
  /** When they were loaded, in milliseconds since 1970, if they are not current. */
  readonly asOf: number | null
  readonly reload: () => void
  readonly has: (number: string) => boolean
  readonly first: string | undefined
  readonly open: (number: string) => void
}

/** Returns the open requests of the location. */
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
    open: (number) => navigate(pathTo('adjustmentRequest', { number })),
  }
}

interface RequestListProps {
  readonly requests: Requests
  /** True if the line keys belong to this list, because no stock is listed above it. */
  readonly ownsLineKeys: boolean
}

export function RequestList({ requests, ownsLineKeys }: RequestListProps) {
  return (
    <section className="layout-list" aria-labelledby="requests-title">
      <h2 id="requests-title">{say('requests.title')}</h2>
      {requests.asOf !== null && <AsOf at={requests.asOf} onRetry={requests.reload} />}
      <RequestRows requests={requests} ownsLineKeys={ownsLineKeys} />
    </section>
  )
}

const RequestRows = ({ requests: { rows, state, problem, reload }, ownsLineKeys }: RequestListProps) => {
  const isTerminal = useIsTerminal()
  if (state === 'loading') return <Skeleton lines={2} />
  const failure = problem !== '' && (
    <ErrorState problem={{ code: 'requests.failed', detail: problem }} onRetry={reload} />
  )
  // A stale empty list says nothing about the current state.
  if (rows.length === 0) return failure || <EmptyState icon="check" title={say('requests.none')} />
  return (
    <>
      {failure}
      {isTerminal ? (
        <RequestTable requests={rows} ownsLineKeys={ownsLineKeys} />
      ) : (
        <ul className="layout-list">
          {rows.map((request) => (
            <RequestCard key={request.number} request={request} />
          ))}
        </ul>
      )}
    </>
  )
}

// As many lines as fit on a handheld; the review shows the others.
const MAX_LINES = 3

const RequestCard = ({ request: { number, status, header, open } }: { readonly request: RequestSummary }) => (
  <li className="card request-row">
    <span className="text-large">{number}</span>
    <StatusChip status={status} />
    <div className="request-about">
      <p>{aboutOf(header)}</p>
      {open.slice(0, MAX_LINES).map((line) => (
        <LineFacts key={line.id} line={line} ofCount={isOfCount(header)} />
      ))}
      {open.length > MAX_LINES && <p>{say('requests.more', { n: open.length - MAX_LINES })}</p>}
    </div>
    <Link
      to={pathTo('adjustmentRequest', { number: number ?? '' })}
      className="button"
      aria-label={say('requests.reviewNumber', { number: number ?? '' })}
    >
      {say('requests.review')}
    </Link>
  </li>
)

const LineFacts = ({ line, ofCount }: { readonly line: RequestLine; readonly ofCount: boolean }) => {
  const variety = useAnyVarietyName()(line.plant.variety)
  const shelf = useStorageName()(line.storageLocation)
  const counts = { before: sayCount(line.picked), found: sayCount(line.received) }
  return (
    <p className="request-line">
      <strong>{sayDifference(line)}</strong>{' '}
      <span>
        {[shelf, variety, line.plant.trimType].filter((fact) => fact !== '').join(' · ')}{' '}
        {say(ofCount ? 'requests.countedOf' : 'requests.receivedOf', counts)}
      </span>
    </p>
  )
}

// Returns the subject of the request, with its transfer number once.
const aboutOf = ({ TransferNbr = '', RequestDetail = '' }: HeaderValues): string =>
  RequestDetail.includes(TransferNbr)
    ? sayRequest(RequestDetail)
    : [say('requests.transfer', { number: TransferNbr }), sayRequest(RequestDetail)]
        .filter((part) => part !== '')
        .join(' · ')
