// Lists the records of one kind: search, active or all, and create.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { performOrThrow, problemOfError } from '#app/api/use-ask.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { LIMITS } from '#core/wire/limits.ts'
import { NEW_DOCUMENT, pathTo } from '#core/wire/routes.ts'
import {
  type MaintainedRecord,
  type RecordKind,
  rulesOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import { prepareMaintenanceCall } from '#features/maintenance/common/maintenance-calls.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import { KIND_ICONS, kindsOf, maintainedKind, recordKeys } from './kinds.ts'
import './record.css'

export function RecordListScreen() {
  const { kind: name } = useParams<{ kind: string }>()
  const kind = maintainedKind(useSession(), name)
  return kind ? (
    <RecordList key={kind} kind={kind} />
  ) : (
    <EmptyState heading icon="search" title={say('notFound')} />
  )
}

const RecordList = ({ kind }: { readonly kind: RecordKind }) => {
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const query = useRecords(kind, useDeferredValue(typed.trim()), all)
  const rows = query.data?.pages.flatMap(({ Records }) => Records) ?? []
  const total = query.data?.pages[0]?.TotalRowCount ?? 0
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)

  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[at === -1 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
  }
  const searchFor = (words: string | undefined) => {
    if (words !== undefined) setTyped(words)
    field.current?.focus()
    field.current?.select()
  }
  useListCommands(kind, { searchFor, switchAll: () => setAll((now) => !now), move })
  useEffect(() => field.current?.focus(), [])

  const pressInSearch = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      move(1)
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
    }
  }
  const pressInRows = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by === undefined) return
    event.preventDefault()
    move(by)
  }
  return (
    <section className="maintenance layout-stack" aria-labelledby="records-title">
      <div className="records-head layout-apart">
        <h1 id="records-title">{say(`records.${kind}`)}</h1>
        <CommandButton id="newDocument" look="primary" icon="plus">
          {say(`records.${kind}.new`)}
        </CommandButton>
      </div>
      <div role="search" className="records-tools layout-apart">
        <TextField
          ref={field}
          type="search"
          label={say('records.search')}
          value={typed}
          maxLength={LIMITS.comments}
          enterKeyHint="search"
          onValue={setTyped}
          onKeyDown={pressInSearch}
        />
        <Checkbox label={say('records.all')} checked={all} onValue={setAll} />
        <p className="records-count" role="status">
          {query.data && say('documents.count', { shown: rows.length, total })}
        </p>
      </div>
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && (
        <ErrorState problem={problemOfError(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data && !query.isError && rows.length === 0 && (
        <EmptyState
          icon={KIND_ICONS[kind]}
          title={say(typed === '' ? 'records.none' : 'records.noneFound', { words: typed })}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between the links inside */}
      <ul ref={list} className="records" aria-label={say(`records.${kind}`)} onKeyDown={pressInRows}>
        {rows.map((record) => (
          <li key={record.Key}>
            <RecordRow kind={kind} record={record} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {say('records.more')}
        </Button>
      )}
    </section>
  )
}

// The records of the kind that match, page by page.
const useRecords = (kind: RecordKind, search: string, all: boolean) => {
  const active = all ? 'all' : 'active'
  return useInfiniteQuery({
    queryKey: recordKeys.list(kind, { search, active }),
    queryFn: ({ pageParam, signal }) =>
      performOrThrow(
        prepareMaintenanceCall(
          'maintenance.list',
          { params: { kind }, query: { search, active, offset: pageParam, limit: LIMITS.pageSize } },
          (page) => page,
        ),
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { Records }) => sum + Records.length, 0)
      return last.Records.length > 0 && shown < last.TotalRowCount ? shown : undefined
    },
    placeholderData: keepPreviousData,
  })
}

const useListCommands = (
  kind: RecordKind,
  {
    searchFor,
    switchAll,
    move,
  }: {
    /** undefined: only the field takes the focus. */
    readonly searchFor: (words: string | undefined) => void
    readonly switchAll: () => void
    readonly move: (by: 1 | -1) => void
  },
) => {
  const session = useSession()
  const [, navigate] = useLocation()
  useCommandPorts({
    list: {
      kind: 'record',
      mayCreate: () => true,
      create: () => {
        navigate(pathTo('maintenanceRecord', { kind, key: NEW_DOCUMENT }))
        return undefined
      },
      search: (words) => {
        searchFor(words)
        return undefined
      },
      mayShowAll: () => true,
      showAll: () => {
        switchAll()
        return undefined
      },
      move,
    },
    tabs: {
      next: () => {
        const kinds = kindsOf(session)
        const next = kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? kind
        navigate(pathTo('maintenanceList', { kind: next }))
        return undefined
      },
    },
  })
  useScanTarget({ level: 'screen', id: `records.${kind}`, accepts: () => undefined })
}

const RecordRow = ({ kind, record }: { readonly kind: RecordKind; readonly record: MaintainedRecord }) => {
  const { title, fields } = rulesOf(kind)
  const others = fields
    .filter(
      ({ name, control }) =>
        name !== title && control.type !== 'securityKeys' && control.type !== 'locations',
    )
    .map(({ name }) => textOf(record.Values, name))
    .filter((text) => text !== '')
  return (
    <Link
      to={pathTo('maintenanceRecord', { kind, key: record.Key })}
      className="record layout-row card-edge card-link"
      data-inactive={!record.Active || undefined}
    >
      <span className="text-bold">{textOf(record.Values, title) || record.Key}</span>
      {!record.Active && <span className="chip">{sayCode('records.inactive')}</span>}
      <span className="text-note">{others.join(' · ')}</span>
    </Link>
  )
}
