// The lines of a document, each rendered separately: a scan renders only its line.
import { useAtomValue } from 'jotai'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useReasonCodes } from '#client/api/master-data.ts'
import { useStorageName } from '#client/api/storage-name.ts'
import { useVarietyName } from '#client/api/variety-name.ts'
import { useRun } from '#client/input/input-context.ts'
import { PlacedButtons } from '#client/input/palette/placed-buttons.tsx'
import { nameReason } from '#client/input/questions/find-reasons.ts'
import { identityAtom } from '#client/state/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FOCUS_HOME } from '#client/ui/focus-owner.ts'
import { QuantityField } from '#client/ui/quantity-field.tsx'
import { StatusChip } from '#client/ui/status-chip.tsx'
import type { ReasonType, Status } from '#contract/constants.ts'
import { refuse } from '#contract/refusals.ts'
import type { Line } from '#kinds/document.ts'
import { faultOf } from '#kinds/quantity.ts'
import { type StageId, verbOf } from '#kinds/verbs.ts'
import { entriesOf, isPending } from '#kinds/worksheet.ts'
import { say, sayCode } from '#text/say.ts'
import { LINE_QUANTITY, leaveLines, mayTakeFocus, noteTyping } from './focus-line.ts'
import { formatLine } from './format-quantities.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/wording.ts'
import { useEntry, useSessionPart } from './use-document-session.ts'
import { VirtualList } from './virtual-list.tsx'
import { WhoIsAtLine } from './who-is-there.tsx'

const ROW_HEIGHT: Readonly<Record<StageId, number>> = { edit: 156, detail: 156, receive: 156 }

/** All lines. `covered` is the covered height at the top of the page while scrolling, in pixels. */
export function LineRows({
  session,
  readOnly,
  covered,
}: {
  readonly session: DocumentSession
  /** Why nothing can be changed; undefined if it can. */
  readonly readOnly: string | undefined
  readonly covered: number
}) {
  const order = useLineOrder(session)
  const wish = useSessionPart(session, (state) => state.focus)
  const current = useSessionPart(session, (state) => state.current)
  const wanted = current === null ? -1 : order.indexOf(current)
  useEffect(() => {
    if (wish?.key === null) leaveLines(wish.since)
  }, [wish])
  const show = useMemo(
    () => (wanted < 0 ? undefined : { index: wanted, wish: `${current} ${wish?.number ?? 0}` }),
    [wanted, current, wish],
  )
  return (
    <VirtualList
      keys={order}
      rowHeight={ROW_HEIGHT[session.core.parts.stage]}
      label={say('documents.lines')}
      className="lines"
      show={show}
      covered={covered}
      row={(key) => <LineRow session={session} lineKey={key} readOnly={readOnly} />}
    />
  )
}

// The lines' keys in display order: those that need action first.
function useLineOrder(session: DocumentSession): readonly string[] {
  const { first } = session.core.stage
  const order = useSessionPart(session, (state) => state.sheet?.order)
  // As one text, so that the list renders only when the order changes.
  const wanting = useSessionPart(session, ({ sheet }) =>
    first && sheet
      ? entriesOf(sheet)
          .flatMap(({ key, line }) => (first(line) ? [key] : []))
          .join('\n')
      : '',
  )
  return useMemo(
    () => [...new Set([...wanting.split('\n').filter(Boolean), ...(order ?? [])])],
    [order, wanting],
  )
}

