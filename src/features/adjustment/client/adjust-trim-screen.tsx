// Adjust Trim: corrects stock to the counted quantity; adjustment requests are listed below (part 2 section
// 2.8).

import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLocations, useReasonCodes, useTrimTypes, useVarieties } from '#app/api/master-data.ts'
import { useSeasonGrowers } from '#app/api/season-growers.ts'
import { usePlace } from '#app/state/place.ts'
import { AsOf } from '#app/ui/as-of.tsx'
import { BarcodeInput } from '#app/ui/barcode-input.tsx'
import { Button } from '#app/ui/button.tsx'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { EmptyState, Skeleton } from '#app/ui/states.tsx'
import { StockFilters, type StockFilterValues } from '#app/ui/stock-filters.tsx'
import { useIsTerminal } from '#app/ui/terminal.ts'
import { sayTotal } from '#app/ui/total.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { refuse } from '#core/wire/refusals.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useInput } from '#input/input-context.ts'
import { useReasonDialog } from '#input/questions/ask-reason.tsx'
import { GrowerPicker } from '#input/questions/grower-picker.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { useShelfDialog } from '#input/questions/shelf-dialog.tsx'
import { say, sayCode } from '#text/say.ts'
import { RequestList, type Requests, useRequests } from './request-list.tsx'
import { StockCards, StockGuide } from './stock-cards.tsx'
import { StockTable } from './stock-table.tsx'
import { type Adjusting, useAdjust } from './use-adjust.ts'
import '#documents/client/lines/line.css'
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

/** The storage of one grower; remounted for each grower. */
export function AdjustStoredScreen() {
  const { location } = usePlace()
  const locations = useLocations()
  const growers = useSeasonGrowers('stored')
  const [grower, setGrower] = useState('')
  const currentLocation = locations.items.find(({ Code }) => Code === location)
  return (
    <TrimForm key={grower} mode="growerStorage" grower={grower}>
      <h1>{say('trim.title')}</h1>
      <dl className="trim-place layout-words">
        <dt>{say('source')}</dt>
        <dd>{currentLocation ? `${currentLocation.Code} - ${currentLocation.Descript}` : location}</dd>
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
  /** The adjustment requests below the stock, if any. */
  readonly requests?: Requests
  /** Shown above the search. */
  readonly children: ReactNode
}) => {
  const questions = useQuestions()
  const reason = useReasonDialog({ DUMP: useReasonCodes('DUMP'), INVENTORY: useReasonCodes('INVENTORY') })
  const shelf = useShelfDialog()
  const adjusting = useAdjust(mode, grower, {
    ask: questions.ask,
    askReason: reason.ask,
    askShelf: shelf.ask,
  })
  const field = useRef<HTMLInputElement>(null)
  const handheld = useIsHandheld()
  useTrimCommands({ adjusting, mode, requests, field })
  const search = useStockSearch(adjusting, field)
  return (
    <div className="layout-stack" data-says-why>
      {questions.dialog}
      {shelf.dialog}
      {reason.dialog}
      {children}
      {!handheld && search}
      <StockFound adjusting={adjusting} />
      {handheld && search}
      {requests && <RequestList requests={requests} ownsLineKeys={adjusting.state.rows.length === 0} />}
    </div>
  )
}

