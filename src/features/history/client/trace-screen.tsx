// /Trace/{barcode}: shows where the plants of a lot came from, moved, and are now. /Trace/ prompts for a
// barcode.
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'wouter'
import { callFile } from '#app/api/files.ts'
import { downloadFile, readFile } from '#app/api/read-answer.ts'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { requestPrint } from '#app/state/printing.ts'
import { BarcodeInput } from '#app/ui/barcode-input.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { RunOutcome } from '#core/commands/command.ts'
import { BARCODE_PATTERN } from '#core/wire/codes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { refuse } from '#core/wire/refusals.ts'
import { HISTORY_OF, pathTo } from '#core/wire/routes.ts'
import { prepareHistoryCall } from '#features/history/common/history-calls.ts'
import type { Trace, TracePlace } from '#features/history/common/trace.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { sayAccount } from './say-account.ts'
import { TraceSteps } from './trace-steps.tsx'
import { TraceSums } from './trace-sums.tsx'
import './trace.css'

export function TraceScreen() {
  const { barcode } = useParams<{ barcode?: string }>()
  // A scan opens the next trace.
  useScanTarget({
    level: 'screen',
    id: `trace.${barcode ?? ''}`,
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'showTrace', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
  return barcode === undefined ? <LotPrompt /> : <TraceOf key={barcode} barcode={barcode} />
}

const LotPrompt = () => {
  const run = useRun()
  const [typed, setTyped] = useState('')
  const open = () => run('showTrace', { barcode: typed }, 'key')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (BARCODE_PATTERN.test(typed)) void open()
  }
  return (
    <section className="trace layout-stack" aria-labelledby="trace-title">
      <h1 id="trace-title">{say('screen.trace')}</h1>
      <p>{say('trace.about')}</p>
      <form className="trace-which layout-stack" onSubmit={submit}>
        <BarcodeInput value={typed} enterKeyHint="search" onValue={setTyped} />
        <Button
          type="submit"
          look="primary"
          size="large"
          icon="search"
          reason={BARCODE_PATTERN.test(typed) ? undefined : say('trace.which')}
        >
          {say('trace.find')}
        </Button>
      </form>
    </section>
  )
}

const TraceOf = ({ barcode }: { readonly barcode: string }) => {
  const query = useInfiniteQuery({
    queryKey: ['trace', barcode],
    queryFn: ({ pageParam, signal }) =>
      performOrThrow(
        prepareHistoryCall(
          'trace.barcode',
          { params: { barcode }, query: { offset: pageParam, limit: LIMITS.stockPageSize } },
          (answer) => answer,
        ),
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { Steps }) => sum + Steps.length, 0)
      return last.Steps.length > 0 && shown < last.TotalStepCount ? shown : undefined
    },
  })
  // The newest page has the current sums and places.
  const trace = query.data?.pages.at(-1)
  const ready = () => (trace ? true : refuse('busy'))
  useCommandPorts({
    trace: { mayDownload: ready, download: () => downloadMovements(barcode) },
    printing: {
      may: ready,
      print: () => {
        requestPrint({ kind: 'trace', barcode })
        return undefined
      },
    },
  })
  return (
    <section className="trace layout-stack" aria-labelledby="trace-title">
      <h1 id="trace-title">{say('trace.of', { code: barcode })}</h1>
      {query.isPending && <Skeleton lines={8} />}
      {query.isError && (
        <ErrorState
          problem={
            problemOfError(query.error).code === 'not_found'
              ? { code: 'trace.missing', facts: { code: barcode } }
              : problemOfError(query.error)
          }
          onRetry={() => void query.refetch()}
        />
      )}
      {trace && !query.isError && (
        <>
          <Lot trace={trace} />
          <TraceSums trace={trace} />
          <Places places={trace.Places} />
          <Actions barcode={barcode} />
          <TraceSteps
            steps={query.data?.pages.flatMap(({ Steps }) => Steps) ?? []}
            total={trace.TotalStepCount}
          />
          {query.hasNextPage && (
            <Button wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {say('records.more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const Lot = ({ trace }: { readonly trace: Trace }) => {
  const facts = [trace.Commodity, trace.Variety, trace.TrimType, trace.StockType, trace.TrimSeason]
  return <p>{facts.filter((fact) => fact !== '').join(' · ')}</p>
}

const Actions = ({ barcode }: { readonly barcode: string }) => (
  <div className="trace-actions layout-row">
    <CommandButton id="print" icon="print" />
    <CommandButton id="downloadTrace" icon="down" />
    <Link className="button" to={pathTo('history', { of: HISTORY_OF.barcode, code: barcode })}>
      {say('screen.history')}
    </Link>
  </div>
)

const Places = ({ places }: { readonly places: readonly TracePlace[] }) => (
  <section aria-labelledby="trace-places-title">
    <h2 id="trace-places-title">{say('trace.places')}</h2>
    {places.length === 0 ? (
      <EmptyState icon="info" title={say('trace.noPlaces')} />
    ) : (
      <ul className="card-edge">
        {places.map(({ Account, Qty, Reserved }) => (
          <li key={`${Account.Kind} ${Account.Owner} ${Account.Place}`} className="trace-row">
            <strong className="trace-count">{sayCount(Qty)}</strong>
            <span>
              {sayAccount(Account)}
              {Reserved > 0 && (
                <small className="text-note"> {say('trace.reserved', { n: sayCount(Reserved) })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

// Saves the movements of a lot at the user's locations as CSV, oldest first. Returns the outcome.
async function downloadMovements(barcode: string): Promise<RunOutcome> {
  const answer = await callFile(fileCalls.exportMovements, { query: { barcode } })
  const file = answer.ok ? await readFile(answer.value, () => {}) : answer
  if (!file.ok) return outcomeOf('error', file.error.code, file.error.facts)
  const name = `movements-${barcode}.csv`
  downloadFile(file.value, name)
  return outcomeOf('ok', 'downloads.done', { name })
}
