// The list of one document kind (part 2 section 2.2): search, filter, count, and rows with arrow keys.

import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { isForeignServer } from '#app/api/wire-text.ts'
import { usePlace } from '#app/state/place.ts'
import { requestPrint } from '#app/state/printing.ts'
import { useSession } from '#app/state/session.ts'
import { AsOf } from '#app/ui/as-of.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { sortByHeading, sortByNext, type TableSort } from '#app/ui/table.tsx'
import { useIsTerminal, useTableRoom } from '#app/ui/terminal.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { sayTotal } from '#app/ui/total.ts'
import { usePaste } from '#app/ui/use-paste.ts'
import type { ListPort, PrintPort } from '#core/commands/context.ts'
import type { DocumentSummary } from '#core/kinds/document.ts'
import { mayAct, mayList } from '#core/kinds/engine.ts'
import { type Kind, type ListView, type Mode, type StatusFilter, statusesOf } from '#core/kinds/kind.ts'
import { digitsOnly } from '#core/kinds/quantity.ts'
import { mayPrint, reportOf, statusChoices } from '#core/kinds/screens.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { refuse } from '#core/wire/refusals.ts'
import { NEW_DOCUMENT, pathTo } from '#core/wire/routes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode, sayValue } from '#text/say.ts'
import { FOCUS_ON_RETURN } from './document-row.tsx'
import { ListBody } from './list-body.tsx'
import { columnsOf, type ListColumn, sortRows } from './list-columns.tsx'
import { codeOf } from './session/wording.ts'
import { UnnumberedDocuments } from './unnumbered-documents.tsx'
import { type DocumentListData, useDocumentList } from './use-document-list.ts'
import '#app/ui/tabs.css'
import './document-list.css'

// Matches the document numbers in a text.
const NUMBERS = /(?<!\d)\d{1,8}(?!\d)/g

interface ListProps {
  readonly kind: Kind
  readonly mode: Mode
  readonly view: ListView
}

