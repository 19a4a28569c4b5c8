/**
 * Listens for a keyboard-wedge scanner on any page: no React, no markup of its own but the sink of touch devices. The
 * judging is in `src/scan`; this file turns events into facts and effects into acts (docs/scanning.md, From key to outcome).
 *
 * Markup it knows: `data-scan="name"` on a field opts in: the scan is reported with that name (and still leaves no
 * character in the field); `data-scan="off"` on an element leaves keys inside it alone.
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'
import type { CaptureEvent, FieldText, Keystroke, Scan, TargetFacts } from '#scan/capture.ts'
import { defaultProfile } from '#scan/default-profile.ts'
import { reduceDetector } from '#scan/detect/detect.ts'
import { noEndings } from '#scan/detect/endings.ts'
import { type DetectorEffect, idleDetector } from '#scan/detect/state.ts'
import { fieldOf, isElement, readField, typeKeys, writeField } from './field.ts'
import { describeKey, describeStroke, isRecorded, type PersonKey } from './keys.ts'
import { createLag } from './lag.ts'
import { keepSink } from './sink.ts'

/** A scan as reported to the page. */
export interface WedgeScan extends Scan {
  /** When its last key came, in milliseconds since 1970. */
  readonly readAt: number
  /** The name of the field that had the focus and opted in (`data-scan`). */
  readonly field?: string
}

/** A burst of keys and what it was taken for, for the live view of the set-up screen. */
export interface WedgeBurst {
  readonly verdict: 'scan' | 'rejected'
  readonly keystrokes: readonly Keystroke[]
  readonly evidence: number
}

/** Where the time comes from; tests bring their own. */
export interface WedgeClock {
  /** On the scale of `event.timeStamp`, in milliseconds. */
  readonly now: () => number
  readonly set: (run: () => void, ms: number) => number
  readonly clear: (timer: number) => void
}

export interface WedgeOptions {
  readonly profile?: ScannerProfile
  readonly onScan: (scan: WedgeScan) => void
  /** Every burst, read or rejected. */
  readonly onKeystrokes?: (burst: WedgeBurst) => void
  /**
   * Every key of a person: chords and named keys at once, characters when they have been held as no scanner holds them.
   * The one door for shortcuts: a scan whose characters spell every shortcut opens it for none.
   */
  readonly onShortcutKey?: (key: PersonKey) => void
  /** Whether a character typed outside a field has a shortcut, so that the browser's own action is kept away. */
  readonly claimsKey?: (key: PersonKey) => boolean
  /** Whether a key that goes into a field is not for it: it is kept from the field, and judged as if typed outside of fields. */
  readonly redirectsKey?: (key: PersonKey) => boolean
  /**
   * While it answers a function, that gets the facts in place of the detector, and the page does not get the keys: a device
   * is being measured. Escape, chords other than with Alt, and an Enter or Tab that follows nothing stay the page's.
   */
  readonly recorder?: () => ((fact: CaptureEvent) => void) | undefined
  /** Where a pasted barcode counts as a scan; a field that did not opt in keeps what is pasted into it. */
  readonly paste?: 'outside-fields' | 'everywhere' | 'never'
  readonly clock?: WedgeClock
}

/** Ends the listening when called. */
export interface WedgeListener {
  (): void
  /** Takes another profile from the next key on; a burst under way is decided first. */
  readonly setProfile: (profile: ScannerProfile) => void
}

// Keys with these names are an input method's; their text comes as an event of its own.
const inputMethodKeys = new Set(['Unidentified', 'Process'])
// A composition that took no longer, in milliseconds, came in one piece.
const wholeWithinMs = 150
const mostTargets = 32

