import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useBatchedStore } from '#app/state/use-batched-store.ts'
import { IconButton } from '#app/ui/button.tsx'
import { useIsHandheld } from '#app/ui/handheld.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { isLikeBarcode } from '#core/scan/typed-number.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { sayCount } from '#text/numbers.ts'
import { say, sayCode } from '#text/say.ts'
import { useInput, useRun } from '../input-context.ts'
import { KeyboardElsewhereNotice } from '../kept/keyboard-elsewhere-notice.tsx'
import { CommandButton } from '../palette/command-button.tsx'
import type { EngineState } from './engine-state.ts'
import type { Entry, WaitsFor } from './scan-entry.ts'
import { useVerdict } from './use-command.ts'
import './scan-flash.css'
import './scan-strip-flash.css'
import './scan-strip-past.css'
import './scan-strip.css'

const toneIcons: Readonly<Record<Entry['tone'], IconName>> = {
  ok: 'check',
  warning: 'warning',
  error: 'error',
  busy: 'clock',
}

const waitSentences: Readonly<Record<WaitsFor, string>> = {
  scan: 'scan-busy',
  dialog: 'scan-dialog-first',
  acknowledgement: 'scan-held',
  network: 'offline',
  'sign-in': 'signedOut',
  screen: 'scan-screen-first',
}

// Delays the render of a scan that was only read, so that it renders together with its outcome.
const useEngineState = (): EngineState => {
  const { engine } = useInput()
  const rendered = useRef<EngineState>(undefined)
  const isEcho = useCallback(
    () => rendered.current !== undefined && isOnlyRead(rendered.current, engine.state()),
    [engine],
  )
  const state = useBatchedStore(engine.subscribe, engine.state, isEcho)
  useLayoutEffect(() => {
    rendered.current = state
  })
  return state
}

const isOnlyRead = (before: EngineState, now: EngineState): boolean =>
  (now.waitsFor === undefined || now.waitsFor === 'scan') &&
  before.last === now.last &&
  before.beside === now.beside &&
  before.held === now.held &&
  before.quantity === now.quantity &&
  before.quantityOf === now.quantityOf &&
  before.quantityTo === now.quantityTo &&
  before.quantityNow === now.quantityNow

/**
 * Shows the last scan or command: its tone, result or reason, and next steps. It also shows the quantity for
 * the next barcode, the reason why scans wait, and earlier outcomes.
 * Its height is fixed (last-scan-strip.css): long text extends over the header, so that the page does not
 * move.
 */
