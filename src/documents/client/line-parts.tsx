// A line's controls, the same in every layout: quantity, actions and reason.
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useReasonCodes } from '#app/api/master-data.ts'
import { identityAtom } from '#app/state/session.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import type { KeypadKey } from '#app/ui/keypad.tsx'
import { QuantityField } from '#app/ui/quantity-field.tsx'
import { StatusChip, UnreadableMark } from '#app/ui/status-chip.tsx'
import { isLate } from '#core/kinds/dates.ts'
import type { Line } from '#core/kinds/document.ts'
import { shortReasonOf } from '#core/kinds/engine.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import { useInput, useRun } from '#input/input-context.ts'
import { PlacedButtons } from '#input/palette/placed-buttons.tsx'
import { nameReason } from '#input/questions/find-reasons.ts'
import { sayClock, sayLocalDay, sayMoment } from '#text/dates.ts'
import { say } from '#text/say.ts'
import { LINE_QUANTITY, mayTakeFocus } from './focus-line.ts'
import { cancelEdit } from './session/apply-event.ts'
import { scrollToLine } from './session/current-line.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import type { LineView } from './use-line.ts'

interface PartProps {
  readonly view: LineView
}

// Focus requests that were handled: a row that scrolls back into view must not take the focus again.
const handledRequests = new WeakMap<DocumentSession, number>()

/** The line's status, or its local state if the server does not have it yet. */
export function LineStatus({ view: { entry, line, short } }: PartProps) {
  if (line.id !== null) {
    return (
      <>
        <StatusChip status={line.status} isShort={short > 0} />
        <UnreadableMark odd={line.odd} />
      </>
    )
  }
  return (
    <span className="chip status-chip" data-status="NEW">
      {say(entry.isSearching ? 'documents.searching' : 'documents.unsaved')}
    </span>
  )
}

// The quantity field that lost the focus when its layout unmounted.
let lastFocused: { readonly session: DocumentSession; readonly key: string } | undefined
// The same line's quantity may take the focus in another layout for this long.
const layoutChangeMs = 250

// A layout change (a turned device, a resized window) mounts a new field: keep the focus in it.
const useFocusAcrossLayouts = (
  input: RefObject<HTMLInputElement | null>,
  session: DocumentSession,
  key: string,
) => {
  useLayoutEffect(() => {
    const field = input.current
    if (lastFocused?.session === session && lastFocused.key === key && mayTakeFocus(performance.now())) {
      field?.focus({ preventScroll: true })
    }
    return () => {
      if (field === null || document.activeElement !== field) return
      const mine = { session, key }
      lastFocused = mine
      setTimeout(() => {
        if (lastFocused === mine) lastFocused = undefined
      }, layoutChangeMs)
    }
  }, [input, session, key])
}

