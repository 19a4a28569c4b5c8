// A row of a document list: opens it, with further actions.
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useRun } from '#client/input/input-context.ts'
import { usePlace } from '#client/state/place.ts'
import { useSession } from '#client/state/session.ts'
import { IconButton } from '#client/ui/button.tsx'
import { FOCUS_HOME } from '#client/ui/focus-owner.ts'
import { Icon } from '#client/ui/icon.tsx'
import { StatusChip } from '#client/ui/status-chip.tsx'
import { to } from '#contract/routes.ts'
import type { DocumentSummary } from '#kinds/document.ts'
import { mayAct, mayActAt } from '#kinds/engine.ts'
import type { ListView, Mode } from '#kinds/kind.ts'
import { screenFor } from '#kinds/screens.ts'
import { say, sayCode } from '#text/say.ts'
import { rowLabel } from './party-label.ts'
import { WhoIsThere } from './who-is-there.tsx'
import './document-row.css'

export function DocumentRow({
  mode,
  view,
  document,
  wish,
  reachable,
}: {
  readonly mode: Mode
  readonly view: ListView
  readonly document: DocumentSummary
  /** Changes when this row must take the focus; 0: it must not. */
  readonly wish: number
  /** The one row that Tab reaches. */
  readonly reachable: boolean
}) {
  const { actor } = useSession()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (wish > 0) link.current?.focus({ preventScroll: true })
  }, [wish])
  const number = document.number ?? ''
  const { IssueToType: type = '' } = document.header
  const place = usePlace()
  const screen = screenFor(mode, document, place)
  const here = new Set([place.location])
  const editable =
    view.editable.includes(document.status) && mayActAt(mode.access, 'edit', document.header, here) === true
  const mayEdit = mayAct(mode.access, actor, 'edit', document.header)
  const run = useRun()
  return (
    <article className="document-row" data-status={document.status}>
      <Link
        ref={link}
        to={to(screen.route, screen.parameters)}
        className="document-row-open"
        tabIndex={reachable ? 0 : -1}
        {...(reachable && FOCUS_HOME)}
      >
        <span className="document-row-line">
          <span className="document-row-number">{number}</span>
          {type !== '' && (
            <span className="document-row-badge" data-type={type}>
              <abbr title={type} aria-hidden="true">
                {type.slice(0, 1)}
              </abbr>
              <span className="for-readers">{type}</span>
            </span>
          )}
          <WhoIsThere document={document} />
        </span>
        <span className="document-row-line">
          <StatusChip status={document.status} />
          <span className="document-row-entity">{rowLabel(document.header)}</span>
        </span>
      </Link>
      {editable &&
        (mayEdit === true ? (
          <Link
            to={to(mode.routes.edit, { number })}
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
    </article>
  )
}
