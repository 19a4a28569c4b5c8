// Listens for a keyboard-wedge scanner. No React, and no markup except the sink of touch devices. Detection
// is in `src/core/scan`: this file converts events into facts, and effects into actions (docs/scanning.md,
// From key to outcome).
//
// Markup: a field with `data-scan="name"` opts in: its scans are reported with that name, and leave no
// characters in the field. `data-scan="off"` excludes the keys inside an element.
import { SCAN_READ } from '#app/ui/scan-read.ts'
import type { CaptureEvent, FieldText, Keystroke, Scan, TargetFacts } from '#core/scan/capture.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { reduceDetector } from '#core/scan/detect/detect.ts'
import { noEndings } from '#core/scan/detect/endings.ts'
import { type DetectorEffect, type DetectorState, idleDetector } from '#core/scan/detect/state.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { createLag, roundTo } from './event-lag.ts'
import { fieldOf, isElement, readField, typeKeys, writeField } from './field.ts'
import { describeKey, describeStroke, isRecorded, type PersonKey } from './keys.ts'
import { afterPendingInput } from './pending-input.ts'
import { installSink } from './sink.ts'

// A scan as the wedge reports it to the page.
interface WedgeScan extends Scan {
  /** The time of its last key, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the focused field that opted in (`data-scan`). */
  readonly field?: string
}

/** A burst of keys with its verdict, for the live view of the set-up screen. */
export interface WedgeBurst {
  readonly verdict: 'scan' | 'rejected'
  readonly keystrokes: readonly Keystroke[]
  readonly evidence: number
}

// The clock; tests replace it.
interface WedgeClock {
  /** On the scale of `event.timeStamp`, in milliseconds. */
  readonly now: () => number
  readonly set: (run: () => void, ms: number) => number
  readonly clear: (timer: number) => void
  /** Calls `run` after the input events that are pending for the page; default: immediately. */
  readonly afterEvents?: (run: () => void) => void
}

export interface WedgeOptions {
  readonly profile?: ScannerProfile
  /** The app's is `receiveScan` in `page-input.ts`. */
  readonly onScan: (scan: WedgeScan) => void
  /** Called for each burst, read or rejected. */
  readonly onKeystrokes?: (burst: WedgeBurst) => void
  /**
   * Called for each key of a person: chords and named keys immediately, characters after the longest time
   * that a scanner holds a key. It is the only source of shortcuts, so a scan never triggers one.
   */
  readonly onShortcutKey?: (key: PersonKey) => void
  /**
   * Does a character outside of fields, or with Alt, have a shortcut? Then the browser's action is prevented.
   */
  readonly claimsKey?: (key: PersonKey) => boolean
  /**
   * Should a key in a field be redirected? The field does not get it, and it is handled as outside of fields.
   */
  readonly redirectsKey?: (key: PersonKey) => boolean
  /**
   * While it returns a function, that function gets the events instead of the detector and the page, for a
   * measurement. The page keeps Escape, chords without Alt, and an Enter or Tab that follows no other key.
   */
  readonly recorder?: () => ((fact: CaptureEvent) => void) | undefined
  /** Where a pasted barcode counts as a scan. A field that did not opt in keeps pasted text. */
  readonly paste?: 'outside-fields' | 'everywhere' | 'never'
  readonly clock?: WedgeClock
}

/** Call it to stop listening. */
export interface WedgeListener {
  (): void
  /** Changes the profile for the next keys; the detector decides a running burst first. */
  readonly setProfile: (profile: ScannerProfile) => void
}

interface Wedge {
  readonly view: Window
  readonly options: WedgeOptions
  readonly clock: WedgeClock
  readonly lag: ReturnType<typeof createLag>
  readonly ids: WeakMap<Element, number>
  lastId: number
  /** The latest targets by id. */
  readonly elements: Map<number, Element>
  /** A target for redirected keys that is not a field. */
  readonly noField: Element
  profile: ScannerProfile
  detector: DetectorState
  removeSink: () => void
  timer: number | undefined
  timerAt: number
  due: number
  patienceMs: number
  /**
   * The key whose input event is pending. Times cannot match them, because the page may have been busy in
   * between.
   */
  pendingKey: string | undefined
  composition: Composition | undefined
  /** The time of the last recorded event. */
  recordedAt: number
  isStopped: boolean
}

interface Composition {
  readonly at: number
  readonly element: Element
  readonly field: FieldText
  updates: number
}