// The screen's commands, and its scans.
const useTrimCommands = ({
  adjusting,
  mode,
  requests,
  field,
}: {
  readonly adjusting: Adjusting
  readonly mode: ModeId
  readonly requests: Requests | undefined
  readonly field: BarcodeField
}) => {
  const place = usePlace()
  const { state, dispatch } = adjusting
  useCommandPorts({
    trim: {
      find: (wanted, quantity, cause) => {
        if (wanted !== undefined) return dispatch({ type: 'find', barcode: wanted, quantity, cause })
        field.current?.focus()
        field.current?.select()
        return undefined
      },
      currentBarcode: () => state.rows.find(({ key }) => key === state.current)?.record.BarcodeID,
      mayAdjust: adjusting.mayAdjust,
      adjust: (wanted, quantity, cause) => dispatch({ type: 'adjust', barcode: wanted, quantity, cause }),
      mayReview: (number) => {
        if (!requests) return refuse('notOnThisScreen')
        const requested = number ?? requests.first
        if (requested !== undefined && requests.has(requested)) return true
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
      // Other numbers are document numbers, which the shell searches.
      return candidate.kind === 'number' && requests?.has(candidate.number)
        ? { type: 'intent', command: 'reviewRequest', arguments: { number: candidate.number } }
        : undefined
    },
  })
}

type BarcodeField = RefObject<HTMLInputElement | null>

// Returns the form. Its input stays where a turned device shows it at another place.
const useStockSearch = (adjusting: Adjusting, field: BarcodeField): ReactNode => {
  const { run, engine } = useInput()
  const varieties = useVarieties()
  const trimTypes = useTrimTypes()
  const [filter, setFilter] = useState(noFilter)
  const [barcode, setBarcode] = useState('')
  const handheld = useIsHandheld()
  const typeBarcode = (text: string, whole: boolean) => {
    setBarcode(text)
    if (!whole) return
    const cancelQuantity = engine.awaitQuantity(text)
    void run('findStock', { barcode: text }, 'key').then((outcome) => {
      if (outcome?.tone === 'ok') return setBarcode('')
      if (outcome?.tone === 'error') cancelQuantity()
      field.current?.select()
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A handheld shows the results above the search.
    void adjusting
      .dispatch({ type: 'list', filter, focusFirst: !handheld })
      .then(() => handheld && window.scrollTo(0, 0))
  }
  return (
    <form role="search" className="card trim-search" onSubmit={submit}>
      <BarcodeInput ref={field} value={barcode} enterKeyHint="search" onValue={typeBarcode} />
      <StockFilters
        shows={['variety', 'trimType', 'stockType']}
        varieties={varieties.items.map(({ Code, Descript }) => ({ value: Code, label: Descript || Code }))}
        trimTypes={trimTypes.items.map(({ TrimType }) => ({ value: TrimType, label: TrimType }))}
        values={filter}
        onValues={setFilter}
      />
      <Button type="submit" look="primary" icon="search" busy={adjusting.state.searching}>
        {say('documents.search')}
      </Button>
    </form>
  )
}

// The stock that was found, or why there is none.
const StockFound = ({ adjusting }: { readonly adjusting: Adjusting }) => {
  const { state, dispatch } = adjusting
  const may = adjusting.may()
  return (
    <>
      <p className="trim-state text-strong" role="status">
        {state.found.records.length > 0 &&
          say('documents.results', {
            n: state.found.records.length,
            total: sayTotal(state.found.total),
          })}{' '}
        {state.asOf !== null && <AsOf at={state.asOf} />}{' '}
        {state.failure !== null && sayCode(state.failure.code, state.failure.facts)}
      </p>
      {state.searching && state.rows.length === 0 && <Skeleton lines={3} />}
      {!state.searching && state.rows.length === 0 && state.failure === null && (
        <EmptyState icon="scan" title={say('trim.hint')} />
      )}
      {state.rows.length > 0 && may !== true && (
        <p className="text-quiet text-strong">{sayCode(may.code, may.facts)}</p>
      )}
      {state.rows.length > 0 && <StockRows adjusting={adjusting} />}
      {state.next && (
        <Button icon="down" busy={state.loadingMore} onClick={() => void dispatch({ type: 'loadMore' })}>
          {say('documents.showMore')}
        </Button>
      )}
    </>
  )
}

const StockRows = (props: { readonly adjusting: Adjusting }) => {
  const isTerminal = useIsTerminal()
  if (useIsHandheld()) return <StockGuide {...props} />
  return isTerminal ? <StockTable {...props} /> : <StockCards {...props} />
}
