// The rows of a document list, or a placeholder: loading, missing, failed, none.

import { type KeyboardEvent, useMemo } from 'react'
import type { IconName } from '#app/ui/icon.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { DocumentSummary } from '#core/kinds/document.ts'
import type { Kind, ListView, Mode } from '#core/kinds/kind.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { say, sayCode } from '#text/say.ts'
import { DocumentRow } from './document-row.tsx'
import { DocumentTable, type DocumentTableProps } from './document-table.tsx'
import { codeOf } from './session/wording.ts'
import type { DocumentListData } from './use-document-list.ts'
import { VirtualList } from './virtual-list.tsx'

const iconOf = (kind: DocumentKind): IconName => (kind === 'request' ? 'trim' : kind)

interface ListBodyProps {
  readonly kind: Kind
  readonly mode: Mode
  readonly view: ListView
  /** Does the list show other statuses than the usual ones? */
  readonly all: boolean
  readonly list: DocumentListData
  readonly rows: readonly DocumentSummary[]
  readonly active: { readonly index: number; readonly requestId: number }
  readonly onMove: (index: number) => void
  readonly onOpen: (number: string) => void
  /** null: not a terminal. */
  readonly table: Pick<DocumentTableProps, 'columns' | 'total' | 'sort' | 'onSort'> | null
  /** May the person see the list? The result of a search is shown anyway. */
  readonly listed: Verdict
}

export function ListBody({
  kind,
  mode,
  view,
  all,
  list,
  rows,
  active,
  onMove,
  onOpen,
  table,
  listed,
}: ListBodyProps) {
  const { searched } = list
  const isListFailed = searched.state === 'none' && list.state === 'failed'
  const failed = searched.state === 'failed' ? searched.problem : isListFailed ? list.problem : null
  const keys = useMemo(() => rows.map(({ number }) => number ?? ''), [rows])
  const byKey = useMemo(() => new Map(rows.map((document) => [document.number ?? '', document])), [rows])
  if (listed !== true && searched.state === 'none') {
    return (
      <EmptyState icon="lock" title={say('documents.listLocked')}>
        <p>{sayCode(listed.code, listed.facts)}</p>
      </EmptyState>
    )
  }
  if (failed) {
    const problem = { code: codeOf(kind.kind, 'list', 'failed'), detail: reasonOf(failed) }
    const retry = searched.state === 'failed' ? () => void list.search(searched.number) : list.reload
    return <ErrorState problem={problem} onRetry={retry} />
  }
  if (searched.state === 'searching' || (searched.state === 'none' && list.state === 'loading')) {
    return table ? (
      <output className="document-list-waiting">
        <span className="for-readers">{say('loading')}</span>
      </output>
    ) : (
      <Skeleton lines={6} />
    )
  }
  if (searched.state === 'missing') {
    return (
      <EmptyState icon="search" title={sayCode(codeOf(kind.kind, 'missing'))}>
        <p>{say('documents.notFoundNext')}</p>
      </EmptyState>
    )
  }
  if (rows.length === 0) {
    // A stale empty list proves nothing: show the error.
    return list.problem ? (
      <ErrorState
        problem={{ code: codeOf(kind.kind, 'list', 'failed'), detail: reasonOf(list.problem) }}
        onRetry={list.reload}
      />
    ) : (
      <EmptyState icon={iconOf(kind.kind)} title={say(all ? 'documents.none' : 'documents.noneOpen')}>
        <p>{say('documents.noneNext')}</p>
      </EmptyState>
    )
  }

  const onKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? rows.length - 1 : step && active.index + step
    if (next === undefined) return
    event.preventDefault()
    onMove(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move inside
    <div onKeyDown={onKey}>
      {table ? (
        <DocumentTable
          {...table}
          mode={mode}
          view={view}
          label={sayCode(codeOf(kind.kind, 'title'))}
          rows={rows}
          active={active}
          onEnd={searched.state === 'none' ? list.loadMore : undefined}
          onOpen={onOpen}
        />
      ) : (
        <VirtualList
          keys={keys}
          rowHeight={92}
          label={sayCode(codeOf(kind.kind, 'title'))}
          show={active.requestId !== 0 ? { index: active.index, requestId: active.requestId } : undefined}
          onEnd={searched.state === 'none' ? list.loadMore : undefined}
          covered={72}
          row={(key, index) => {
            const document = byKey.get(key)
            return document ? (
              <DocumentRow
                mode={mode}
                view={view}
                document={document}
                requestId={index === active.index ? active.requestId : 0}
                reachable={index === active.index}
                onOpen={onOpen}
              />
            ) : null
          }}
        />
      )}
      {list.problem !== null && (
        <ErrorState
          problem={{ code: codeOf(kind.kind, 'list', 'failed'), detail: reasonOf(list.problem) }}
          onRetry={list.reload}
        />
      )}
      {list.loadingMore && (
        <p className="document-list-more" role="status">
          {say('documents.more')}
        </p>
      )}
    </div>
  )
}
