// The sink: a hidden input that takes the focus while no other element has it. An Android input method sends
// a scan only to a focused field (docs/scanning.md, Detection, rule 7).
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'

/** Adds a sink to the page if the profile needs one; returns a function that removes it. */
export function installSink(view: Window, profile: ScannerProfile): () => void {
  const { document } = view
  if (!needsSink(view, profile)) return () => undefined
  const sink = document.createElement('input')
  sink.type = 'text'
  sink.inputMode = profile.sink.inputMode
  sink.readOnly = profile.sink.readOnly
  sink.tabIndex = -1
  sink.autocomplete = 'off'
  sink.setAttribute('autocapitalize', 'off')
  sink.setAttribute('aria-hidden', 'true')
  sink.dataset['scanSink'] = ''
  Object.assign(sink.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    inlineSize: '1px',
    blockSize: '1px',
    padding: '0',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  })
  document.body.append(sink)

  let timer: number | undefined
  let isTap = false
  const takeFocus = (): void => {
    timer = undefined
    const active = document.activeElement
    const hasNoFocus = active === null || active === document.body
    // A tap leaves the focus on a button, where the input method's text is lost. The button has already been
    // pressed.
    if (hasNoFocus || (isTap && profile.sink.required && needsNoFocus(active)))
      sink.focus({ preventScroll: true })
    isTap = false
  }
  const scheduleFocus = (): void => {
    // The focus moves in two steps; only the result matters.
    if (timer === undefined) timer = view.setTimeout(takeFocus, 0)
  }
  const onClick = (event: MouseEvent): void => {
    // A key also sends a click to a button; then the focus must stay.
    isTap = event.detail > 0
    scheduleFocus()
  }
  // A removed element loses the focus without an event. Use the observer of the document's window: a page may
  // listen for another window.
  const changes = new (document.defaultView ?? globalThis).MutationObserver(scheduleFocus)
  changes.observe(document.body, { childList: true, subtree: true })
  const clearValue = (): void => {
    sink.value = ''
  }
  sink.addEventListener('input', clearValue)
  document.addEventListener('focusout', scheduleFocus)
  document.addEventListener('pointerup', scheduleFocus)
  document.addEventListener('click', onClick)
  view.addEventListener('focus', scheduleFocus)
  scheduleFocus()
  return () => {
    if (timer !== undefined) view.clearTimeout(timer)
    sink.removeEventListener('input', clearValue)
    document.removeEventListener('focusout', scheduleFocus)
    document.removeEventListener('pointerup', scheduleFocus)
    document.removeEventListener('click', onClick)
    changes.disconnect()
    view.removeEventListener('focus', scheduleFocus)
    sink.remove()
  }
}

// A button or link that does not need the focus: no disabled reason, no attached list, no dialog around it.
const needsNoFocus = (element: Element): boolean =>
  element.matches('button, a[href], [role="button"]') &&
  !element.matches('[aria-disabled="true"], [aria-expanded], [aria-haspopup]') &&
  element.closest('dialog, [role="dialog"], [role="alertdialog"]') === null

function needsSink(view: Window, profile: ScannerProfile): boolean {
  if (profile.sink.required) return true
  return profile.channel === 'ime' || (profile.channel === 'any' && isTouchOnly(view))
}

const isTouchOnly = (view: Window): boolean =>
  typeof view.matchMedia === 'function' && view.matchMedia('(pointer: coarse) and (hover: none)').matches
