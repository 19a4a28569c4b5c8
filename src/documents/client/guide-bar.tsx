// The one bar above a document on a handheld: title, progress, network; the shell adds way back and outbox.
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
import { sayShort } from './say-short.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useSessionPart } from './use-document-session.ts'
import { WhoIsThere } from './who-is-there.tsx'

/** `more` tells whether the section behind the last button is open. */
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
  const place = useBar()
  const { done, total: saved } = progressOf(stage, document)
  const plants = plantsOf(stage, document)
  const short = sayShort(plants.short)
  const total = saved + added
  const title = sayCode(codeOf(kind.kind, 'one'), { number: document.number ?? '' })
  const bar = (
    <div className="guide-bar">
      <div className="guide-bar-words">
        {/* Twice: with all the room, and with what the outbox leaves while it stands over its end. */}
        <h1 {...FOCUS_HOME} aria-label={title}>
          <Words of={title} />
          <Words of={title} />
        </h1>
        <p role="status">
          {/* Once all lines are done their number says nothing, and what is short needs its room. */}
          {done === total && short !== '' ? null : <Figures of={{ done, total }} code="guide.lines" />}
          {pending > 0 ? (
            <strong>{say('documents.waiting', { n: pending })}</strong>
          ) : (
            <Figures of={plants} code="guide.plants" />
          )}
          {done === total && short !== '' && <strong className="guide-bar-short">{short}</strong>}
        </p>
      </div>
      <WhoIsThere document={document} />
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
  return place ? createPortal(bar, place) : bar
}

// Word by word: those that do not fit are left out from the first on (guide.css).
const Words = ({ of }: { readonly of: string }) => (
  <span className="guide-bar-title">
    {of.split(' ').map((word, place) => (
      <bdi key={place} dir="ltr">
        {word}
      </bdi>
    ))}
  </span>
)

// As wide as when all is done: what stands beside it neither moves nor loses its room meanwhile.
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

// The place for it in the shell's header; without one it stands above the lines.
const useBar = (): Element | null =>
  useSyncExternalStore(noChanges, () => window.document.querySelector('.masthead'))

// The header is there before the screen, and outlives it.
const noChanges = () => () => undefined