export function ScanStrip() {
  const state = useEngineState()
  const { last, beside, count, held, reading, past } = state
  const run = useRun()
  // The outcome for which the list is open: the next outcome closes it.
  const [openFor, setOpenFor] = useState<string>()
  const shownId = last?.id ?? ''
  const open = openFor === shownId
  const failed = last?.tone === 'error'
  const hasWhy = failed || last?.tone === 'warning'
  const otherWait =
    state.waitsFor === 'scan' || state.waitsFor === 'acknowledgement' ? undefined : state.waitsFor
  // A new key creates new elements, so that nothing appears to move. A held error keeps its element until OK:
  // the person may be pressing the button.
  const hasQuantity = state.quantity !== '' || state.quantityOf !== undefined
  const contentKey = [shownId, last?.code, open, ...(held ? ['held'] : [otherWait, hasQuantity])].join(' ')
  return (
    <>
      <div
        key={contentKey}
        className="scan-strip"
        data-tone={last?.tone}
        data-held={held || undefined}
        data-open={open || undefined}
        data-quantity={state.quantity !== '' || undefined}
      >
        <section className="scan-strip-last" aria-label={say('scan-strip')} data-tone={last?.tone}>
          {last && <Tone entry={last} count={count} />}
          <div key={beside?.id} className="scan-strip-text">
            {last ? <Sentence entry={last} /> : <p className="scan-strip-ready">{say('scan-ready')}</p>}
            {beside && <p className="scan-strip-waits">{sayCode(beside.code, beside.args)}</p>}
            {otherWait && (
              <p className="scan-strip-waits">
                <QueueDepth depth={state.depth} /> {sayCode(waitSentences[otherWait])}
              </p>
            )}
          </div>
          <div className="scan-strip-now">
            <TypedQuantity state={state} />
            {reading && <code className="scan-strip-reading">{reading.raw}</code>}
            {otherWait === undefined && <QueueDepth depth={state.depth} />}
          </div>
          <div className="scan-strip-next">
            {last?.next?.map((id) => (
              <NextStep key={id} id={id} entry={last} />
            ))}
            {hasWhy && <CommandButton id="whyNot" look="quiet" />}
          </div>
          {held && (
            <div className="scan-strip-held">
              <CommandButton
                id="acknowledge"
                look="primary"
                aria-label={say('command.acknowledge')}
                title={say('scan-waiting-for-acknowledgement')}
              >
                {say('ok')}
              </CommandButton>
            </div>
          )}
          {failed && !held && (
            <IconButton
              className="scan-strip-close"
              icon="close"
              label={say('command.dismiss')}
              onClick={() => void run('dismiss')}
            />
          )}
        </section>
        {!held && past.length > 0 && <PastOutcomes entries={past} />}
        {!failed && (past.length > 0 || hasWhy) && (
          <IconButton
            className="scan-strip-toggle"
            icon={open ? 'up' : 'down'}
            label={say('scan-past')}
            aria-expanded={open}
            onClick={() => setOpenFor(open ? undefined : shownId)}
          />
        )}
      </div>
      <Announcement state={state} />
      <KeyboardElsewhereNotice />
      {last && (
        <div
          key={last.id}
          className="scan-strip-flash"
          data-tone={last.tone}
          data-held={held || undefined}
          aria-hidden="true"
        >
          <ScanFlash entry={last} held={held} />
        </div>
      )}
    </>
  )
}

// The earlier outcomes, latest first: next to the last one on a terminal, behind one tap on a handheld.
const PastOutcomes = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ol className="scan-strip-past" aria-label={say('scan-past')}>
    {entries.map((entry, place) => (
      // The key is the position: the text changes and nothing moves.
      <li key={place} data-tone={entry.tone}>
        <Icon name={toneIcons[entry.tone]} />
        <span>{sayCode(entry.code, entry.args)}</span>
      </li>
    ))}
  </ol>
)

// A next step for the outcome's document, while it is allowed: 'Open document 20000017'.
const NextStep = ({ id, entry }: { readonly id: CommandId; readonly entry: Entry }) => {
  const { registry } = useInput()
  const named = (registry.byId(id).arguments ?? []).flatMap(({ name, required }) => {
    const value = entry.args[name]
    return required && value !== undefined ? [[name, value] as const] : []
  })
  const args = Object.fromEntries(named)
  if (useVerdict(id, args) !== true) return null
  return (
    <CommandButton id={id} args={args} look="quiet">
      {[say(`command.${id}`), ...named.map(([, value]) => value)].join(' ')}
    </CommandButton>
  )
}

// The typed quantity, and the effect of Enter.
const TypedQuantity = ({ state }: { readonly state: EngineState }) => {
  const isHandheld = useIsHandheld()
  return state.quantity === '' && state.quantityOf === undefined ? null : (
    <span className="scan-strip-quantity" data-asks={state.quantityTo !== undefined || undefined}>
      {quantityText(state, isHandheld)}
    </span>
  )
}