/** The line's quantity field, which takes the focus for a scan; nothing for a line without a quantity. */
export function LineQuantity({ view }: PartProps) {
  const { session, key, line, readOnly, final, value } = view
  const focusRequest = useSessionPart(session, (state) =>
    state.focusRequest?.key === key ? state.focusRequest : null,
  )
  const { engine } = useInput()
  const input = useRef<HTMLInputElement>(null)
  useFocusAcrossLayouts(input, session, key)
  // While the scan engine waits for this line's quantity, it gets the keypad's keys.
  const onKeypadKey = (pressed: KeypadKey) => {
    if (engine.state().quantityOf !== line.barcode) return false
    if (pressed !== 'Enter') engine.typeQuantity(pressed)
    else if (engine.isTyping()) engine.enterQuantity()
    else return false
    return true
  }
  useEffect(() => {
    if (!focusRequest || !input.current || handledRequests.get(session) === focusRequest.number)
      return undefined
    handledRequests.set(session, focusRequest.number)
    const { cause } = focusRequest
    if (cause && !session.core.parts.scans.mayLead(cause, line.barcode)) return undefined
    if (!mayTakeFocus(focusRequest.since)) return undefined
    input.current.focus({ preventScroll: true })
    input.current.select()
    const row = input.current.closest('article, [role="row"]')
    // After the strip has rendered, because it may move the line down.
    const frame = requestAnimationFrame(() => row?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [focusRequest, session, line.barcode])
  if (value === '' && final) return null
  return (
    <QuantityField
      {...{ [LINE_QUANTITY]: key }}
      ref={input}
      label={say('documents.quantityOf', { barcode: line.barcode })}
      hideLabel
      value={value}
      readOnly={readOnly !== undefined || final}
      onFocus={() => scrollToLine(session.core, key)}
      onValue={view.type}
      onRefused={view.refuseTyped}
      onCommit={() => view.act('key')}
      onKeypad={onKeypadKey}
    />
  )
}

/** The line's action and further buttons. `look`: the look of the action while it is not done. */
export function LineActions({
  view,
  look = 'primary',
}: PartProps & { readonly look?: 'primary' | 'secondary' }) {
  const { session, key, line, current, readOnly, open, inEditor, pending, done, final } = view
  const { barcode } = line
  const run = useRun()
  return (
    <span className="line-actions">
      {view.hasAction && (
        <Button
          look={done ? 'quiet' : look}
          reason={readOnly}
          onClick={() => view.act('button')}
          aria-label={`${view.actionLabel} ${barcode}`}
        >
          {view.actionLabel}
        </Button>
      )}
      {pending && (
        <IconButton
          icon="close"
          label={say('documents.cancelLine', { barcode })}
          onClick={() => cancelEdit(session.core, key)}
        />
      )}
      {current && line.id !== null && !pending && <PlacedButtons at="line" args={{ barcode }} />}
      {inEditor && line.id !== null && open && !final && (
        <IconButton
          icon="trash"
          reason={readOnly}
          label={say('documents.deleteLine', { barcode })}
          onClick={() => {
            scrollToLine(session.core, key)
            void run('deleteLine', { barcode }, 'button')
          }}
        />
      )}
    </span>
  )
}

/** The other person who changed the line last, and the time if the change arrived late; '' for neither. */
export function sayLastChange({ changedBy, changedAt, doneAt }: Line, me: string | undefined): string {
  const by = changedBy === '' || changedBy === me ? '' : say('documents.by', { who: changedBy })
  // Ignore a device clock that is ahead of the server's: it does not show a delay.
  const late = isLate(changedAt, doneAt) && doneAt < changedAt ? sayLate(changedAt, doneAt) : ''
  return [by, late].filter((part) => part !== '').join(' · ')
}

// On the same day, the time is enough.
const sayLate = (arrivedAt: string, doneAt: string) => {
  const words = sayLocalDay(arrivedAt) === sayLocalDay(doneAt) ? sayClock : sayMoment
  return say('documents.arrivedLater', { done: words(doneAt), arrived: words(arrivedAt) })
}

/** The same beside the line's quantities; renders nothing if it is empty. */
export function LastChange({ line, className }: { readonly line: Line; readonly className?: string }) {
  const words = sayLastChange(line, useAtomValue(identityAtom)?.userName)
  return words === '' ? null : <span className={className}> {words}</span>
}

/** The line's reason with a button to change it; nothing if the lines have no reasons. */
export function LineReason({ view }: PartProps) {
  return view.reasonType === undefined ? null : <KnownReason view={view} type={view.reasonType} />
}

/** The reason why the line was picked short; nothing without a reason. */
export function ShortReason({ view: { line, session } }: PartProps) {
  const type = shortReasonOf(session.core.parts.kind)
  return type === undefined || line.reason === '' ? null : <WhyShort type={type} code={line.reason} />
}

const WhyShort = ({ type, code }: { readonly type: ReasonType; readonly code: string }) => {
  const known = useReasonCodes(type).items.find(({ ReasonCode }) => ReasonCode === code)
  const words = known ? nameReason(known) : code
  return <span title={words}> {words}</span>
}

const KnownReason = ({
  view: { session, key, entry, line, open, final, readOnly },
  type,
}: PartProps & { readonly type: NonNullable<LineView['reasonType']> }) => {
  const { items } = useReasonCodes(type)
  const kept = useSessionPart(session, (state) => state.reasonForScans?.reason)
  const run = useRun()
  const { barcode } = line
  // Also shows the kept reason, which the next scan of the line gets.
  const reason = (entry.reason ?? line.reason) || (kept ?? '')
  const known = items.find(({ ReasonCode: code }) => code === reason)
  const words = known ? nameReason(known) : reason
  if (!open || final || readOnly !== undefined) return <p className="line-reason">{words}</p>
  return (
    <Button
      look="quiet"
      className="line-reason"
      aria-label={say('reason.change', { barcode })}
      onClick={() => {
        scrollToLine(session.core, key)
        void run('changeReason', { barcode })
      }}
    >
      {words === '' ? say('reason.select') : words}
    </Button>
  )
}