// Key names of input methods. Their text arrives as a separate event.
const inputMethodKeys = new Set(['Unidentified', 'Process'])
const maxTargets = 32

/** Listens on a window; returns a function that stops it. Scans are reported synchronously and in order. */
export function listenForScans(view: Window, options: WedgeOptions): WedgeListener {
  const wedge = createWedge(view, options)
  const leave = (): void => send(wedge, { type: 'leave', at: wedge.clock.now() })
  const listeners = [
    listen(view, 'keydown', (event) => handleKeyDown(wedge, event)),
    listen(view, 'keyup', (event) => handleKeyUp(wedge, event)),
    listen(view, 'beforeinput', (event) => handleBeforeInput(wedge, event)),
    listen(view, 'compositionstart', (event) => startComposition(wedge, event)),
    listen(view, 'compositionupdate', () => {
      if (wedge.composition !== undefined) wedge.composition.updates += 1
    }),
    listen(view, 'compositionend', (event) => endComposition(wedge, event)),
    listen(view, 'paste', (event) => handlePaste(wedge, event)),
    listen(view, 'blur', (event) => {
      // Ignore focus moves between elements.
      if (event.target === event.currentTarget) leave()
    }),
    listen(view, 'pagehide', leave),
  ]
  const stop = (): void => {
    for (const remove of listeners) remove()
    leave()
    wedge.isStopped = true
    if (wedge.timer !== undefined) wedge.clock.clear(wedge.timer)
    wedge.timer = undefined
    wedge.due = Number.POSITIVE_INFINITY
    wedge.removeSink()
  }
  const setProfile = (profile: ScannerProfile): void => {
    leave()
    wedge.removeSink()
    // Learned terminators belong to the previous device.
    wedge.detector = { ...wedge.detector, endings: noEndings }
    wedge.profile = profile
    wedge.removeSink = installSink(view, profile)
  }
  return Object.assign(stop, { setProfile })
}

function createWedge(view: Window, options: WedgeOptions): Wedge {
  const profile = options.profile ?? defaultProfile
  return {
    view,
    options,
    clock: options.clock ?? clockOf(view),
    lag: createLag(),
    ids: new WeakMap(),
    lastId: 0,
    elements: new Map(),
    noField: view.document.createElement('i'),
    profile,
    detector: idleDetector,
    removeSink: installSink(view, profile),
    timer: undefined,
    timerAt: Number.POSITIVE_INFINITY,
    due: Number.POSITIVE_INFINITY,
    patienceMs: 0,
    pendingKey: undefined,
    composition: undefined,
    recordedAt: Number.NEGATIVE_INFINITY,
    isStopped: false,
  }
}

function handleKeyDown(wedge: Wedge, event: KeyboardEvent): void {
  const { options } = wedge
  const element = elementOf(wedge, event)
  if (isExcluded(element)) return
  const isInputMethod = inputMethodKeys.has(event.key) || event.isComposing
  wedge.pendingKey = undefined
  if (isInputMethod) return
  const redirected =
    options.redirectsKey !== undefined &&
    fieldOf(element) !== undefined &&
    options.recorder?.() === undefined &&
    options.redirectsKey(describeKey(event, element))
  if (redirected) {
    // Neither the field nor other listeners get the key.
    event.preventDefault()
    event.stopPropagation()
  }
  send(
    wedge,
    {
      type: 'down',
      key: event.key ?? '',
      code: event.code ?? '',
      at: event.timeStamp,
      repeat: event.repeat,
      ctrl: event.ctrlKey,
      alt: event.altKey,
      meta: event.metaKey,
      shift: event.shiftKey,
      altGraph: event.getModifierState('AltGraph'),
      target: redirected ? { id: identify(wedge, wedge.noField) } : factsOf(wedge, element),
    },
    event,
  )
  if (!event.defaultPrevented) wedge.pendingKey = event.key
  if (options.claimsKey !== undefined && !event.defaultPrevented && event.key?.length === 1) {
    const key = describeKey(event, element)
    const isOurs = !key.ctrl && !key.meta && (key.alt || fieldOf(element) === undefined)
    if (isOurs && options.claimsKey(key)) event.preventDefault()
  }
}

function handleKeyUp(wedge: Wedge, event: KeyboardEvent): void {
  if (event.key === wedge.pendingKey) wedge.pendingKey = undefined
  if (isExcluded(elementOf(wedge, event))) return
  send(wedge, { type: 'up', key: event.key ?? '', code: event.code ?? '', at: event.timeStamp }, event)
}

