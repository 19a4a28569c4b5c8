// The handheld's bar above a document: title, progress, network. The shell adds back button and outbox.
import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isOutage, networkNoticeAtom } from '#app/state/online.ts'
import { IconButton } from '#app/ui/button.tsx'
import { FOCUS_HOME } from '#app/ui/focus-owner.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Progress } from '#app/ui/progress.tsx'
import type { Document } from '#core/kinds/document.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { plantsOf } from '#core/kinds/walk.ts'
import { pendingEntries } from '#core/kinds/worksheet.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode } from '#text/say.ts'
import { DocumentPresence } from './presence-initials.tsx'
import { sayShort } from './say-short.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useSessionPart } from './use-document-session.ts'

/** `more`: the section that the last button opens. */
export function GuideBar({
  session,
  document,
  more,
  onMore,
}: {
  readonly session: DocumentSession
  readonly document: Document
  readonly more: { readonly id: string; readonly open: boolean }
  readonly onMore: () => void
}) {
  const { kind } = session.core.parts
  const { stage } = session.core
  const pending = useSessionPart(session, ({ sheet }) => (sheet ? pendingEntries(sheet).length : 0))
  // A line that the server does not have yet is still open.
  const added = useSessionPart(session, ({ sheet }) =>
    sheet ? pendingEntries(sheet).filter(({ line }) => line.id === null).length : 0,
  )
  const network = useAtomValue(networkNoticeAtom)
  const headerSlot = useHeaderSlot()
  const { done, total: saved } = progressOf(stage, document)
  const plants = plantsOf(stage, document)
  const short = sayShort(plants.short)
  const total = saved + added
  const title = sayCode(codeOf(kind.kind, 'one'), { number: document.number ?? '' })
  const bar = (
    <div className="guide-bar">
      <div className="guide-bar-words">
        {/* Rendered twice: at full width, and at the width that the outbox leaves when it covers the end. */}
        <h1 {...FOCUS_HOME} aria-label={title}>
          <Words of={title} />
          <Words of={title} />
        </h1>
        <p role="status">
          {/* When all lines are done, hide their number: the shortage needs the space. */}
          {done === total && short !== '' ? null : <Figures of={{ done, total }} code="guide.lines" />}
          {pending > 0 ? (
            <strong>{say('documents.waiting', { n: pending })}</strong>
          ) : (
            <Figures of={plants} code="guide.plants" />
          )}
          {done === total && short !== '' && <strong className="guide-bar-short">{short}</strong>}
        </p>
      </div>
      <DocumentPresence document={document} />
      {isOutage(network) && (
        <span className="guide-bar-network">
          <Icon name="offline" />
          <span className="for-readers">{say('guide.offline')}</span>
        </span>
      )}
      <IconButton
        icon="more"
        label={say('guide.more')}
        aria-expanded={more.open}
        aria-controls={more.id}
        onClick={onMore}
      />
      <Progress value={done} most={total} label={say('documents.progressLabel')} />
    </div>
  )
  return headerSlot ? createPortal(bar, headerSlot) : bar
}

// Splits the title into words: words that do not fit are left out from the start (guide.css).
const Words = ({ of }: { readonly of: string }) => (
  <span className="guide-bar-title">
    {of.split(' ').map((word, index) => (
      <bdi key={index} dir="ltr">
        {word}
      </bdi>
    ))}
  </span>
)

// Reserves the width of the final figures, so that neighbouring elements do not move.
const Figures = ({
  of,
  code,
}: {
  readonly of: { readonly done: number; readonly total: number }
  readonly code: 'guide.lines' | 'guide.plants'
}) => (
  <span style={{ paddingInlineEnd: `${sayCount(of.total).length - sayCount(of.done).length}ch` }}>
    {say(code, of)}
  </span>
)

// The bar's place in the shell's header; null: above the lines.
const useHeaderSlot = (): Element | null =>
  useSyncExternalStore(noChanges, () => window.document.querySelector('.masthead'))

// The header is mounted before the screen and outlives it.
const noChanges = () => () => undefined
