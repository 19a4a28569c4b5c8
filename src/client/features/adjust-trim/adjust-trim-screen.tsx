// Adjust Trim: corrects stock to the counted quantity, with adjustment requests below (part 2 section 2.8).

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocations, useReasonCodes, useTrimTypes, useVarieties } from '#client/api/master-data.ts'
import { useSeasonGrowers } from '#client/api/season-growers.ts'
import { useStorageName } from '#client/api/storage-name.ts'
import { useVarietyName } from '#client/api/variety-name.ts'
import { useCommandPorts } from '#client/input/engine/use-command-ports.ts'
import { useScanTarget } from '#client/input/engine/use-scan-target.tsx'
import { useInput } from '#client/input/input-context.ts'
import { GrowerPicker } from '#client/input/questions/grower-picker.tsx'
import { useQuestions } from '#client/input/questions/questions.tsx'
import { useReasonDialog } from '#client/input/questions/reason-dialog.tsx'
import { usePlace } from '#client/state/place.ts'
import { AsOf } from '#client/ui/as-of.tsx'
import { BarcodeInput } from '#client/ui/barcode-input.tsx'
import { Button } from '#client/ui/button.tsx'
import { FOCUS_HOME, focusHome } from '#client/ui/focus-owner.ts'
import { QuantityField } from '#client/ui/quantity-field.tsx'
import { EmptyState, Skeleton } from '#client/ui/states.tsx'
import { StockFilters, type StockFilterValues } from '#client/ui/stock-filters.tsx'
import type { ModeId } from '#contract/constants.ts'
import { available, onHand } from '#contract/inventory.ts'
import { refuse } from '#contract/refusals.ts'
import { faultOf } from '#kinds/quantity.ts'
import { say, sayCode } from '#text/say.ts'
import type { Row } from './adjust-rows.ts'
import { RequestList, type Requests, useRequests } from './request-list.tsx'
import { type Adjusting, useAdjust } from './use-adjust.ts'
import '#client/ui/line.css'
import './request.css'
import './trim.css'

const noFilter: StockFilterValues = { variety: '', trimType: '', stockType: 'ALL' }

/** The warehouse's own stock, with its adjustment requests. */
export function AdjustTrimScreen() {
  const requests = useRequests()
  return (
    <TrimForm mode="inventory" grower="" requests={requests}>
      <h1>{say('trim.title')}</h1>
    </TrimForm>
  )
}

/** The storage of one grower: remounted for each grower. */
export function AdjustStoredScreen() {
  const { location } = usePlace()
  const locations = useLocations()
  const growers = useSeasonGrowers('stored')
  const [grower, setGrower] = useState('')
  const here = locations.items.find(({ Code }) => Code === location)
  return (
    <TrimForm key={grower} mode="growerStorage" grower={grower}>
      <h1>{say('trim.title')}</h1>
      <dl className="trim-place">
        <dt>{say('source')}</dt>
        <dd>{here ? `${here.Code} - ${here.Descript}` : location}</dd>
      </dl>
      <GrowerPicker growers={growers} value={grower} onValue={setGrower} />
    </TrimForm>
  )
}