/** Listens on a window until the answered function is called. Scans are reported synchronously, in order. */
export function listenForScans(view: Window, options: WedgeOptions): WedgeListener {
  const { document } = view
  const clock = options.clock ?? clockOf(view)
  let profile = options.profile ?? defaultProfile
  let state = idleDetector
  let removeSink = keepSink(view, profile)
  let timer: number | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let due = Number.POSITIVE_INFINITY
  // The key whose own text is yet to come as an input event. Their times tell nothing: the page may have been busy between.
  let heardKey: string | undefined
  const lag = createLag()
  let composition: { at: number; element: Element; field: FieldText; updates: number } | undefined

  /** Stands for 'in no field' as the target of redirected keys. */
  const outside = document.createElement('i')
  let lastId = 0
  const ids = new WeakMap<Element, number>()
  const elements = new Map<number, Element>()
  const identify = (element: Element): number => {
    let id = ids.get(element)
    if (id === undefined) {
      lastId += 1
      id = lastId
      ids.set(element, id)
    }
    if (!elements.has(id)) {
      elements.set(id, element)
      const [oldest] = elements.keys()
      if (elements.size > mostTargets && oldest !== undefined) elements.delete(oldest)
    }
    return id
  }
  const factsOf = (element: Element): TargetFacts => {
    const field = fieldOf(element)
    const id = identify(element)
    return field === undefined ? { id } : { id, field: readField(field) }
  }

  let recordedAt = Number.NEGATIVE_INFINITY
  const send = (fact: CaptureEvent, event?: Event): void => {
    const record = options.recorder?.()
    if (record !== undefined && fact.type !== 'tick' && fact.type !== 'leave') {
      if (!isRecorded(fact, recordedAt)) return
      recordedAt = fact.at
      event?.preventDefault()
      event?.stopImmediatePropagation()
      record(fact)
      return
    }
    if (event !== undefined) lag.note(fact.at, clock.now())
    const [next, effects] = reduceDetector(state, fact, profile)
    state = next
    for (const effect of effects) act(effect, event)
  }

  const act = (effect: DetectorEffect, event: Event | undefined): void => {
    switch (effect.type) {
      case 'swallow':
        event?.preventDefault()
        event?.stopImmediatePropagation()
        return
      case 'write': {
        const field = fieldOf(elements.get(effect.target) ?? null)
        if (field === undefined) return
        // An answer that came while the code was being read: what it brought stays.
        const changed = effect.found !== undefined && field.value !== effect.found
        if (changed) typeKeys(field, effect.keys ?? [])
        else writeField(field, effect.field)
        return
      }
      case 'type':
        typeKeys(elements.get(effect.target) ?? null, effect.keys)
        return
      case 'person':
        tell(effect.stroke, effect.live ? event : undefined)
        return
      case 'burst':
        options.onKeystrokes?.({
          verdict: effect.verdict,
          keystrokes: effect.strokes,
          evidence: effect.nats,
        })
        return
      case 'scan':
        report(effect.scan, elements.get(effect.target))
        return
      case 'wake':
        wakeAt(effect.at)
    }
  }

  const report = (scan: Scan, element: Element | undefined): void => {
    const field = element?.closest('[data-scan]')?.getAttribute('data-scan')
    const readAt = Math.round(view.performance.timeOrigin + scan.at)
    options.onScan(field ? { ...scan, readAt, field } : { ...scan, readAt })
  }

  const tell = (stroke: Keystroke, event: Event | undefined): void => {
    if (options.onShortcutKey === undefined) return
    const target = elements.get(stroke.target.id) ?? null
    const redirected = target === outside && { redirected: true }
    options.onShortcutKey(
      isKeyboardEvent(event)
        ? { ...describeKey(event, target), ...redirected }
        : { ...describeStroke(stroke, target), ...redirected },
    )
  }

  const wakeAt = (at: number): void => {
    due = at
    if (timer !== undefined && timerAt <= at) return
    if (timer !== undefined) clock.clear(timer)
    timerAt = at
    timer = clock.set(wake, Math.max(0, at + lag.patience(clock.now()) - clock.now()))
  }
  const wake = (): void => {
    timer = undefined
    timerAt = Number.POSITIVE_INFINITY
    const now = clock.now() - lag.patience(clock.now())
    // Timers may come a fraction early; a later wake-up may have been asked for meanwhile.
    if (now < due) wakeAt(due)
    else send({ type: 'tick', at: now })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const element = elementOf(event, document)
    if (isLeftAlone(element)) return
    const method = inputMethodKeys.has(event.key) || event.isComposing
    heardKey = undefined
    if (method) return
    const redirected =
      options.redirectsKey !== undefined &&
      fieldOf(element) !== undefined &&
      options.recorder?.() === undefined &&
      options.redirectsKey(describeKey(event, element))
    if (redirected) {
      // Nothing of the page hears it: the field, and whoever listens to its keys.
      event.preventDefault()
      event.stopPropagation()
    }
    send(
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
        target: redirected ? { id: identify(outside) } : factsOf(element),
      },
      event,
    )
    if (!event.defaultPrevented) heardKey = event.key
    if (options.claimsKey !== undefined && !event.defaultPrevented && event.key?.length === 1) {
      const key = describeKey(event, element)
      if (!key.ctrl && !key.alt && !key.meta && fieldOf(element) === undefined && options.claimsKey(key)) {
        event.preventDefault()
      }
    }
  }

  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === heardKey) heardKey = undefined
    if (isLeftAlone(elementOf(event, document))) return
    send({ type: 'up', key: event.key ?? '', code: event.code ?? '', at: event.timeStamp }, event)
  }

  const onBeforeInput = (event: InputEvent): void => {
    const element = elementOf(event, document)
    if (isLeftAlone(element) || event.isComposing) return
    const at = event.timeStamp
    const heard = heardKey !== undefined
    heardKey = undefined
    if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') {
      if (heard) return
      const none = { ctrl: false, alt: false, meta: false, shift: false, altGraph: false, repeat: false }
      send({ type: 'down', key: 'Enter', code: 'Enter', at, ...none, target: factsOf(element) }, event)
      send({ type: 'up', key: 'Enter', code: 'Enter', at })
      return
    }
    const text = event.data ?? ''
    if (event.inputType !== 'insertText' || text === '') return
    const whole = [...text].length >= 2
    if (!whole && heard) return
    send({ type: 'text', text, at, target: factsOf(element), whole, entered: false }, event)
  }

  const onCompositionStart = (event: CompositionEvent): void => {
    const element = elementOf(event, document)
    const field = fieldOf(element)
    composition =
      field === undefined || isLeftAlone(element)
        ? undefined
        : { at: event.timeStamp, element, field: readField(field), updates: 0 }
  }
  const onCompositionUpdate = (): void => {
    if (composition !== undefined) composition.updates += 1
  }
  const onCompositionEnd = (event: CompositionEvent): void => {
    const started = composition
    composition = undefined
    if (started === undefined || [...event.data].length < 2) return
    // A person's composition grows letter by letter and takes its time.
    if (started.updates > 2 || event.timeStamp - started.at > wholeWithinMs) return
    const target = { id: identify(started.element), field: started.field }
    send({ type: 'text', text: event.data, at: event.timeStamp, target, whole: true, entered: true })
  }

  const onPaste = (event: ClipboardEvent): void => {
    const element = elementOf(event, document)
    const where = options.paste ?? 'outside-fields'
    if (where === 'never' || isLeftAlone(element)) return
    const mayTake =
      where === 'everywhere' ||
      fieldOf(element) === undefined ||
      element.closest('[data-scan], [data-scan-sink]') !== null
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (mayTake && text !== '')
      send({ type: 'paste', text, at: event.timeStamp, target: factsOf(element) }, event)
  }

  const leave = (): void => send({ type: 'leave', at: clock.now() })
  const onBlur = (event: FocusEvent): void => {
    // Not when the focus moves from one element to another.
    if (event.target === event.currentTarget) leave()
  }

  const listeners = [
    listen(view, 'keydown', onKeyDown),
    listen(view, 'keyup', onKeyUp),
    listen(view, 'beforeinput', onBeforeInput),
    listen(view, 'compositionstart', onCompositionStart),
    listen(view, 'compositionupdate', onCompositionUpdate),
    listen(view, 'compositionend', onCompositionEnd),
    listen(view, 'paste', onPaste),
    listen(view, 'blur', onBlur),
    listen(view, 'pagehide', leave),
  ]

  const stop = (): void => {
    for (const remove of listeners) remove()
    leave()
    if (timer !== undefined) clock.clear(timer)
    timer = undefined
    due = Number.POSITIVE_INFINITY
    removeSink()
  }
  const setProfile = (next: ScannerProfile): void => {
    leave()
    removeSink()
    // What was learned of the ends of codes belongs to the device that has gone.
    state = { ...state, endings: noEndings }
    profile = next
    removeSink = keepSink(view, profile)
  }
  return Object.assign(stop, { setProfile })
}

// Listens in the capture phase, before anything of the page, and answers what ends it.
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
  }
}

function elementOf(event: Event, document: Document): Element {
  const [first] = event.composedPath()
  if (first !== undefined && isElement(first)) return first
  return document.activeElement ?? document.documentElement
}

const isLeftAlone = (element: Element): boolean => element.closest('[data-scan="off"]') !== null

const isKeyboardEvent = (event: Event | undefined): event is KeyboardEvent =>
  event !== undefined && event.type === 'keydown' && 'key' in event