function handleBeforeInput(wedge: Wedge, event: InputEvent): void {
  const element = elementOf(wedge, event)
  if (isExcluded(element) || event.isComposing) return
  const at = event.timeStamp
  const isPendingKey = wedge.pendingKey !== undefined
  wedge.pendingKey = undefined
  if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') {
    if (isPendingKey) return
    const none = { ctrl: false, alt: false, meta: false, shift: false, altGraph: false, repeat: false }
    const enter = { key: 'Enter', code: 'Enter', at }
    send(wedge, { type: 'down', ...enter, ...none, target: factsOf(wedge, element) }, event)
    send(wedge, { type: 'up', ...enter })
    return
  }
  const text = event.data ?? ''
  if (event.inputType !== 'insertText' || text === '') return
  const whole = [...text].length >= 2
  if (!whole && isPendingKey) return
  send(wedge, { type: 'text', text, at, target: factsOf(wedge, element), whole, entered: false }, event)
}

function startComposition(wedge: Wedge, event: CompositionEvent): void {
  const element = elementOf(wedge, event)
  const field = fieldOf(element)
  wedge.composition =
    field === undefined || isExcluded(element)
      ? undefined
      : { at: event.timeStamp, element, field: readField(field), updates: 0 }
}

function endComposition(wedge: Wedge, event: CompositionEvent): void {
  const started = wedge.composition
  wedge.composition = undefined
  if (started === undefined || [...event.data].length < 2) return
  const judged = judgeComposition(started.updates, event.timeStamp - started.at)
  if (judged === undefined) return
  const target = { id: identify(wedge, started.element), field: started.field }
  const read = { text: event.data, at: event.timeStamp, target, ...judged }
  send(wedge, { type: 'text', ...read, whole: true, entered: true })
}

// A composition of at most this duration arrived in one piece, in milliseconds.
const wholeWithinMs = 150
// No person types letters this fast, in milliseconds per letter.
const minLetterMs = 25

// Returns undefined for a person's composition, which grows letter by letter and takes longer. `grown`: it
// grew letter by letter, but too fast for a person.
function judgeComposition(updates: number, ms: number): { readonly grown?: true } | undefined {
  if (updates > 2) return ms <= updates * minLetterMs ? { grown: true } : undefined
  return ms <= wholeWithinMs ? {} : undefined
}

function handlePaste(wedge: Wedge, event: ClipboardEvent): void {
  const element = elementOf(wedge, event)
  const pasteMode = wedge.options.paste ?? 'outside-fields'
  if (pasteMode === 'never' || isExcluded(element)) return
  const canScan =
    pasteMode === 'everywhere' ||
    fieldOf(element) === undefined ||
    element.closest('[data-scan], [data-scan-sink]') !== null
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (canScan && text !== '')
    send(wedge, { type: 'paste', text, at: event.timeStamp, target: factsOf(wedge, element) }, event)
}

// Gives a fact to the recorder of a measurement, otherwise to the detector, and applies its effects.
function send(wedge: Wedge, fact: CaptureEvent, event?: Event): void {
  const record = wedge.options.recorder?.()
  if (record !== undefined && fact.type !== 'tick' && fact.type !== 'leave') {
    if (!isRecorded(fact, wedge.recordedAt)) return
    wedge.recordedAt = fact.at
    event?.preventDefault()
    event?.stopImmediatePropagation()
    record(fact)
    return
  }
  if (event !== undefined) wedge.lag.note(fact.at, wedge.clock.now())
  const [next, effects] = reduceDetector(wedge.detector, fact, wedge.profile)
  wedge.detector = next
  for (const effect of effects) applyEffect(wedge, effect, event)
}

function applyEffect(wedge: Wedge, effect: DetectorEffect, event: Event | undefined): void {
  const { elements, options } = wedge
  switch (effect.type) {
    case 'swallow':
      event?.preventDefault()
      event?.stopImmediatePropagation()
      return
    case 'write': {
      const field = fieldOf(elements.get(effect.target) ?? null)
      if (field === undefined) return
      field.dispatchEvent(new Event(SCAN_READ))
      // Keep the page's text if it changed the field while the code was read.
      const changed = effect.found !== undefined && field.value !== effect.found
      if (changed) typeKeys(field, effect.keys ?? [])
      else writeField(field, effect.field)
      return
    }
    case 'type':
      typeKeys(elements.get(effect.target) ?? null, effect.keys)
      return
    case 'person':
      reportKey(wedge, effect.stroke, effect.live ? event : undefined)
      return
    case 'burst':
      options.onKeystrokes?.({
        verdict: effect.verdict,
        keystrokes: effect.strokes,
        evidence: effect.nats,
      })
      return
    case 'scan':
      reportScan(wedge, effect.scan, elements.get(effect.target))
      return
    case 'wake':
      wakeAt(wedge, effect.at)
  }
}

