// Reviews an adjustment request: shipped and received quantities, accepted or rejected line by line (part 2
// section 2.8).
import { useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { useAnyVarietyName } from '#app/api/variety-name.ts'
import { formatMoment } from '#app/ui/format-moment.ts'
import { Progress } from '#app/ui/progress.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { StatusChip } from '#app/ui/status-chip.tsx'
import { useCoveredHeight } from '#app/ui/use-covered-height.ts'
import {
  isOfCount,
  quantityIfAccepted,
  type RequestDocument,
  type RequestLine,
} from '#core/kinds/adjustment/rules.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { forgetOpenedRow } from './request-table.tsx'
import { sayRequest } from './say-request.ts'
import { type Review, useReview } from './use-review.ts'
import '#documents/client/lines/line.css'
import './request.css'

export function RequestScreen() {
  const { number } = useParams<{ number: string }>()
  // Delayed, so that the next screen can read the row first.
  useEffect(() => () => void setTimeout(forgetOpenedRow), [])
  return <RequestReviewLoader key={number} number={number} />
}

const RequestReviewLoader = ({ number }: { readonly number: string }) => {
  const questions = useQuestions()
  const review = useReview(number, questions.ask)
  const { request, problem } = review.state
  useCommandPorts({
    request: {
      number,
      currentBarcode: () => request?.lines[review.state.current]?.barcode,
      may: review.may,
      decide: review.decide,
      choose: review.choose,
      move: review.move,
    },
  })
  useScanTarget({
    level: 'screen',
    id: ['request', number].join('.'),
    ready: request !== null || problem !== null,
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'chooseLine', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
  if (request) {
    return (
      <>
        {questions.dialog}
        <RequestReview request={request} review={review} />
      </>
    )
  }
  if (problem === null) return <Skeleton lines={6} />
  return problem === 'missing' ? (
    <EmptyState heading icon="search" title={say('request.missing')}>
      <p>{say('documents.notFoundNext')}</p>
    </EmptyState>
  ) : (
    <ErrorState
      problem={{ code: 'request.detail.failed', detail: reasonOf(problem) }}
      onRetry={() => void review.load()}
    />
  )
}

const RequestReview = ({
  request,
  review,
}: {
  readonly request: RequestDocument
  readonly review: Review
}) => {
  const head = useRef<HTMLDivElement>(null)
  useCoveredHeight(head)
  const done = request.lines.filter(({ status }) => status !== 'OPEN').length
  const total = request.lines.length
  return (
    <div className="layout-stack">
      <div className="request-head layout-row" ref={head}>
        <h1>{say('request.one', { number: request.number ?? '' })}</h1>
        <StatusChip status={request.status} />
        <div className="request-progress">
          <Progress value={done} most={total} label={say('documents.progressLabel')} />
          <p role="status">{say('documents.progress', { done, total })}</p>
        </div>
      </div>
      <RequestFacts request={request} />
      <section aria-labelledby="request-lines">
        <h2 id="request-lines">{say('request.lines')}</h2>
        <ul className="trim-rows">
          {request.lines.map((line, index) => (
            <li key={line.id ?? line.barcode}>
              <DiscrepancyLine line={line} index={index} review={review} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const RequestFacts = ({ request: { header } }: { readonly request: RequestDocument }) => {
  const facts = [
    [say('transferNumber'), header.TransferNbr],
    [say('source'), header.OriginLocationID],
    [say('request.about'), sayRequest(header.RequestDetail ?? '')],
    [
      say('request.created'),
      [header.CreatedBy, formatMoment(header.CreatedDateTime)].filter(Boolean).join(', '),
    ],
    [
      say('documents.changedBy'),
      [header.LastChangedBy, formatMoment(header.LastChangedDateTime)].filter(Boolean).join(', '),
    ],
  ] as const
  return (
    <table className="card request-facts">
      <tbody>
        {facts
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

const DiscrepancyLine = ({
  line,
  index,
  review,
}: {
  readonly line: RequestLine
  readonly index: number
  readonly review: Review
}) => {
  const row = useRef<HTMLElement>(null)
  const { current, focusRequest: requestId, sending } = review.state
  const ownRequest = current === index ? requestId : 0
  useEffect(() => {
    if (ownRequest === 0) return
    row.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [ownRequest])
  const { barcode, picked, received, stock, status, plant, storageLocation, firstCount } = line
  const variety = useAnyVarietyName()(plant.variety)
  const facts = [storageLocation, variety, plant.trimType, plant.stockType].filter((fact) => fact !== '')
  const open = status === 'OPEN'
  const header = review.state.request?.header ?? {}
  const ofCount = isOfCount(header)
  const figures = [
    [say(ofCount ? 'request.expected' : 'request.shipped'), picked],
    ...(firstCount === null ? [] : [[say('request.firstCount'), firstCount] as const]),
    [say(ofCount ? 'request.counted' : 'request.received'), received],
    [say('request.stock'), stock],
    ...(open ? [[say('request.becomes'), quantityIfAccepted(header, stock, line)] as const] : []),
  ] as const
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys decide the line
    <article
      ref={row}
      className="line request-decision"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys decide the line
      tabIndex={0}
      aria-label={barcode}
      aria-busy={sending === line.id || undefined}
      data-status={status}
      data-current={current === index || undefined}
      onFocus={() => review.setCurrent(index)}
    >
      <div className="line-head layout-row layout-apart">
        <span className="line-barcode">{barcode}</span>
        <StatusChip status={status} />
      </div>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      <dl className="request-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{sayCount(value)}</dd>
          </div>
        ))}
      </dl>
      {open && (
        <div className="request-actions layout-buttons">
          <CommandButton id="reject" args={{ barcode }} aria-label={`${say('request.reject')} ${barcode}`}>
            {say('request.reject')}
          </CommandButton>
          <CommandButton
            id="accept"
            args={{ barcode }}
            {...(current === index && { look: 'primary' })}
            aria-label={`${say('request.accept')} ${barcode}`}
          >
            {say('request.accept')}
          </CommandButton>
        </div>
      )}
    </article>
  )
}