export function DocumentList({ kind, mode, view }: ListProps) {
  const { actor } = useSession()
  const place = usePlace()
  const run = useRun()
  const [, navigate] = useLocation()
  const [shownStatus, setShownStatus] = useState<StatusFilter>('usual')
  const [typed, setTyped] = useState('')
  const listed = mayList(mode.access, actor)
  const list = useDocumentList(kind, mode, view, shownStatus, listed === true)
  const field = useRef<HTMLInputElement>(null)
  const listKey = [kind.kind, mode.id, view.id].join('.')
  const { searched } = list
  const { isTerminal, columns, rows, sort, setSort } = useSortedRows(kind, mode, list)
  const { active, moveTo, focusNumber } = useActiveRow(listKey, rows)
  const total = searched.state === 'none' ? list.total : rows.length

  const mayCreate = mayAct(mode.access, actor, 'create', {})
  // Shown if the person has the rights; disabled with a reason if the person is read-only.
  const showsCreate =
    view.creates && mayAct(mode.access, { ...actor, readOnly: false }, 'create', {}) === true
  const { search, clearSearch } = list
  const port: ListPort = {
    kind: kind.kind,
    mayCreate: () => (view.creates ? mayCreate : refuse('notOnThisScreen')),
    create: () => {
      navigate(pathTo(mode.routes.edit, { number: NEW_DOCUMENT }))
      return undefined
    },
    search: async (number) => {
      if (number === undefined) {
        field.current?.focus()
        field.current?.select()
        return undefined
      }
      setTyped(digitsOnly(number))
      const outcome = await search(digitsOnly(number))
      // Focus the result, so that Enter opens it.
      if (outcome === undefined) focusNumber(digitsOnly(number))
      return outcome
    },
    mayShowAll: () => (view.all ? true : refuse('notOnThisScreen')),
    showAll: () => {
      setShownStatus((now) => (now === 'all' ? 'usual' : 'all'))
      return undefined
    },
    sort: isTerminal
      ? () => {
          setSort((now) => sortByNext(columns, now))
          return undefined
        }
      : undefined,
    move: (by) => moveTo(active.requestId === 0 ? 0 : active.index + by),
  }
  const nextTab = () => {
    const next = mode.lists[(mode.lists.indexOf(view) + 1) % mode.lists.length] ?? view
    navigate(pathTo(next.route))
    return undefined
  }
  const rowOf = (number: string | undefined) =>
    number === undefined ? rows[active.index] : rows.find((row) => row.number === number)
  useCommandPorts({
    list: port,
    ...(mode.lists.length > 1 && { tabs: { next: nextTab } }),
    printing: printPortOf(mode, rowOf, list.state === 'loading'),
  })
  useScanTarget({
    level: 'screen',
    id: [kind.kind, mode.id, 'list', view.id, place.location, place.season.id].join('.'),
    accepts: () => undefined,
  })

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault()
      void run('searchNumber', { number: typed }, 'key')
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      moveTo(0)
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
  }
  const paste = usePaste(NUMBERS, setTyped)
  const clear = () => {
    setTyped('')
    clearSearch()
    field.current?.focus()
  }

  return (
    <div className="document-list layout-stack">
      <div className="document-list-head layout-row layout-apart">
        <h1>{sayCode(codeOf(kind.kind, 'title'))}</h1>
        {showsCreate && (
          <CommandButton id="newDocument" look="primary" icon="plus">
            {sayCode(codeOf(kind.kind, 'new'))}
          </CommandButton>
        )}
      </div>
      {mode.lists.length > 1 && <ListTabs kind={kind.kind} mode={mode} view={view} />}
      <div role="search" className="document-list-tools layout-buttons">
        <div className="document-list-search">
          <TextField
            ref={field}
            type="search"
            label={sayCode(codeOf(kind.kind, 'search'))}
            {...(isTerminal ? {} : { placeholder: say('documents.search') })}
            value={typed}
            maxLength={LIMITS.documentNumberDigits}
            inputMode="numeric"
            enterKeyHint="search"
            {...paste.field}
            onValue={(value) => {
              paste.forget()
              setTyped(digitsOnly(value))
              if (digitsOnly(value) === '') clearSearch()
            }}
            onKeyDown={onKey}
          />
          <IconButton
            icon="search"
            label={say('documents.search')}
            disabled={typed === ''}
            onClick={() => void run('searchNumber', { number: typed }, 'button')}
          />
          {searched.state !== 'none' && (
            <IconButton icon="close" label={say('documents.clearSearch')} onClick={clear} />
          )}
        </div>
        <ListStatus kind={kind} view={view} shown={shownStatus} onShown={setShownStatus} />
        {(listed === true || searched.state !== 'none') && (
          <p className="document-list-count" role="status">
            {list.asOf !== null && searched.state === 'none' && <AsOf at={list.asOf} onRetry={list.reload} />}{' '}
            {searched.state === 'found' && searched.isKept && <>{say('documents.foundHere')} </>}
            {say('documents.count', { shown: rows.length, total: sayTotal(total) })}
            {saySort(columns, isTerminal ? sort : null, rows.length < total)}
          </p>
        )}
      </div>
      {view.creates && searched.state === 'none' && (
        <UnnumberedDocuments kind={kind} mode={mode} onNumbered={list.reload} />
      )}
      <ListBody
        kind={kind}
        mode={mode}
        view={view}
        all={shownStatus !== 'usual'}
        list={list}
        rows={rows}
        active={active}
        onMove={moveTo}
        onOpen={(number) => lastOpened.set(listKey, number)}
        table={
          isTerminal
            ? { columns, total, sort, onSort: (id) => setSort((now) => sortByHeading(id, now)) }
            : null
        }
        listed={listed}
      />
    </div>
  )
}

