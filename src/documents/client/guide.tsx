// The guide, a document's lines on a handheld: the current one as a card, the next as rows, done ones folded.
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { say } from '#text/say.ts'
import { leaveLines } from './focus-line.ts'
import { GuideCard } from './guide-card.tsx'
import { type Chosen, guideLines } from './guide-lines.ts'
import { GuideRow } from './guide-row.tsx'
import { OtherShelfOffer } from './other-shelf-offer.tsx'
import { scrollToLine } from './session/current-line.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import { VirtualList } from './virtual-list.tsx'

const ROW_HEIGHT = 49
const DONE_HEIGHT = 73

/** `readOnly`: the reason why nothing can be changed; undefined if something can. */
export function Guide({
  session,
  readOnly,
  covered,
  forward,
}: {
  readonly session: DocumentSession
  readonly readOnly: string | undefined
  /** The covered height at the top of the page while scrolling, in pixels. */
  readonly covered: number
  /** The button to the screen where the work continues. */
  readonly forward?: ReactNode
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [opened, setOpened] = useState<boolean | null>(null)
  const foldId = useId()
  // A JSON text, so that a scan renders only its line, and the guide only if the order changes.
  const text = useSessionPart(session, ({ sheet, current, focusRequest }) =>
    sheet
      ? JSON.stringify(
          guideLines(session.core.stage, sheet, { current, asked: focusRequest?.key ?? null, chosen }),
        )
      : '{"left":[],"done":[]}',
  )
  const { currentKey, left, done } = useMemo((): ReturnType<typeof guideLines> => JSON.parse(text), [text])
  const focusRequest = useSessionPart(session, (state) => state.focusRequest)
  useEffect(() => {
    if (focusRequest?.key === null) leaveLines(focusRequest.since)
  }, [focusRequest])
  const open = opened ?? left.length === 0
  const top = useRef<HTMLDivElement>(null)
  // Scroll the next line into view, wherever the page was scrolled to.
  useEffect(() => {
    if (currentKey !== undefined) top.current?.scrollIntoView({ block: 'nearest' })
  }, [currentKey])
  const choose = useCallback(
    (key: string) => {
      const entry = session.core.get().sheet?.entries[key]
      if (!entry) return
      setChosen({ key, line: entry.line })
      scrollToLine(session.core, key)
    },
    [session],
  )
  const row = (key: string, showsFigures = false) => (
    <GuideRow
      session={session}
      lineKey={key}
      readOnly={readOnly}
      onChoose={choose}
      showsFigures={showsFigures}
    />
  )
  return (
    <div className="guide">
      <div ref={top} className="guide-top">
        {currentKey !== undefined && (
          <GuideCard key={currentKey} session={session} lineKey={currentKey} readOnly={readOnly} />
        )}
        <OtherShelfOffer session={session} />
      </div>
      {left.length > 0 && (
        <VirtualList
          keys={left}
          rowHeight={ROW_HEIGHT}
          label={say('documents.lines')}
          covered={covered}
          row={(key) => row(key)}
        />
      )}
      <section aria-label={say('guide.doneLines')}>
        <div className="guide-foot">
          {done.length > 0 && (
            <button
              type="button"
              className="guide-fold"
              aria-expanded={open}
              aria-controls={foldId}
              onClick={() => setOpened(!open)}
            >
              <Icon name="check" />
              {say('guide.done', { n: done.length })}
              <Icon name={open ? 'up' : 'down'} />
            </button>
          )}
          {forward}
        </div>
        <div id={foldId} hidden={!open}>
          {open && done.length > 0 && (
            <VirtualList
              keys={done}
              rowHeight={DONE_HEIGHT}
              label={say('guide.doneLines')}
              covered={covered}
              row={(key) => row(key, true)}
            />
          )}
        </div>
      </section>
    </div>
  )
}
