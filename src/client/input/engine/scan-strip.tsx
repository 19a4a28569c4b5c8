import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '#client/ui/icon.tsx'
import type { CommandId } from '#contract/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import { useInput } from '../input-context.ts'
import { ListeningElsewhere } from '../kept/listening-elsewhere.tsx'
import { CommandButton } from '../palette/command-button.tsx'
import type { EngineState } from './scan-engine.ts'
import type { Entry, WaitsFor } from './scan-entry.ts'
import './scan-strip.css'

const icons: Readonly<Record<Entry['tone'], IconName>> = {
  ok: 'check',
  warning: 'warning',
  error: 'error',
  busy: 'clock',
}

const waits: Readonly<Record<WaitsFor, string>> = {
  scan: 'scan-busy',
  dialog: 'scan-dialog-first',
  acknowledgement: 'scan-held',
  network: 'offline',
  'sign-in': 'signedOut',
  screen: 'scan-screen-first',
}

// Rendered synchronously, with the scan's changes on its screen: the next scan starts after that.
const useEngineState = (): EngineState => {
  const { engine } = useInput()
  return useSyncExternalStore(engine.subscribe, engine.state)
}

/**
 * The last scan or command: its code and kind, the tone as colour, icon and word, what changed or why not,
 * and next steps; also the quantity for the next barcode, and how many scans wait and for what. Stays visible
 * while the screen scrolls.
 */
export default function ScanStrip() {
  const state = useEngineState()
  const { last, beside, count, held, reading } = state
  return (
    <section
      className="scan-strip"
      aria-label={say('scan-strip')}
      data-tone={last?.tone}
      data-held={held || undefined}
    >
      {last ? (
        <Outcome entry={last} count={count} />
      ) : (
        <p className="scan-strip-ready">{say('scan-ready')}</p>
      )}
      <div className="scan-strip-now">
        <TypedQuantity state={state} />
        {reading && <code className="scan-strip-reading">{reading.raw}</code>}
        <QueueDepth />
      </div>
      {beside && <p className="scan-strip-waits">{sayCode(beside.code, beside.args)}</p>}
      {state.waitsFor && state.waitsFor !== 'scan' && state.waitsFor !== 'acknowledgement' && (
        <p className="scan-strip-waits">{sayCode(waits[state.waitsFor])}</p>
      )}
      {held && (
        <div className="scan-strip-held">
          <span className="scan-strip-keys">{say('scan-waiting-for-acknowledgement')}</span>
          <CommandButton id="acknowledge" look="primary" aria-label={say('command.acknowledge')}>
            {say('ok')}
          </CommandButton>
        </div>
      )}
      <div className="scan-strip-next">
        {last?.next?.map((id) => (
          <NextStep key={id} id={id} entry={last} />
        ))}
        {(last?.tone === 'error' || last?.tone === 'warning') && <CommandButton id="whyNot" look="quiet" />}
      </div>
      <Announcement state={state} />
      <ListeningElsewhere />
      {last && <div key={last.id} className="scan-strip-flash" aria-hidden="true" />}
    </section>
  )
}

// A next step for the outcome's document: 'Open document 20000017'.
const NextStep = ({ id, entry }: { readonly id: CommandId; readonly entry: Entry }) => {
  const { registry } = useInput()
  const named = (registry.byId(id).arguments ?? []).flatMap(({ name, required }) => {
    const value = entry.args[name]
    return required && value !== undefined ? [[name, value] as const] : []
  })
  return (
    <CommandButton id={id} args={Object.fromEntries(named)} look="quiet">
      {[say(`command.${id}`), ...named.map(([, value]) => value)].join(' ')}
    </CommandButton>
  )
}

// The typed quantity, and what it is for.
const TypedQuantity = ({
  state: { quantity, quantityOf, quantityOrNext },
}: {
  readonly state: EngineState
}) => {
  if (quantity === '' && quantityOf === undefined) return null
  const words =
    quantityOf === undefined
      ? say('scan-quantity-next', { quantity })
      : quantity === ''
        ? say('scan-quantity-wanted', { barcode: quantityOf })
        : say(quantityOrNext ? 'scan-quantity-or-next' : 'scan-quantity-of', {
            barcode: quantityOf,
            quantity,
          })
  return <span className="scan-strip-quantity">{words}</span>
}

// The tone as a word. A busy outcome that is no refusal is saved here.
const wordOf = ({ tone, code }: Entry): string =>
  say(tone === 'busy' && code !== 'busy' ? 'scan-tone-here' : `scan-tone-${tone}`)

const Outcome = ({ entry, count }: { readonly entry: Entry; readonly count: EngineState['count'] }) => (
  <div className="scan-strip-outcome">
    <span className="scan-strip-tone">
      <Icon name={icons[entry.tone]} />
      <span>{wordOf(entry)}</span>
      {count && <span>{say('scan-error-count', count)}</span>}
    </span>
    {entry.raw !== '' && (
      <span>
        {!isTaken(entry) && <span className="scan-strip-kind">{say(`scan-kind-${entry.kind}`)}</span>}{' '}
        <code>{entry.raw}</code>
      </span>
    )}
    <span className="scan-strip-words">{sayCode(entry.code, entry.args)}</span>
  </div>
)

// The screen used the code: a shelf, a grower's card.
const isTaken = ({ kind, tone }: Entry) => kind === 'unknown' && tone === 'ok'

// Number of queued and running scans; nothing for none.
function QueueDepth() {
  const { depth } = useEngineState()
  return depth === 0 ? null : (
    <span className="scan-strip-depth">{say('scan-queue-depth', { n: depth })}</span>
  )
}

// For screen readers: outcomes, and what scans wait for. `aria-live` is explicit because an open dialog
// otherwise hides the rest of the page.
const Announcement = ({ state: { last, beside, waitsFor } }: { readonly state: EngineState }) => (
  <p
    className="scan-strip-announcement"
    role={last?.tone === 'error' ? 'alert' : 'status'}
    aria-live={last?.tone === 'error' ? 'assertive' : 'polite'}
  >
    {last && `${wordOf(last)}. ${last.raw} ${sayCode(last.code, last.args)}`}{' '}
    {beside && sayCode(beside.code, beside.args)} {waitsFor && sayCode(waits[waitsFor])}
  </p>
)