const quantityText = (
  { quantity, quantityOf: barcode, quantityOrNext, quantityTo, quantityNow }: EngineState,
  isShort: boolean,
): string => {
  const now = quantityNow ?? ''
  if (barcode !== undefined) {
    if (quantity === '') return say('scan-quantity-wanted', { barcode })
    if (quantityOrNext) return say('scan-quantity-or-next', { barcode, quantity })
    return say(quantityNow === undefined ? 'scan-quantity-of' : 'scan-quantity-of-saved', {
      barcode,
      quantity,
      now,
    })
  }
  if (isLikeBarcode(quantity)) return say('scan-quantity-slash', { quantity })
  if (quantityTo === undefined) return say('scan-quantity-next', { quantity })
  const code = quantityNow === undefined ? 'scan-quantity-to' : 'scan-quantity-to-saved'
  // Fits one line next to the outcome, which stays visible.
  return say(isShort ? `${code}-short` : code, { quantity, tail: quantityTo.slice(-tailLength), now })
}

// The last characters of a barcode, by which people recognize it.
const tailLength = 4

// The tone as a word. Every busy outcome except the refusal 'busy' is saved on the device.
const toneWord = ({ tone, code }: Entry): string =>
  say(tone === 'busy' && code !== 'busy' ? 'scan-tone-here' : `scan-tone-${tone}`)

const Tone = ({ entry, count }: { readonly entry: Entry; readonly count: EngineState['count'] }) => (
  <span className="scan-strip-tone">
    <Icon name={toneIcons[entry.tone]} />
    <span>{toneWord(entry)}</span>
    {count && <span>{say('scan-error-count', count)}</span>}
  </span>
)

// The sentence, preceded by the code if the sentence does not contain it.
const Sentence = ({ entry }: { readonly entry: Entry }) => {
  const sentence = sayCode(entry.code, entry.args)
  return (
    <p className="scan-strip-outcome" data-long={sentence.length > longSentenceLength || undefined}>
      {entry.raw !== '' && !sentence.includes(entry.raw) && !isCommandDone(entry) && (
        <span>
          {!isUsedByScreen(entry) && (
            <span className="scan-strip-kind">{say(`scan-kind-${entry.kind}`)}</span>
          )}{' '}
          <code>{entry.raw}</code>
        </span>
      )}{' '}
      <span className="scan-strip-words">{sentence}</span>
    </p>
  )
}

// Longer sentences use a smaller font on a handheld, in characters.
const longSentenceLength = 44

// The sentence already describes the command.
const isCommandDone = ({ kind, tone }: Entry) => kind === 'command' && tone === 'ok'

// The screen used the code, such as a shelf or a grower's card.
const isUsedByScreen = ({ kind, tone }: Entry) => kind === 'unknown' && tone === 'ok'

// Number of queued and running scans; nothing for 0.
const QueueDepth = ({ depth }: { readonly depth: number }) =>
  depth === 0 ? null : <span className="scan-strip-depth">{say('scan-queue-depth', { n: depth })}</span>

// Announces outcomes and waits to screen readers. `aria-live` is explicit, because an open dialog otherwise
// hides the rest of the page.
const Announcement = ({ state: { last, beside, waitsFor } }: { readonly state: EngineState }) => (
  <p
    className="for-readers"
    role={last?.tone === 'error' ? 'alert' : 'status'}
    aria-live={last?.tone === 'error' ? 'assertive' : 'polite'}
  >
    {last && `${toneWord(last)}. ${last.raw} ${sayCode(last.code, last.args)}`}{' '}
    {beside && sayCode(beside.code, beside.args)} {waitsFor && sayCode(waitSentences[waitsFor])}
  </p>
)

// A scan's result over the whole screen of a handheld, readable at a glance, for 400 ms (scan-flash.css).
// Renders nothing for commands, whose effect is visible where they were given.
function ScanFlash({ entry, held }: { readonly entry: Entry; readonly held: boolean }) {
  const { raw, tone, args, quantity = args['quantity'] } = entry
  if (raw === '' || (held && tone !== 'error')) return null
  return (
    <div className="scan-flash" data-tone={tone}>
      <Icon name={toneIcons[tone]} />
      {tone !== 'error' && quantity !== undefined && (
        <span>{typeof quantity === 'number' ? sayCount(quantity) : quantity}</span>
      )}
    </div>
  )
}
