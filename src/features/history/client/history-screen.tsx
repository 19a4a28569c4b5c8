// /History/Barcode/{barcode} and /History/Document/{number}: all events with user and time, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { StatusChip } from '#app/ui/status-chip.tsx'
import { sayTotal } from '#app/ui/total.ts'
import { isLate } from '#core/kinds/dates.ts'
import { STATUSES } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, pageAfter } from '#core/wire/paging.ts'
import { HISTORY_OF, pathTo } from '#core/wire/routes.ts'
import type { HistoryAccount, HistoryEntry } from '#features/history/common/history.ts'
import { prepareHistoryCall } from '#features/history/common/history-calls.ts'
import { IMPORT_REASON } from '#features/stock-files/common/stock-import.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { sayMoment } from '#text/dates.ts'
import { sayCount } from '#text/numbers.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import './history.css'

export function HistoryScreen() {
  const { of, code } = useParams<{ of: string; code: string }>()
  return <History key={`${of} ${code}`} ofBarcode={of === HISTORY_OF.barcode} code={code} />
}

const History = ({ ofBarcode, code }: { readonly ofBarcode: boolean; readonly code: string }) => {
  const run = useRun()
  const query = useInfiniteQuery({
    queryKey: ['history', ofBarcode, code],
    queryFn: ({ pageParam, signal }) => {
      const page = { ...pageParam, limit: LIMITS.pageSize }
      return performOrThrow(
        ofBarcode
          ? prepareHistoryCall(
              'history.barcode',
              { params: { barcode: code }, query: page },
              (answer) => answer,
            )
          : prepareHistoryCall(
              'history.document',
              { params: { number: code }, query: page },
              (answer) => answer,
            ),
        signal,
      )
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ Records, TotalRowCount, Next }, _, before) =>
      pageAfter(before, { n: Records.length, total: TotalRowCount, next: Next }),
  })
  // A scan opens the history of the barcode or document.
  useScanTarget({
    level: 'screen',
    id: `history.${code}`,
    ready: !query.isPending,
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'showHistory', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
  const entries = query.data?.pages.flatMap(({ Records }) => Records) ?? []
  const total = query.data?.pages[0]?.TotalRowCount ?? 0
  return (
    <section className="history layout-stack" aria-labelledby="history-title">
      <h1 id="history-title">{say(ofBarcode ? 'history.ofBarcode' : 'history.ofDocument', { code })}</h1>
      {!ofBarcode && (
        <Button icon="right" onClick={() => void run('openDocument', { number: code })}>
          {say('history.open', { code })}
        </Button>
      )}
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && (
        <ErrorState
          problem={
            problemOfError(query.error).code === 'not_found'
              ? { code: 'history.missing', facts: { code } }
              : problemOfError(query.error)
          }
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && !query.isError && entries.length === 0 && (
        <EmptyState icon="clock" title={say('history.none')} />
      )}
      {entries.length > 0 && (
        <>
          <p role="status">{say('documents.count', { shown: entries.length, total: sayTotal(total) })}</p>
          <ol className="card-edge" aria-label={say('history.title')}>
            {entries.map((entry) => (
              <li key={entry.ID} className="history-entry">
                <Entry entry={entry} ofBarcode={ofBarcode} />
              </li>
            ))}
          </ol>
        </>
      )}
      {query.hasNextPage && (
        <Button wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {say('records.more')}
        </Button>
      )}
    </section>
  )
}

const icons: Readonly<Record<HistoryEntry['Event'], IconName>> = {
  MOVED: 'transfer',
  CREATED: 'plus',
  CHANGED: 'edit',
  LINE: 'issuance',
  OWNED: 'check',
}

const Entry = ({ entry, ofBarcode }: { readonly entry: HistoryEntry; readonly ofBarcode: boolean }) => {
  const { Event, At, ClaimedAt, By, BarcodeID, Qty, WantedQty, From, To, DocumentKind, DocumentNbr, Status } =
    entry
  const status = STATUSES.find((each) => each === Status)
  return (
    <article className="history-what">
      <Icon name={icons[Event]} />
      <div>
        <p className="history-line layout-words">
          <strong>
            {Event === 'OWNED' && From
              ? say('history.takenOver', { who: From.Owner })
              : say(`history.event.${Event}`, { n: Qty ?? 0 })}
          </strong>
          {status && <StatusChip status={status} />}
          {!ofBarcode && BarcodeID !== '' && (
            <Link to={pathTo('history', { of: HISTORY_OF.barcode, code: BarcodeID })}>{BarcodeID}</Link>
          )}
          {ofBarcode && DocumentNbr !== null && (
            <Link to={pathTo('history', { of: HISTORY_OF.document, code: DocumentNbr })}>
              {documentName(DocumentKind, DocumentNbr)}
            </Link>
          )}
        </p>
        {From && To && <p>{say('documents.fromTo', { from: accountText(From), to: accountText(To) })}</p>}
        {Qty !== null && WantedQty !== null && (
          <p className="text-short">
            {say('history.short', { done: sayCount(Qty), wanted: sayCount(WantedQty), by: WantedQty - Qty })}
          </p>
        )}
        {reasonText(entry) !== '' && <p>{say('reason.chosen', { reason: reasonText(entry) })}</p>}
        <p className="text-note">{say('records.changedBy', { by: By, at: sayMoment(At) })}</p>
        {isLate(At, ClaimedAt) && (
          <p className="text-note">
            {say('history.arrivedLater', { done: sayMoment(ClaimedAt), arrived: sayMoment(At) })}
          </p>
        )}
      </div>
    </article>
  )
}

const documentName = (kind: string, number: string): string => {
  const code = `${kind}.one`
  return isTextCode(code) ? sayCode(code, { number }) : number
}

const accountText = ({ Kind, Owner, Place }: HistoryAccount): string => {
  const code = `account.${Kind}`
  return isTextCode(code)
    ? sayCode(code, { owner: Owner, place: Place }).trim()
    : [Kind, Owner, Place].filter((part) => part !== '').join(' ')
}

const reasonText = ({ ReasonCode, ReasonDescript }: HistoryEntry): string =>
  ReasonDescript || (ReasonCode === IMPORT_REASON ? say('history.import') : ReasonCode)
