// Adjust Trim: searches and corrects stock (part 2 sections 2.8, 4.6 and 5).

import { useMemo, useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { useStockChanges } from '#app/api/live/use-stock-changes.ts'
import { type ApiProblem, isTransient } from '#app/api/problem.ts'
import { readSeenStock } from '#app/api/seen-stock.ts'
import { useStorageName } from '#app/api/storage-name.ts'
import { heldOutcome, messageIn, reasonIn } from '#app/outbox/server-reply.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import { mayAct } from '#core/kinds/engine.ts'
import type { StockFilter } from '#core/kinds/kind.ts'
import { readQuantity } from '#core/kinds/quantity.ts'
import { readStockPages } from '#core/kinds/read-stock-pages.ts'
import { withNextPage } from '#core/kinds/stock.ts'
import type { OperationResult } from '#core/outbox/index.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { type FoundStock, type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE, type PageStart } from '#core/wire/paging.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { failureOf, outcomeOf, waitingForQuantity, withServerMessage } from '#input/engine/outcomes.ts'
import { useInput } from '#input/input-context.ts'
import { questionOfLabels } from '#input/questions/question.ts'
import {
  type AdjustState,
  type CodedMessage,
  createFocusRequestFilter,
  initialAdjustState,
  keyOf,
  nextPageAfter,
  type Row,
  rowOfRecord,
  withCorrectedQuantity,
} from './adjust-rows.ts'
import type { Adjusting, TrimQuestions } from './adjusting.ts'
import { labelsToOffer, offerLabels } from './offer-labels.ts'
import { createRowLines, type RowPort } from './row-lines.ts'
import { sendCorrection } from './send-correction.ts'
import { createShelfChooser, nameStock } from './shelf-chooser.ts'
import { findElsewhere } from './stock-elsewhere.ts'
import { createStockReads } from './stock-reads.ts'
import { useScanHolds } from './use-scan-holds.ts'

interface InternalPorts {
  readonly rowPort: RowPort
  /** Reloads the stock of all rows; rows and input stay. */
  readonly reload: () => Promise<void>
}

export function useAdjust(
  mode: ModeId,
  grower: string,
  { ask, askReason, askShelf }: TrimQuestions,
): Adjusting {
  const place = usePlace()
  const { actor, locations } = useSession()
  const input = useInput()
  const [state, setState] = useState(initialAdjustState)
  const latest = useRef(initialAdjustState)
  const searches = useRef(0)
  const shownFilter = useRef<StockFilter>(undefined)
  const [takeWish] = useState(createFocusRequestFilter)
  const nameOfStorage = useStorageName()

  const scans = useScanHolds()

  const { reload, rowPort, ...actions } = useMemo((): Omit<
    Adjusting,
    'state' | 'takeFocusRequest' | 'lines'
  > &
    InternalPorts => {
    const set = (change: Partial<AdjustState>) => {
      latest.current = { ...latest.current, ...change }
      setState(latest.current)
    }
    const edit = (key: string, change: Partial<Row>) =>
      set({ rows: latest.current.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) })
    const stockOf = (record: InventoryRecord) => nameStock(record, nameOfStorage)
    const chooseShelf = createShelfChooser(askShelf, nameOfStorage)
    const rowsOf = (barcode: string) =>
      latest.current.rows.filter(({ record }) => record.BarcodeID === barcode)
    const rowOf = (barcode: string | undefined): Row | undefined => {
      const { rows, current } = latest.current
      const now = rows.find(({ key }) => key === current)
      if (barcode === undefined || now?.record.BarcodeID === barcode) return now
      const [only, ...others] = rowsOf(barcode)
      return others.length === 0 ? only : undefined
    }
    // Never reuse the number of an earlier focus request.
    const noFocusRequest = () => -Math.abs(latest.current.focusRequest)
    const show = (key: string) => {
      if (latest.current.current !== key) set({ current: key, focusRequest: noFocusRequest() })
    }
    const wishFor = (key: string) =>
      set({ current: key, focusRequest: Math.abs(latest.current.focusRequest) + 1 })

    const reads = createStockReads()
    const rowIn = (read: number) => (record: InventoryRecord) => rowOfRecord(reads.accept(read, record))
    const showResults = (found: FoundStock, read: number) => {
      const before = latest.current.rows
      const fresh = found.records.map((record): Row => {
        const row = rowIn(read)(record)
        const known = before.find(({ key }) => key === row.key)
        return { ...row, typed: known?.typed ?? null, sending: known?.sending ?? false }
      })
      const keys = new Set(fresh.map(({ key }) => key))
      const edited = before.filter((row) => !keys.has(row.key) && (row.typed !== null || row.sending))
      set({ searching: false, loadingMore: false, failure: null, found, rows: [...fresh, ...edited] })
    }

    const searchStock = (filter: StockFilter, start: PageStart) => {
      const page = { ...start, limit: LIMITS.stockPageSize }
      return perform(trimAdjustment.search(place, mode, grower, { ...filter, page }))
    }
    /** Returns the last loaded stock of a barcode in inventory, if the server is unreachable. */
    const lastSeen = (filter: StockFilter, problem: ApiProblem) =>
      isTransient(problem) && filter.barcode && mode === 'inventory'
        ? readSeenStock(place, filter.barcode)
        : undefined
    const searchAndShow = async (
      filter: StockFilter,
      missing: () => CodedMessage | Promise<CodedMessage>,
    ): Promise<FoundStock | CodedMessage> => {
      searches.current += 1
      const thisSearch = searches.current
      const read = reads.begin()
      set({ searching: true, loadingMore: false, failure: null, asOf: null, next: null })
      const result = await searchStock(filter, FIRST_PAGE)
      const seen = result.ok ? undefined : await lastSeen(filter, result.error)
      const outcome = seen
        ? { records: [...seen.records], total: seen.records.length }
        : !result.ok && result.error.code !== 'not_found'
          ? { code: result.error.code, facts: result.error.facts }
          : result.ok && result.value.records.length > 0
            ? result.value
            : await missing()
      // A newer search replaces this one.
      if (thisSearch !== searches.current) return outcome
      if ('code' in outcome) {
        set({
          searching: false,
          failure: outcome,
          found: initialAdjustState.found,
          rows: latest.current.rows.filter(({ typed }) => typed !== null),
        })
      } else {
        shownFilter.current = filter
        showResults(outcome, read)
        set({ asOf: seen?.at ?? null, next: nextPageAfter(filter, FIRST_PAGE, outcome) })
      }
      return outcome
    }

    const find: Adjusting['find'] = async (barcode, quantity, cause) => {
      const verdict = mayFind()
      if (verdict !== true) return refusalOutcome(verdict)
      const found = await searchAndShow({ barcode }, () =>
        findElsewhere(barcode, { place, mode, grower, locations }),
      )
      if ('code' in found) return outcomeOf('error', found.code, found.facts, found.next)
      const rows = rowsOf(barcode)
      if (rows.length === 0) return outcomeOf('error', 'noDataForBarcode', { barcode })
      const row = await chooseShelf(rows, quantity, cause)
      if (!row) return outcomeOf('warning', 'shelf.left', { barcode })
      if (quantity !== undefined) {
        set({ current: row.key })
        return (await adjustRow(row.key, quantity, cause)) ?? outcomeOf('ok', 'trim.adjusted')
      }
      // The next digits may belong to a barcode that was scanned in the meantime.
      const { id, source } = cause
      if (input.engine.mayFocusLine(source === 'scan' ? id : undefined, barcode)) wishFor(row.key)
      else set({ current: row.key, focusRequest: noFocusRequest() })
      const { asOf } = latest.current
      const facts = { barcode, stock: stockOf(row.record), n: onHand(row.record) }
      return waitingForQuantity(
        asOf === null
          ? outcomeOf('ok', 'trim.found', facts)
          : outcomeOf('ok', 'trim.seen', { ...facts, time: formatTime(asOf) }),
      )
    }

    const may = (): Verdict =>
      mayAct(trimAdjustment.modes[mode].access, actor, 'adjust', { InventoryLocation: place.location })

    const mayFind = (): Verdict =>
      mode === 'growerStorage' && grower === '' ? refuse('growerMissing') : true

    const refused = (key: string, saying: CodedMessage, { source }: Cause): CommandOutcome => {
      edit(key, { sending: false, problem: saying })
      // After a scan, the next input may belong to the next scan.
      if (source === 'scan') set({ current: key, focusRequest: noFocusRequest() })
      else wishFor(key)
      return outcomeOf('error', saying.code, saying.facts ?? {})
    }

    /** Reloads a row's stock; the input stays for another attempt. */
    const refresh = async ({ key, record: { BarcodeID: barcode } }: Row) => {
      const read = reads.begin()
      const result = await perform(trimAdjustment.search(place, mode, grower, { barcode }))
      const record = result.ok ? result.value.records.find((each) => keyOf(each) === key) : undefined
      if (record) edit(key, { record: reads.accept(read, record) })
    }

    const adjustRow = async (
      key: string,
      given: number | undefined,
      cause: Cause,
    ): Promise<CommandOutcome | undefined> => {
      const row = latest.current.rows.find((each) => each.key === key)
      if (!row) return refusalOutcome(refuse('noLine'))
      if (row.sending) return outcomeOf('busy', 'busy')
      const { record } = row
      const before = onHand(record)
      const read =
        given === undefined
          ? readQuantity(row.typed ?? String(before))
          : ({ ok: true, value: given } as const)
      if (!read.ok) return refused(key, read.error, cause)
      const quantity = read.value
      const edited = trimAdjustment.check(record, quantity, 'any')
      if (edited !== true) return refused(key, edited, cause)
      if (given !== undefined) edit(key, { typed: String(given) })
      const extra = labelsToOffer(trimAdjustment.extraLabels(record, quantity))
      const releaseScans = extra > 0 ? scans.hold() : undefined
      try {
        return await adjustTo(row, quantity, extra, cause)
      } finally {
        releaseScans?.()
      }
    }

    const adjustTo = async (
      row: Row,
      quantity: number,
      extra: number,
      cause: Cause,
    ): Promise<CommandOutcome | undefined> => {
      const { key, record } = row
      const { BarcodeID: barcode } = record
      const before = onHand(record)
      const chosen = await askReason({
        code: 'trim.changed',
        facts: { a: before, b: quantity },
        type: 'INVENTORY',
        about: { barcode: stockOf(record), n: quantity },
      })
      if (chosen === null) {
        wishFor(key)
        return outcomeOf('warning', 'documents.kept', { barcode })
      }
      edit(key, { sending: true, problem: null })
      const id = changeKey(cause, `${encodeURIComponent(key)}.adjust.${quantity}`)
      const intent = { type: 'adjust', mode, place, record, quantity, reason: chosen.reason } as const
      const sent = await sendCorrection(id, `${place.location} ${key}`, intent)
      if (!sent.ok) return refused(key, { code: `outbox.${sent.error}` }, cause)
      // Show the correction immediately; the server's reply is applied later.
      reads.correct(withCorrectedQuantity(record, quantity))
      edit(key, { sending: false, typed: null, record: withCorrectedQuantity(record, quantity) })
      set({ focusRequest: noFocusRequest() })
      const reply = sent.value.word.then((result) => reportReply(row, result, quantity, cause))
      const facts = { barcode, stock: stockOf(record), a: before, b: quantity }
      const thisSearch = searches.current
      return offerLabels(reply, outcomeOf('ok', 'trim.adjustedHere', facts), {
        extra,
        ask: async () => {
          if ((await ask(questionOfLabels(extra))) === 'yes')
            input.ports.context().shell.go('print', {}, { barcode, count: String(extra) })
        },
        isHere: () =>
          !scans.isUnmounted() && latest.current.current === key && thisSearch === searches.current,
      })
    }

    /**
     * Reports the server's reply to a correction. A refused row shows the current stock and keeps the
     * input.
     */
    const reportReply = async (
      row: Row,
      result: OperationResult,
      quantity: number,
      cause: Cause,
    ): Promise<CommandOutcome> => {
      const { key, record } = row
      const { BarcodeID: barcode } = record
      reads.settle(key, result.type === 'confirmed')
      if (result.type === 'confirmed')
        return withServerMessage(
          outcomeOf('ok', 'trim.adjustedTo', {
            barcode,
            stock: stockOf(record),
            a: onHand(record),
            b: quantity,
          }),
          messageIn(result),
        )
      if (result.type === 'held') return heldOutcome(barcode, result.why)
      const { why } = result.why.facts
      const failure = failureOf('trim.failed', reasonIn(result))
      const outcome = { ...failure, facts: { ...failure.facts, barcode, ...(why !== undefined && { why }) } }
      edit(key, { record, typed: String(quantity) })
      await refresh(row)
      refused(key, { code: outcome.code, facts: outcome.facts }, cause)
      return outcome
    }

    return {
      find,
      search: async (filter: StockFilter, shouldFocusFirst: boolean) => {
        const verdict = mayFind()
        if (verdict !== true) {
          set({ failure: verdict })
          return
        }
        const found = await searchAndShow(filter, () => ({ code: 'notFound' }))
        if ('code' in found) return
        const [first] = found.records
        if (!first) return
        if (shouldFocusFirst || found.records.length === 1) wishFor(keyOf(first))
        else set({ current: keyOf(first), focusRequest: noFocusRequest() })
      },
      loadMore: async () => {
        const { next, loadingMore } = latest.current
        if (!next || loadingMore) return
        const thisSearch = searches.current
        const read = reads.begin()
        set({ loadingMore: true, failure: null })
        const result = await searchStock(next.filter, next.start)
        if (thisSearch !== searches.current) return
        if (!result.ok) {
          const failure = { code: 'documents.moreFailed', facts: { reason: reasonOf(result.error) } }
          set({ loadingMore: false, failure })
          return
        }
        const { rows } = latest.current
        const found = withNextPage(latest.current.found, result.value)
        const known = new Set(rows.map(({ key }) => key))
        set({
          loadingMore: false,
          found,
          next: nextPageAfter(next.filter, next.start, result.value),
          rows: [...rows, ...found.records.filter((record) => !known.has(keyOf(record))).map(rowIn(read))],
        })
      },
      may,
      mayAdjust: (barcode?: string): Verdict => {
        const allowed = may()
        if (allowed !== true || barcode !== undefined) return allowed
        return rowOf(undefined) ? true : refuse('noLine')
      },
      adjust: async (barcode: string | undefined, quantity: number | undefined, cause: Cause) => {
        const knownRow = rowOf(barcode)
        if (knownRow) return adjustRow(knownRow.key, quantity, cause)
        if (barcode === undefined) return refusalOutcome(refuse('noLine'))
        const found = rowsOf(barcode)
        if (found.length === 0) return find(barcode, quantity, cause)
        const row = await chooseShelf(found, quantity, cause)
        return row ? adjustRow(row.key, quantity, cause) : outcomeOf('warning', 'shelf.left', { barcode })
      },
      type: (key: string, text: string | null) => {
        const row = latest.current.rows.find((each) => each.key === key)
        if (!row) return
        edit(key, { typed: text === String(onHand(row.record)) ? null : text, problem: null })
      },
      rowPort: {
        rowOf,
        hasRow: (barcode) => rowsOf(barcode).length > 0,
        isCurrent: ({ key }) => key === latest.current.current,
        type: ({ key }, typed) => edit(key, { typed, problem: null }),
        focusRow: wishFor,
        clearFocusRequest: () => set({ focusRequest: noFocusRequest() }),
      },
      reload: async () => {
        const { rows } = latest.current
        const filter = shownFilter.current
        if (filter === undefined || rows.length === 0) return
        const thisSearch = searches.current
        const read = reads.begin()
        const reloaded = await readStockPages(
          (start) => searchStock(filter, start),
          latest.current.found.records.length,
        )
        if (reloaded === undefined || thisSearch !== searches.current) return
        const found = new Map(reloaded.found.records.map((record) => [keyOf(record), record]))
        const withNew = (row: Row): Row => {
          const record = found.get(row.key)
          return record && !row.sending ? { ...row, record: reads.accept(read, record) } : row
        }
        set({ rows: latest.current.rows.map(withNew), asOf: null })
        // Refresh rows with input from an earlier search.
        await Promise.all(rows.filter((row) => !found.has(row.key) && !row.sending).map(refresh))
      },
      setInputProblem: (key: string, problem: CodedMessage) => edit(key, { problem }),
      setCurrent: show,
      choose: (key: string) => {
        show(key)
        const row = latest.current.rows.find((each) => each.key === key)
        if (row) input.engine.chooseLine(row.record.BarcodeID)
      },
    }
  }, [place, mode, grower, actor, locations, input, askReason, askShelf, ask, nameOfStorage, scans])
  useStockChanges(reload, rowPort.hasRow)
  // oxlint-disable-next-line react/refs -- called by keys and scans, after rendering
  const lines = useMemo(() => createRowLines(rowPort), [rowPort])
  return { state, takeFocusRequest: takeWish, lines, ...actions }
}