function reportScan({ view, options }: Wedge, scan: Scan, element: Element | undefined): void {
  fieldOf(element ?? null)?.dispatchEvent(new Event(SCAN_READ))
  const field = element?.closest('[data-scan]')?.getAttribute('data-scan')
  const readAt = Math.round(view.performance.timeOrigin + scan.at)
  options.onScan(field ? { ...scan, readAt, field } : { ...scan, readAt })
}

function reportKey({ options, elements, noField }: Wedge, stroke: Keystroke, event: Event | undefined): void {
  if (options.onShortcutKey === undefined) return
  const target = elements.get(stroke.target.id) ?? null
  const redirected = target === noField && { redirected: true }
  options.onShortcutKey(
    isKeyboardEvent(event)
      ? { ...describeKey(event, target), ...redirected }
      : { ...describeStroke(stroke, target), ...redirected },
  )
}

function wakeAt(wedge: Wedge, at: number): void {
  const { clock, lag } = wedge
  wedge.due = at
  if (wedge.timer !== undefined && wedge.timerAt <= at) return
  if (wedge.timer !== undefined) clock.clear(wedge.timer)
  wedge.timerAt = at
  wedge.patienceMs = lag.additionalWait(clock.now())
  wedge.timer = clock.set(() => wake(wedge), Math.max(0, at + wedge.patienceMs - clock.now()))
}

function wake(wedge: Wedge): void {
  const { clock, lag, due, patienceMs } = wedge
  wedge.timer = undefined
  wedge.timerAt = Number.POSITIVE_INFINITY
  // The lag may decrease while the timer runs; that does not make the timer late.
  const now = roundTo(due, clock.now() - Math.max(patienceMs, lag.additionalWait(clock.now())))
  // Timers may fire slightly early, and a later wake-up may have been requested meanwhile.
  if (now < due) wakeAt(wedge, due)
  else if (clock.afterEvents === undefined) send(wedge, { type: 'tick', at: now })
  // A timer may run between two pending keys of one burst: process those keys first.
  else
    clock.afterEvents(() => {
      if (wedge.isStopped) return
      if (wedge.due > due) wakeAt(wedge, wedge.due)
      else send(wedge, { type: 'tick', at: now })
    })
}

function identify(wedge: Wedge, element: Element): number {
  const { ids, elements } = wedge
  let id = ids.get(element)
  if (id === undefined) {
    wedge.lastId += 1
    id = wedge.lastId
    ids.set(element, id)
  }
  if (!elements.has(id)) {
    elements.set(id, element)
    const [oldest] = elements.keys()
    if (elements.size > maxTargets && oldest !== undefined) elements.delete(oldest)
  }
  return id
}

function factsOf(wedge: Wedge, element: Element): TargetFacts {
  const field = fieldOf(element)
  const id = identify(wedge, element)
  return field === undefined ? { id } : { id, field: readField(field) }
}

// Listens in the capture phase, before the page; returns a function that stops it.
function listen<Name extends keyof WindowEventMap>(
  view: Window,
  name: Name,
  handle: (event: WindowEventMap[Name]) => void,
): () => void {
  view.addEventListener(name, handle, { capture: true })
  return () => view.removeEventListener(name, handle, { capture: true })
}

function clockOf(view: Window): WedgeClock {
  return {
    now: () => view.performance.now(),
    set: (run, ms) => view.setTimeout(run, ms),
    clear: (timer) => view.clearTimeout(timer),
    afterEvents: (run) => afterPendingInput(view, run),
  }
}

function elementOf({ view: { document } }: Wedge, event: Event): Element {
  const [first] = event.composedPath()
  if (first !== undefined && isElement(first)) return first
  return document.activeElement ?? document.documentElement
}

const isExcluded = (element: Element): boolean => element.closest('[data-scan="off"]') !== null

const isKeyboardEvent = (event: Event | undefined): event is KeyboardEvent =>
  event !== undefined && event.type === 'keydown' && 'key' in event
