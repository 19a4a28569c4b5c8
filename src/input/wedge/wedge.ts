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
import { type DetectorEffect, idleDetector } from '#core/scan/detect/state.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { judgeComposition } from './composition.ts'
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

// Key names of input methods. Their text arrives as a separate event.
const inputMethodKeys = new Set(['Unidentified', 'Process'])
const maxTargets = 32

/** Listens on a window; returns a function that stops it. Scans are reported synchronously and in order. */
export function listenForScans(view: Window, options: WedgeOptions): WedgeListener {
  const { document } = view
  const clock = options.clock ?? clockOf(view)
  let profile = options.profile ?? defaultProfile
  let state = idleDetector
  let removeSink = installSink(view, profile)
  let timer: number | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let due = Number.POSITIVE_INFINITY
  let patienceMs = 0
  // The key whose input event is pending. Times cannot match them, because the page may have been busy in
  // between.
  let pendingKey: string | undefined
  const lag = createLag()
  let composition: { at: number; element: Element; field: FieldText; updates: number } | undefined

  // A target for redirected keys that is not a field.
  const noField = document.createElement('i')
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
      if (elements.size > maxTargets && oldest !== undefined) elements.delete(oldest)
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
    for (const effect of effects) applyEffect(effect, event)
  }

  const applyEffect = (effect: DetectorEffect, event: Event | undefined): void => {
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
        reportKey(effect.stroke, effect.live ? event : undefined)
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
    fieldOf(element ?? null)?.dispatchEvent(new Event(SCAN_READ))
    const field = element?.closest('[data-scan]')?.getAttribute('data-scan')
    const readAt = Math.round(view.performance.timeOrigin + scan.at)
    options.onScan(field ? { ...scan, readAt, field } : { ...scan, readAt })
  }

  const reportKey = (stroke: Keystroke, event: Event | undefined): void => {
    if (options.onShortcutKey === undefined) return
    const target = elements.get(stroke.target.id) ?? null
    const redirected = target === noField && { redirected: true }
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
    patienceMs = lag.additionalWait(clock.now())
    timer = clock.set(wake, Math.max(0, at + patienceMs - clock.now()))
  }
  const wake = (): void => {
    timer = undefined
    timerAt = Number.POSITIVE_INFINITY
    // The lag may decrease while the timer runs; that does not make the timer late.
    const now = roundTo(due, clock.now() - Math.max(patienceMs, lag.additionalWait(clock.now())))
    // Timers may fire slightly early, and a later wake-up may have been requested meanwhile.
    if (now < due) wakeAt(due)
    else if (clock.afterEvents === undefined) send({ type: 'tick', at: now })
    else decideAfterEvents(clock.afterEvents, now)
  }
  // A timer may run between two pending keys of one burst: process those keys first.
  let isStopped = false
  const decideAfterEvents = (afterEvents: (run: () => void) => void, now: number): void => {
    const dueBefore = due
    afterEvents(() => {
      if (isStopped) return
      if (due > dueBefore) wakeAt(due)
      else send({ type: 'tick', at: now })
    })
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const element = elementOf(event, document)
    if (isExcluded(element)) return
    const isInputMethod = inputMethodKeys.has(event.key) || event.isComposing
    pendingKey = undefined
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
        target: redirected ? { id: identify(noField) } : factsOf(element),
      },
      event,
    )
    if (!event.defaultPrevented) pendingKey = event.key
    if (options.claimsKey !== undefined && !event.defaultPrevented && event.key?.length === 1) {
      const key = describeKey(event, element)
      const isOurs = !key.ctrl && !key.meta && (key.alt || fieldOf(element) === undefined)
      if (isOurs && options.claimsKey(key)) event.preventDefault()
    }
  }

  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === pendingKey) pendingKey = undefined
    if (isExcluded(elementOf(event, document))) return
    send({ type: 'up', key: event.key ?? '', code: event.code ?? '', at: event.timeStamp }, event)
  }

  const onBeforeInput = (event: InputEvent): void => {
    const element = elementOf(event, document)
    if (isExcluded(element) || event.isComposing) return
    const at = event.timeStamp
    const isPendingKey = pendingKey !== undefined
    pendingKey = undefined
    if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') {
      if (isPendingKey) return
      const none = { ctrl: false, alt: false, meta: false, shift: false, altGraph: false, repeat: false }
      send({ type: 'down', key: 'Enter', code: 'Enter', at, ...none, target: factsOf(element) }, event)
      send({ type: 'up', key: 'Enter', code: 'Enter', at })
      return
    }
    const text = event.data ?? ''
    if (event.inputType !== 'insertText' || text === '') return
    const whole = [...text].length >= 2
    if (!whole && isPendingKey) return
    send({ type: 'text', text, at, target: factsOf(element), whole, entered: false }, event)
  }

  const onCompositionStart = (event: CompositionEvent): void => {
    const element = elementOf(event, document)
    const field = fieldOf(element)
    composition =
      field === undefined || isExcluded(element)
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
    const judged = judgeComposition(started.updates, event.timeStamp - started.at)
    if (judged === undefined) return
    const target = { id: identify(started.element), field: started.field }
    const read = { text: event.data, at: event.timeStamp, target, ...judged }
    send({ type: 'text', ...read, whole: true, entered: true })
  }

  const onPaste = (event: ClipboardEvent): void => {
    const element = elementOf(event, document)
    const pasteMode = options.paste ?? 'outside-fields'
    if (pasteMode === 'never' || isExcluded(element)) return
    const canScan =
      pasteMode === 'everywhere' ||
      fieldOf(element) === undefined ||
      element.closest('[data-scan], [data-scan-sink]') !== null
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (canScan && text !== '')
      send({ type: 'paste', text, at: event.timeStamp, target: factsOf(element) }, event)
  }

  const leave = (): void => send({ type: 'leave', at: clock.now() })
  const onBlur = (event: FocusEvent): void => {
    // Ignore focus moves between elements.
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
    isStopped = true
    if (timer !== undefined) clock.clear(timer)
    timer = undefined
    due = Number.POSITIVE_INFINITY
    removeSink()
  }
  const setProfile = (next: ScannerProfile): void => {
    leave()
    removeSink()
    // Learned terminators belong to the previous device.
    state = { ...state, endings: noEndings }
    profile = next
    removeSink = installSink(view, profile)
  }
  return Object.assign(stop, { setProfile })
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

function elementOf(event: Event, document: Document): Element {
  const [first] = event.composedPath()
  if (first !== undefined && isElement(first)) return first
  return document.activeElement ?? document.documentElement
}

const isExcluded = (element: Element): boolean => element.closest('[data-scan="off"]') !== null

const isKeyboardEvent = (event: Event | undefined): event is KeyboardEvent =>
  event !== undefined && event.type === 'keydown' && 'key' in event
