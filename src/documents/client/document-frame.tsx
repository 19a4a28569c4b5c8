// Parts that editor and detail share: title, status and progress, and read-only reasons.

import type { ReactNode, Ref } from 'react'
import { isNoConnection } from '#app/api/problem.ts'
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { StatusChip, UnreadableMark } from '#app/ui/status-chip.tsx'
import type { Document } from '#core/kinds/document.ts'
import { mayAct, mayActAt } from '#core/kinds/engine.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { plantsOf } from '#core/kinds/walk.ts'
import { pendingEntries } from '#core/kinds/worksheet.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { say, sayCode } from '#text/say.ts'
import { documentLabel } from './entity-label.ts'
import { KeptForScans } from './kept-for-scans.tsx'
import { DocumentPresence } from './presence-initials.tsx'
import { sayShort } from './say-short.ts'
import { loadDocument } from './session/load-document.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useSessionPart } from './use-document-session.ts'

/** Title, status and progress: always visible. */
export function DocumentBar({
  session,
  document,
  ref,
  children,
}: {
  readonly session: DocumentSession
  readonly document: Document
  readonly ref: Ref<HTMLDivElement>
  /** The main button. */
  readonly children: ReactNode
}) {
  const { kind, stage } = session.core.parts
  const pending = useSessionPart(session, (state) => (state.sheet ? pendingEntries(state.sheet).length : 0))
  // A line that the server does not have yet is still open.
  const added = useSessionPart(session, ({ sheet }) =>
    sheet ? pendingEntries(sheet).filter(({ line }) => line.id === null).length : 0,
  )
  const isOnlyHere = useSessionPart(session, ({ problem }) => problem === 'missing')
  const { done, total: saved } = progressOf(stageOf(kind, stage), document)
  const total = saved + added
  const { done: plants, total: wanted, short } = plantsOf(stageOf(kind, stage), document)
  const number = document.number ?? ''
  return (
    <div className="document-bar" ref={ref}>
      <div className="document-title layout-row">
        <h1 {...FOCUS_HOME}>{sayCode(codeOf(kind.kind, 'one'), { number })}</h1>
        {isOnlyHere ? (
          <span className="chip document-mode">{say('documents.onlyHere')}</span>
        ) : (
          <StatusChip status={document.status} />
        )}
        <UnreadableMark odd={document.odd} />
        <ModeChip mode={document.mode} />
        <DocumentPresence document={document} />
        <p className="document-entity layout-cut">{documentLabel(document)}</p>
      </div>
      <div className="document-progress">
        <Progress value={done} most={total} label={say('documents.progressLabel')} />
        <p role="status">
          <span className="document-progress-count">{say('documents.progress', { done, total })}</span>
          {short.lines > 0 && (
            <span className="document-short text-short">
              {stage === 'edit'
                ? sayShort(short)
                : say('documents.shortOf', { done: plants, total: wanted, short: sayShort(short) })}
            </span>
          )}
          {pending > 0 && (
            <span className="document-not-saved tone-warning text-strong">
              {say('documents.waiting', { n: pending })}
            </span>
          )}
        </p>
      </div>
      <div className="document-main layout-buttons" data-says-why>
        {children}
      </div>
      <KeptForScans session={session} />
    </div>
  )
}

/** Marks grower storage. */
export function ModeChip({ mode }: { readonly mode: ModeId }) {
  return mode === 'growerStorage' ? <span className="chip document-mode">{say('growerStorage')}</span> : null
}

/** The reason why the document is read-only, as a sentence; undefined if something can be changed. */
export function useReadOnlyReason(session: DocumentSession): string | undefined {
  const { mode, kind, stage } = session.core.parts
  const { step } = stageOf(kind, stage).lineAction
  return useSessionPart(session, ({ sheet }) => {
    if (!sheet) return undefined
    const { document } = sheet
    const may = mayAct(mode.access, session.core.parts.actor(), step, document.header)
    if (may !== true) return sayCode(may.code, may.facts)
    if (!kind.lineSteps[step]?.during.includes(document.status)) {
      return say('documents.readOnlyNow', { number: document.number ?? '', status: document.status })
    }
    const here = mayActAt(mode.access, step, document.header, new Set([session.core.parts.place.location]))
    return here === true ? undefined : sayCode('doneElsewhere', here.facts)
  })
}

/** Shown instead of a document that is loading, not found or failed to load. */
export function DocumentMissing({ session }: { readonly session: DocumentSession }) {
  const { kind } = session.core.parts
  const problem = useSessionPart(session, (state) => state.problem)
  if (problem === null) return <Skeleton lines={8} />
  if (problem === 'missing') {
    return (
      <EmptyState heading icon="search" title={sayCode(codeOf(kind.kind, 'missing'))}>
        <p>{say('documents.notFoundNext')}</p>
      </EmptyState>
    )
  }
  return (
    <ErrorState
      problem={{ code: codeOf(kind.kind, 'detail', 'failed'), detail: reasonOf(problem) }}
      onRetry={() => void loadDocument(session.core)}
    />
  )
}

/** Shows that the data is cached after a failed reload; without a network as a note, not as an error. */
export function StaleDocument({ session }: { readonly session: DocumentSession }) {
  const { kind } = session.core.parts
  const problem = useSessionPart(session, (state) => (state.sheet ? state.problem : null))
  const readAt = useSessionPart(session, (state) => state.readAt)
  if (problem === null) return null
  if (problem !== 'missing' && isNoConnection(problem)) {
    return (
      <p className="document-as-of note tone-info layout-row" role="status">
        <Icon name="clock" />
        {say('documents.asOf', { time: formatTime(readAt) })}
      </p>
    )
  }
  return (
    <p className="note tone-error" role="alert">
      {problem === 'missing'
        ? say('documents.onlyHereHelp')
        : say('withReason', {
            what: sayCode(codeOf(kind.kind, 'detail', 'failed')),
            reason: reasonOf(problem),
          })}
    </p>
  )
}
