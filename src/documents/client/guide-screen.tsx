// A document's screen on a handheld: the bar above, the guide, and the button that ends the document below.
import { type ReactNode, useId, useRef, useState } from 'react'
import { useWholePage } from '#app/ui/handheld.ts'
import { StatusChip } from '#app/ui/status-chip.tsx'
import { useCoveredHeight } from '#app/ui/use-covered-height.ts'
import type { Document } from '#core/kinds/document.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { useVerdict } from '#input/engine/use-command.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { ModeChip, StaleDocument } from './document-frame.tsx'
import { documentLabel } from './entity-label.ts'
import { Guide } from './guide.tsx'
import { GuideBar } from './guide-bar.tsx'
import { HeaderEdit } from './header-edit.tsx'
import { KeptForScans } from './kept-for-scans.tsx'
import { OpenDecision } from './open-decision.tsx'
import { OwnerNote } from './owner-note.tsx'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'

export function GuideScreen({
  session,
  document,
  readOnly,
  above,
  empty,
  forward,
  more,
  moreWanted = false,
  end,
}: {
  readonly session: DocumentSession
  readonly document: Document
  readonly readOnly: string | undefined
  /** Input to choose before a scan. */
  readonly above?: ReactNode
  /** Shown instead of the guide while there are no lines. */
  readonly empty: ReactNode
  /** The button to the document's other screen, if the work continues there. */
  readonly forward?: ReactNode
  /** Everything that is rarely needed, behind the bar's last button. */
  readonly more: ReactNode
  /** Opens that section until the person closes it. */
  readonly moreWanted?: boolean
  /** The command that ends the document here, and its label; undefined: none. */
  readonly end: { readonly id: CommandId; readonly words: string } | undefined
}) {
  const bar = useRef<HTMLDivElement>(null)
  const covered = useCoveredHeight(bar)
  const id = useId()
  const [opened, setOpened] = useState<boolean | null>(null)
  const count = useSessionPart(session, ({ sheet }) => sheet?.order.length ?? 0)
  // The note about scans takes the owner's place, so that four lines stay visible.
  const kept = useSessionPart(
    session,
    ({ reasonForScans: reason, quantityForScans }) => reason !== null || quantityForScans !== null,
  )
  useWholePage(true)
  const open = opened ?? moreWanted
  return (
    <>
      <GuideBar
        session={session}
        document={document}
        more={{ id, open }}
        onMore={() => {
          setOpened(!open)
          window.scrollTo(0, 0)
        }}
      />
      {!kept && <OwnerNote session={session} document={document} />}
      <StaleDocument session={session} />
      <OpenDecision stage={session.core.stage} document={document} />
      {readOnly !== undefined && (
        <p className="document-read-only note tone-info layout-row layout-apart" role="status">
          {readOnly}
        </p>
      )}
      {count === 0 && empty}
      <section id={id} className="guide-more" hidden={!open}>
        <p className="layout-words">
          <StatusChip status={document.status} />
          <ModeChip mode={document.mode} />
          <span>{documentLabel(document)}</span>
        </p>
        {kept && <OwnerNote session={session} document={document} />}
        {more}
      </section>
      <KeptForScans session={session} />
      {above}
      {count > 0 && <Guide session={session} readOnly={readOnly} covered={covered} forward={forward} />}
      <HeaderEdit session={session} document={document} />
      {end && <EndButton {...end} />}
    </>
  )
}

// Hidden unless it can be pressed.
const EndButton = ({ id, words }: { readonly id: CommandId; readonly words: string }) =>
  useVerdict(id) === true ? (
    <div className="guide-end">
      <CommandButton id={id} look="primary" size="large" wide>
        {words}
      </CommandButton>
    </div>
  ) : null