// The rows in the order of the table's sorted column, and the columns that have room.
function useSortedRows(kind: Kind, mode: Mode, { rows: all, searched }: DocumentListData) {
  const isTerminal = useIsTerminal()
  const hasRoom = useTableRoom() !== 'few'
  const [sort, setSort] = useState<TableSort | null>(null)
  const found = searched.state === 'found' ? searched.document : null
  const loaded = searched.state === 'none' ? all : noRows
  const shown = useMemo(() => (found ? [found] : loaded), [found, loaded])
  const columns = useMemo(() => columnsOf(kind, mode, shown, hasRoom), [kind, mode, shown, hasRoom])
  const rows = useMemo(
    () => (isTerminal ? sortRows(shown, columns, sort) : shown),
    [isTerminal, shown, columns, sort],
  )
  return { isTerminal, columns, rows, sort, setSort }
}

// The focused row; the last opened row of the list if the person returns to it.
function useActiveRow(listKey: string, rows: readonly DocumentSummary[]) {
  const [{ number: at, requestId }, setActive] = useState(() => {
    const left = lastOpened.get(listKey)
    lastOpened.delete(listKey)
    return { number: left, requestId: left === undefined ? 0 : FOCUS_ON_RETURN }
  })
  const index = rows.findIndex(({ number }) => number === at)
  const focusNumber = useCallback(
    (number: string | undefined) =>
      setActive((now) => ({ number, requestId: Math.max(0, now.requestId) + 1 })),
    [],
  )
  const moveTo = useCallback(
    (to: number) => focusNumber(rows[Math.max(0, Math.min(rows.length - 1, to))]?.number ?? undefined),
    [rows, focusNumber],
  )
  return { active: { index: Math.max(0, index), requestId }, moveTo, focusNumber }
}

// The last opened row of each list.
const lastOpened = new Map<string, string>()

// Prints a row's report: by number, or the focused row.
const printPortOf = (
  mode: Mode,
  rowOf: (number: string | undefined) => DocumentSummary | undefined,
  isLoading: boolean,
): PrintPort => ({
  may: (number) => {
    const row = rowOf(number)
    return row ? mayPrint(mode, row) : refuse(isLoading ? 'busy' : 'noDocument')
  },
  print: (number) => {
    const row = rowOf(number)
    if (row) requestPrint({ kind: 'report', ...reportOf(mode, row) })
    return undefined
  },
})

// Describes the sort order; '' for the server's order. Only loaded rows are sorted.
const saySort = (columns: readonly ListColumn[], sort: TableSort | null, isPart: boolean): string => {
  const column = columns.find(({ id }) => id === sort?.column)?.label
  return column === undefined
    ? ''
    : ` ${say(isPart ? 'documents.sortedLoaded' : 'documents.sorted', { column })}`
}

const noRows: readonly DocumentSummary[] = []

// Offers all statuses that the list's call accepts; renders nothing if the list has only its usual ones.
const ListStatus = ({
  kind,
  view,
  shown,
  onShown,
}: {
  readonly kind: Kind
  readonly view: ListView
  readonly shown: StatusFilter
  readonly onShown: (shown: StatusFilter) => void
}) => {
  const choices: readonly { readonly value: StatusFilter; readonly label: string }[] = [
    { value: 'usual', label: sayValue(statusesOf(view, 'usual').split(',').join(', ')) },
    { value: 'all', label: sayCode(codeOf(kind.kind, 'all')) },
    ...statusChoices(kind, view).map((status) => ({ value: status, label: sayValue(status) })),
  ]
  const isFilter = !isForeignServer() || !kind.calls.list.extensionOnly?.includes('status')
  if (!view.all || !isFilter) return null
  return (
    <SelectField
      label={say('status')}
      options={choices}
      value={shown}
      onValue={(chosen) => onShown(choices.find(({ value }) => value === chosen)?.value ?? 'usual')}
    />
  )
}

// The lists of a kind as tabs, each with its own path.
const ListTabs = ({
  kind,
  mode,
  view,
}: {
  readonly kind: DocumentKind
  readonly mode: Mode
  readonly view: ListView
}) => (
  <nav className="tabs" aria-label={say('documents.tabs')}>
    {mode.lists.map((each) => (
      <Link
        key={each.id}
        to={pathTo(each.route)}
        className="tab"
        aria-current={each.id === view.id ? 'page' : undefined}
      >
        {sayCode(codeOf(kind, 'list', each.id))}
      </Link>
    ))}
  </nav>
)