const TrimForm = ({
  mode,
  grower,
  requests,
  children,
}: {
  readonly mode: ModeId
  /** The id of the grower, in grower storage; '' for none. */
  readonly grower: string
  /** The adjustment requests below it, if any. */
  readonly requests?: Requests
  /** Shown above the search. */
  readonly children: ReactNode
}) => {
  const place = usePlace()
  const { run, engine } = useInput()
  const questions = useQuestions()
  const reason = useReasonDialog({ DUMP: useReasonCodes('DUMP'), INVENTORY: useReasonCodes('INVENTORY') })
  const adjusting = useAdjust(mode, grower, reason.ask, questions.ask)
  const varieties = useVarieties()
  const trimTypes = useTrimTypes()
  const [filter, setFilter] = useState(noFilter)
  const [barcode, setBarcode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { state } = adjusting

  useCommandPorts({
    trim: {
      find: (wanted, quantity, cause) => {
        if (wanted !== undefined) return adjusting.find(wanted, quantity, cause)
        field.current?.focus()
        field.current?.select()
        return undefined
      },
      currentBarcode: () => state.rows.find(({ key }) => key === state.current)?.record.BarcodeID,
      mayAdjust: adjusting.mayAdjust,
      adjust: adjusting.adjust,
      mayReview: (number) => {
        if (!requests) return refuse('notOnThisScreen')
        const wanted = number ?? requests.first
        if (wanted !== undefined && requests.has(wanted)) return true
        return refuse(requests.state === 'loading' ? 'busy' : 'noDocument')
      },
      review: (number) => {
        requests?.open(number ?? requests.first ?? '')
        return undefined
      },
    },
  })
  useScanTarget({
    level: 'screen',
    id: ['trim', mode, place.location, place.season.id].join('.'),
    lines: adjusting.lines,
    accepts: (candidate) => {
      if (candidate.kind === 'barcode') {
        return { type: 'intent', command: 'findStock', arguments: { barcode: candidate.barcode } }
      }
      // Any other number is a document's: the shell searches it.
      return candidate.kind === 'number' && requests?.has(candidate.number)
        ? { type: 'intent', command: 'reviewRequest', arguments: { number: candidate.number } }
        : undefined
    },
  })

  const typeBarcode = (text: string, whole: boolean) => {
    setBarcode(text)
    if (!whole) return
    const isNowhere = engine.awaitQuantity(text)
    void run('findStock', { barcode: text }, 'key').then((outcome) => {
      if (outcome?.tone === 'ok') return setBarcode('')
      if (outcome?.tone === 'error') isNowhere()
      field.current?.select()
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void adjusting.search(filter)
  }

  return (
    <div className="trim">
      {questions.dialog}
      {reason.dialog}
      {children}
      <form role="search" className="card trim-search" onSubmit={submit}>
        <BarcodeInput ref={field} value={barcode} enterKeyHint="search" onValue={typeBarcode} />
        <StockFilters
          shows={['variety', 'trimType', 'stockType']}
          varieties={varieties.items.map(({ Code, Descript }) => ({ value: Code, label: Descript || Code }))}
          trimTypes={trimTypes.items.map(({ TrimType }) => ({ value: TrimType, label: TrimType }))}
          values={filter}
          onValues={setFilter}
        />
        <Button type="submit" look="primary" icon="search" busy={state.searching}>
          {say('documents.search')}
        </Button>
      </form>
      <p className="trim-state" role="status">
        {state.found.records.length > 0 &&
          say('documents.results', { n: state.found.records.length, total: state.found.total })}{' '}
        {state.asOf !== null && <AsOf at={state.asOf} />}{' '}
        {state.failure !== null && sayCode(state.failure.code, state.failure.facts)}
      </p>
      {state.searching && state.rows.length === 0 && <Skeleton lines={3} />}
      {!state.searching && state.rows.length === 0 && state.failure === null && (
        <EmptyState icon="scan" title={say('trim.hint')} />
      )}
      {state.rows.length > 0 && (
        <ul className="trim-rows" aria-label={say('trim.results')}>
          {state.rows.map((row) => (
            <li key={row.key}>
              <StockRow row={row} adjusting={adjusting} />
            </li>
          ))}
        </ul>
      )}
      {state.next && (
        <Button icon="down" busy={state.loadingMore} onClick={() => void adjusting.loadMore()}>
          {say('documents.showMore')}
        </Button>
      )}
      {requests && <RequestList requests={requests} />}
    </div>
  )
}

const StockRow = ({ row, adjusting }: { readonly row: Row; readonly adjusting: Adjusting }) => {
  const { run } = useInput()
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  const input = useRef<HTMLInputElement>(null)
  const { key, record, typed, sending, problem } = row
  const wrong = problem ?? faultOf(typed)
  const { BarcodeID: barcode, VarietyCode, TrimType, StockType, StorageLocation } = record
  const { current, wish } = adjusting.state
  const wanted = current === key ? wish : 0
  useEffect(() => {
    if (wanted === 0) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    input.current?.closest('article')?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  // After a correction the focus leaves the row: the next digits are for the next scan.
  const wasSending = useRef(sending)
  useEffect(() => {
    const isMade = wasSending.current && !sending && problem === null
    wasSending.current = sending
    if (isMade && document.activeElement === input.current) focusHome()
  }, [sending, problem])
  const may = adjusting.may()
  const reason = may === true ? undefined : sayCode(may.code, may.facts)
  const reserved = onHand(record) - available(record)
  const act = (source: 'button' | 'key') => {
    adjusting.show(key)
    void run('adjust', { barcode }, source)
  }
  return (
    <article
      className="line"
      aria-label={barcode}
      aria-busy={sending || undefined}
      data-current={current === key || undefined}
      {...(current === key && FOCUS_HOME)}
      data-pending={typed !== null || undefined}
      data-problem={wrong !== undefined || undefined}
    >
      <div className="line-head">
        <span className="line-barcode">{barcode}</span>
        <span className="trim-stock">
          {say('trim.onHand', { n: onHand(record) })}
          {reserved > 0 && ` · ${say('trim.reserved', { n: reserved })}`}
        </span>
      </div>
      <p className="line-plant">
        {[nameOfVariety(VarietyCode), TrimType, StockType, nameOfStorage(StorageLocation)]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      <div className="line-work">
        <QuantityField
          ref={input}
          label={say('documents.quantityOf', { barcode })}
          hideLabel
          value={typed ?? String(onHand(record))}
          readOnly={reason !== undefined}
          onFocus={() => adjusting.show(key)}
          onValue={(text) => adjusting.type(key, text)}
          onRefused={(refused) =>
            adjusting.refuseTyped(key, refuse('quantityLooksLikeBarcode', { value: refused.trim() }))
          }
          onCommit={() => act('key')}
        />
        <span className="line-actions">
          <Button
            look="primary"
            busy={sending}
            reason={reason}
            onClick={() => act('button')}
            aria-label={say('trim.adjustBarcode', { barcode })}
          >
            {say('trim.adjust')}
          </Button>
        </span>
      </div>
      {wrong !== undefined && (
        <p className="line-problem" role="alert">
          {sayCode(wrong.code, wrong.facts)}
        </p>
      )}
    </article>
  )
}
