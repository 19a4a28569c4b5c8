// A row of a document list: a link to the document, and further actions.
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { IconButton } from '#app/ui/button.tsx'
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { Icon } from '#app/ui/icon.tsx'
import { StatusChip, UnreadableMark } from '#app/ui/status-chip.tsx'
import type { DocumentSummary } from '#core/kinds/document.ts'
import { mayAct, mayActAt } from '#core/kinds/engine.ts'
import type { ListView, Mode } from '#core/kinds/kind.ts'
import { screenFor } from '#core/kinds/screens.ts'
import { pathTo } from '#core/wire/routes.ts'
import { useRun } from '#input/input-context.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode, sayValue } from '#text/say.ts'
import { rowLabel } from './entity-label.ts'
import { DocumentPresence } from './presence-initials.tsx'
import { sayShort } from './say-short.ts'
import './document-row.css'

/** The `requestId` of the row that was opened before: it takes the focus unless a field has it. */
export const FOCUS_ON_RETURN = -1

interface RowProps {
  readonly mode: Mode
  readonly view: ListView
  readonly document: DocumentSummary
  /** Changes when this row must take the focus; 0: no request. */
  readonly requestId: number
  /** The one row that Tab reaches. */
  readonly reachable: boolean
  readonly onOpen: (number: string) => void
}

export function DocumentRow({ mode, view, document, requestId, reachable, onOpen }: RowProps) {
  const { IssueToType: type = '' } = document.header
  const { figures } = document
  return (
    <article className="document-row card-edge" data-status={document.status}>
      <RowLink
        mode={mode}
        document={document}
        requestId={requestId}
        reachable={reachable}
        className="document-row-open card-link"
        onOpen={onOpen}
      >
        <span className="document-row-line layout-words">
          <span className="document-row-number text-large">{document.number}</span>
          <StatusChip status={document.status} />
          <UnreadableMark odd={document.odd} />
        </span>
        <span className="document-row-line layout-words">
          {type !== '' && (
            <span className="document-row-badge" data-type={type}>
              <abbr title={sayValue(type)} aria-hidden="true">
                {sayValue(type).slice(0, 1)}
              </abbr>
              <span className="for-readers">{sayValue(type)}</span>
            </span>
          )}
          {figures && (
            <span className="document-row-done">
              {say('column.ofAll', { done: figures.done, lines: figures.lines })}
            </span>
          )}
          {figures && figures.short.lines > 0 && (
            <span className="document-row-short">
              <span aria-hidden="true">−{sayCount(figures.short.plants)}</span>
              <span className="for-readers">{sayShort(figures.short)}</span>
            </span>
          )}
          <span className="document-row-entity">{rowLabel(document.header)}</span>
          <DocumentPresence document={document} />
        </span>
      </RowLink>
      <RowActions mode={mode} view={view} document={document} reachable={reachable} />
    </article>
  )
}

/** The link that opens a row's document; takes the focus on request. */
export function RowLink({
  mode,
  document,
  requestId,
  reachable,
  className,
  onOpen,
  children,
}: Omit<RowProps, 'view'> & { readonly className: string; readonly children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const { activeElement } = window.document
    const isTyping =
      activeElement instanceof HTMLInputElement && activeElement.dataset['scanSink'] === undefined
    if (requestId > 0 || (requestId === FOCUS_ON_RETURN && !isTyping))
      link.current?.focus({ preventScroll: true })
  }, [requestId])
  const screen = screenFor(mode, document, usePlace())
  return (
    <Link
      ref={link}
      to={pathTo(screen.route, screen.parameters)}
      className={className}
      tabIndex={reachable ? 0 : -1}
      onClick={() => onOpen(document.number ?? '')}
      {...(reachable && FOCUS_HOME)}
    >
      {children}
    </Link>
  )
}

/** Edit and print, if the document's status and the person's rights allow them. */
export function RowActions({
  mode,
  view,
  document,
  reachable,
}: Pick<RowProps, 'mode' | 'view' | 'document' | 'reachable'>) {
  const { actor } = useSession()
  const number = document.number ?? ''
  const here = new Set([usePlace().location])
  const editable =
    view.editable.includes(document.status) && mayActAt(mode.access, 'edit', document.header, here) === true
  const mayEdit = mayAct(mode.access, actor, 'edit', document.header)
  const run = useRun()
  return (
    <>
      {editable &&
        (mayEdit === true ? (
          <Link
            to={pathTo(mode.routes.edit, { number })}
            className="button-icon document-row-edit"
            aria-label={say('documents.editNumber', { number })}
            tabIndex={reachable ? 0 : -1}
          >
            <Icon name="edit" />
          </Link>
        ) : (
          <span className="document-row-locked" title={sayCode(mayEdit.code, mayEdit.facts)}>
            <Icon name="lock" />
            <span className="for-readers">{sayCode(mayEdit.code, mayEdit.facts)}</span>
          </span>
        ))}
      {view.printable.includes(document.status) && (
        <IconButton
          icon="print"
          label={say('documents.printNumber', { number })}
          className="document-row-edit"
          tabIndex={reachable ? 0 : -1}
          onClick={() => void run('print', { number }, 'button')}
        />
      )}
    </>
  )
}