const LineRow = memo(
  ({
    session,
    lineKey: key,
    readOnly,
  }: {
    readonly session: DocumentSession
    readonly lineKey: string
    readonly readOnly: string | undefined
  }) => {
    const entry = useEntry(session, key)
    const current = useSessionPart(session, (state) => state.current === key)
    const wish = useSessionPart(session, (state) => (state.focus?.key === key ? state.focus : null))
    const { kind, stage: stageName } = session.core.parts
    const { lineAction } = session.core.stage
    const { step } = lineAction
    // An ended document has no actions.
    const open = useSessionPart(
      session,
      ({ sheet }) => sheet !== null && kind.lineSteps[step]?.during.includes(sheet.document.status) === true,
    )
    const figures = useSessionPart(session, ({ sheet }) => {
      const shown = sheet?.entries[key]
      return shown ? formatLine(kind, shown.line, sheet.document, stageName) : ''
    })
    const type = useSessionPart(session, session.reasons.type)
    const run = useRun()
    const me = useAtomValue(identityAtom)?.userName
    const input = useRef<HTMLInputElement>(null)
    useEffect(() => {
      if (!wish || !input.current || served.get(session) === wish.number) return undefined
      served.set(session, wish.number)
      if (!mayTakeFocus(wish.since)) return undefined
      input.current.focus({ preventScroll: true })
      input.current.select()
      const line = input.current.closest('article')
      // After the strip has rendered, which may push the line down.
      const frame = requestAnimationFrame(() => line?.scrollIntoView({ block: 'nearest' }))
      return () => cancelAnimationFrame(frame)
    }, [wish, session])
    if (!entry) return null

    const { line, typed, sending, looking, onItsWay, problem } = entry
    const inEditor = stageName === 'edit'
    const { barcode } = line
    const pending = isPending(entry)
    const done = !inEditor && lineAction.done(line)
    const act = (source: 'button' | 'key') => {
      session.core.show(key)
      void run(verbOf(session.verb).line.id, { barcode }, source)
    }
    // The step that follows the save was not taken yet: the person can take it.
    const { follows } = lineAction
    const waits = follows !== undefined && line.id !== null && session.core.mayStep(follows) === true
    // A final line stays unchanged while its document continues.
    const final = line.id !== null && kind.lineSteps[step]?.from.includes(line.status) !== true
    const words = problem?.retry
      ? say('documents.retry')
      : sayCode(done ? codeOf(kind.kind, step, 'again') : codeOf(kind.kind, step))
    const value = typed ?? String(lineAction.proposes(line) ?? '')
    const wrong = problem ?? faultOf(typed)
    const toSay = wrong ? sayCode(wrong.code, wrong.facts) : undefined

    return (
      <article
        className="line"
        data-status={line.status}
        data-done={(stageName === 'receive' ? done : isPast(line.status)) || undefined}
        data-current={current || undefined}
        {...(current && FOCUS_HOME)}
        data-pending={pending || undefined}
        data-problem={wrong !== undefined || undefined}
        aria-busy={sending || undefined}
        aria-label={barcode}
      >
        <div className="line-head">
          <span className="line-barcode">{barcode}</span>
          {line.id === null ? (
            <span className="chip" data-status="NEW">
              {say(looking ? 'documents.searching' : sending ? 'documents.saving' : 'documents.unsaved')}
            </span>
          ) : (
            <StatusChip status={line.status} />
          )}
          <WhoIsAtLine number={session.number} barcode={barcode} />
          {onItsWay && <span className="line-here">{say('documents.onItsWay')}</span>}
        </div>
        <PlantFacts line={line} />
        <p className="line-quantities">
          {figures}
          {line.changedBy !== '' && line.changedBy !== me && (
            <span className="line-by"> {say('documents.by', { who: line.changedBy })}</span>
          )}
        </p>
        {type !== undefined && (
          <LineReason
            type={type}
            reason={entry.reason ?? line.reason}
            barcode={barcode}
            onChange={() => {
              session.core.show(key)
              void run('changeReason', { barcode })
            }}
            locked={!open || final || readOnly !== undefined}
          />
        )}
        <div className="line-work">
          {(value !== '' || !final) && (
            <QuantityField
              {...{ [LINE_QUANTITY]: '' }}
              ref={input}
              label={say('documents.quantityOf', { barcode })}
              hideLabel
              value={value}
              readOnly={readOnly !== undefined || final}
              onFocus={() => session.core.show(key)}
              onValue={(text) => {
                // The first character of a scan, and its removal, is not a person's input.
                if (faultOf(text) === undefined && faultOf(typed) === undefined) noteTyping()
                session.type(key, text)
              }}
              onRefused={(refused) => {
                const problem = refuse('quantityLooksLikeBarcode', { value: refused.trim() })
                session.core.apply({ type: 'failed', key, problem })
              }}
              onCommit={() => act('key')}
            />
          )}
          <span className="line-actions">
            {open && !final && (!inEditor || pending || waits) && (
              <Button
                look={done ? 'quiet' : 'primary'}
                busy={sending}
                reason={readOnly}
                onClick={() => act('button')}
                aria-label={`${words} ${barcode}`}
              >
                {words}
              </Button>
            )}
            {pending && !sending && (
              <IconButton
                icon="close"
                label={say('documents.cancelLine', { barcode })}
                onClick={() => session.cancelEdit(key)}
              />
            )}
            {current && line.id !== null && !pending && <PlacedButtons at="line" args={{ barcode }} />}
            {inEditor && line.id !== null && open && !final && (
              <IconButton
                icon="trash"
                reason={readOnly}
                label={say('documents.deleteLine', { barcode })}
                onClick={() => {
                  session.core.show(key)
                  void run('deleteLine', { barcode }, 'button')
                }}
              />
            )}
          </span>
        </div>
        {toSay !== undefined && (
          <p className="line-problem" role="alert">
            {toSay}
          </p>
        )}
      </article>
    )
  },
)

// Focus requests already served: a row that scrolls back into view must not take the focus again.
const served = new WeakMap<DocumentSession, number>()

const PlantFacts = ({ line: { plant, storageLocation } }: { readonly line: Line }) => {
  const variety = useVarietyName()(plant.variety)
  const storage = useStorageName()(storageLocation)
  return (
    <p className="line-plant">
      {[variety, plant.trimType, storage].filter((part) => part !== '').join(' · ')}
    </p>
  )
}

// Picked or later.
const isPast = (status: Status) => !['OPEN', 'RESERVED', 'RECOUNT', 'CANCELLED'].includes(status)

// A line's reason, with a button to change it.
const LineReason = ({
  type,
  reason,
  barcode,
  locked,
  onChange,
}: {
  readonly type: ReasonType
  /** The code; '' for none. */
  readonly reason: string
  readonly barcode: string
  readonly locked: boolean
  readonly onChange: () => void
}) => {
  const { items } = useReasonCodes(type)
  const known = items.find(({ ReasonCode: code }) => code === reason)
  const words = known ? nameReason(known) : reason
  if (locked) return <p className="line-reason">{words}</p>
  return (
    <Button
      look="quiet"
      className="line-reason"
      aria-label={say('reason.change', { barcode })}
      onClick={onChange}
    >
      {words === '' ? say('reason.select') : words}
    </Button>
  )
}
