// Lists the steps of a lot, oldest first: quantity, from, to, time, user and reason.
import { Link } from 'wouter'
import { HISTORY_OF, pathTo } from '#core/wire/routes.ts'
import type { TraceStep } from '#features/history/common/trace.ts'
import { IMPORT_REASON } from '#features/stock-files/common/stock-import.ts'
import { sayMoment } from '#text/dates.ts'
import { sayCount } from '#text/numbers.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { sayAccount } from './say-account.ts'

interface TraceStepsProps {
  readonly steps: readonly TraceStep[]
  /** Number of all steps, including those not loaded. */
  readonly total: number
}

export function TraceSteps({ steps, total }: TraceStepsProps) {
  return (
    <section aria-labelledby="trace-steps-title">
      <h2 id="trace-steps-title">{say('trace.steps')}</h2>
      <p role="status">{say('documents.count', { shown: steps.length, total })}</p>
      <ol className="card-edge">
        {steps.map((step) => (
          <li key={step.ID} className="trace-row trace-step">
            <strong className="trace-count">{sayCount(step.Qty)}</strong>
            <span>{say('documents.fromTo', { from: sayAccount(step.From), to: sayAccount(step.To) })}</span>
            <span>
              <Cause step={step} />
            </span>
            <small className="text-note">
              {say('records.changedBy', { by: step.By, at: sayMoment(step.Last) })}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

// The document, linked to its history, and the reason.
const Cause = ({
  step: { DocumentKind, DocumentNbr, ReasonCode, ReasonDescript },
}: {
  readonly step: TraceStep
}) => {
  const reason = ReasonDescript || (ReasonCode === IMPORT_REASON ? say('history.import') : ReasonCode)
  return (
    <>
      {DocumentNbr !== null && (
        <Link to={pathTo('history', { of: HISTORY_OF.document, code: DocumentNbr })}>
          {documentName(DocumentKind, DocumentNbr)}
        </Link>
      )}
      {DocumentNbr !== null && reason !== '' && ' '}
      {reason}
    </>
  )
}

const documentName = (kind: string, number: string): string => {
  const code = `${kind}.one`
  return isTextCode(code) ? sayCode(code, { number }) : number
}
