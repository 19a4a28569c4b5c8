// A document's stock search, by barcode, variety, trim type and stock type (part 2 sections 2.4, 2.9, 5).

import { useEffect, useId, useRef, useState } from 'react'
import { useTrimTypes, useVarieties } from '#app/api/master-data.ts'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'
import { BarcodeInput } from '#app/ui/barcode-input.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StockFilters, type StockFilterValues } from '#app/ui/stock-filters.tsx'
import { sayTotal } from '#app/ui/total.ts'
import { findEntry, lineKey } from '#core/kinds/worksheet.ts'
import { available, type InventoryRecord } from '#core/wire/inventory.ts'
import { useInput } from '#input/input-context.ts'
import { say } from '#text/say.ts'
import { YIELDS_FOCUS } from './focus-line.ts'
import type { DocumentSession } from './session/session.ts'
import { useEntry, useSessionPart } from './use-document-session.ts'
import { type StockSearch, useStockSearch } from './use-stock-search.ts'
import { BoxedList } from './virtual-list.tsx'
import './stock-search.css'
import { addRecord } from './session/add-line.ts'
import { scrollToLine } from './session/current-line.ts'

/** Searches a barcode once it is complete; does not add a listed barcode again. */
export function BarcodeField({
  session,
  readOnly,
}: {
  readonly session: DocumentSession
  readonly readOnly: string | undefined
}) {
  const { run, engine } = useInput()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const requests = useSessionPart(session, (state) => state.barcodeFocusRequests)
  const seen = useRef(requests)
  useEffect(() => {
    if (requests === seen.current) return
    seen.current = requests
    field.current?.focus()
    field.current?.select()
  }, [requests])
  const type = (barcode: string, whole: boolean) => {
    setText(barcode)
    if (!whole) return
    const { sheet } = session.core.get()
    const known = sheet && !session.core.parts.mode.picksGrower && findEntry(sheet, barcode)
    if (known) {
      scrollToLine(session.core, known.key)
      return
    }
    // After the last character, digits are the line's quantity.
    const stopWaiting = engine.awaitQuantity(barcode)
    void run('addLine', { barcode }, 'key').then((outcome) => {
      if (outcome?.tone === 'ok') return setText('')
      if (outcome?.tone === 'error') stopWaiting()
      field.current?.select()
    })
  }
  return (
    <BarcodeInput
      {...{ [YIELDS_FOCUS]: '' }}
      ref={field}
      value={text}
      enterKeyHint="search"
      disabled={readOnly !== undefined}
      onValue={type}
    />
  )
}

/** 'Advanced Search': the mode's filters and their results. */
export function AdvancedSearch({
  session,
  readOnly,
}: {
  readonly session: DocumentSession
  readonly readOnly: string | undefined
}) {
  const { mode } = session.core.parts
  const header = useSessionPart(session, (state) => state.sheet?.document.header)
  // Each request to open it focuses its first field.
  const requests = useSessionPart(session, (state) => state.searchRequests)
  const panel = useId()
  const varieties = useVarieties()
  const trimTypes = useTrimTypes()
  const [chosen, setFilter] = useState<StockFilterValues | null>(null)
  const found = useStockSearch(session)
  const open = requests > 0
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (requests > 0) form.current?.querySelector('input')?.focus()
  }, [requests])

  // The kind's default filter, unless the person chooses another.
  const filter = chosen ?? {
    variety: '',
    trimType: '',
    stockType: header ? mode.searchStockType(header) : 'ALL',
  }
  return (
    <section className="card-edge">
      <h2 className="stock-search-title">
        <button
          type="button"
          className="stock-search-toggle layout-row"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => session.core.set({ searchRequests: open ? 0 : 1 })}
        >
          <Icon name="search" />
          {say('documents.advancedSearch')}
          <Icon name={open ? 'up' : 'down'} />
        </button>
      </h2>
      <div id={panel} hidden={!open}>
        <form
          ref={form}
          className="stock-search-form"
          onSubmit={(event) => {
            event.preventDefault()
            void found.search(filter)
          }}
        >
          <StockFilters
            shows={mode.searchFilters}
            varieties={varieties.items.map(({ Code, Descript }) => ({
              value: Code,
              label: Descript || Code,
            }))}
            trimTypes={trimTypes.items.map(({ TrimType }) => ({ value: TrimType, label: TrimType }))}
            values={filter}
            onValues={setFilter}
          />
          <Button type="submit" look="primary" icon="search" busy={found.state === 'searching'}>
            {say('documents.search')}
          </Button>
        </form>
        <p className="stock-search-state" role="status">
          {found.state === 'searching' && say('documents.searching')}
          {found.state === 'failed' && found.failure}
          {found.state === 'found' &&
            say('documents.results', { n: found.records.length, total: sayTotal(found.total) })}
        </p>
        {found.state === 'found' && open && <Results session={session} found={found} readOnly={readOnly} />}
      </div>
    </section>
  )
}

const Results = ({
  session,
  found,
  readOnly,
}: {
  readonly session: DocumentSession
  readonly found: StockSearch
  readonly readOnly: string | undefined
}) => {
  const { records, total, hasMore, loadingMore, failure } = found
  const byKey = new Map(records.map((record, index) => [`${record.BarcodeID} ${index}`, record]))
  return (
    <>
      <BoxedList
        keys={[...byKey.keys()]}
        rowHeight={72}
        label={say('documents.results', { n: records.length, total: sayTotal(total) })}
        className="stock-search-results"
        // After a failure, only the person retries.
        onEnd={hasMore && failure === null ? () => void found.loadMore() : undefined}
        row={(key) => {
          const record = byKey.get(key)
          return record ? <Result session={session} record={record} readOnly={readOnly} /> : null
        }}
      />
      {failure !== null && <p role="alert">{say('documents.moreFailed', { reason: failure })}</p>}
      {hasMore && (
        <Button icon="down" busy={loadingMore} onClick={() => void found.loadMore()}>
          {say('documents.showMore')}
        </Button>
      )}
    </>
  )
}

const Result = ({
  session,
  record,
  readOnly,
}: {
  readonly session: DocumentSession
  readonly record: InventoryRecord
  readonly readOnly: string | undefined
}) => {
  const { BarcodeID: barcode, VarietyCode, TrimType, StorageLocation } = record
  const { engine } = useInput()
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  const listed = useEntry(session, lineKey({ barcode, storageLocation: StorageLocation })) !== undefined
  const facts = [nameOfVariety(VarietyCode), TrimType, nameOfStorage(StorageLocation)].filter(
    (part) => part !== '',
  )
  return (
    <article className="stock-search-result" aria-label={barcode}>
      <span className="line-barcode">{barcode}</span>
      <span className="line-plant layout-cut">
        {facts.join(' · ')} · {say('documents.lineAvailable', { n: available(record) })}
      </span>
      {listed ? (
        <span className="stock-search-listed">
          <Icon name="check" />
          {say('documents.added')}
        </span>
      ) : (
        <Button
          icon="plus"
          reason={readOnly}
          aria-label={say('documents.addBarcode', { barcode })}
          onClick={() => {
            // From now on, digits are the line's quantity, as after a scan.
            engine.awaitQuantity(barcode)
            const outcome = addRecord(session.core, record)
            if (outcome) engine.showOutcome(outcome, 'addLine', 'button')
          }}
        >
          {say('documents.add')}
        </Button>
      )}
    </article>
  )
}
