/**
 * The sink: a hidden input that holds the focus while nothing else does. An Android input method sends a scan to the
 * focused field and to nothing at all without one (scanning.md, rule 7).
 */
import type { ScannerProfile } from '#contract/scanner-profile.ts'

/** Puts a sink on the page if the profile needs one; answers what removes it. */
export function keepSink(view: Window, profile: ScannerProfile): () => void {
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
  const take = (): void => {
    timer = undefined
    const active = document.activeElement
    if (active === null || active === document.body) sink.focus({ preventScroll: true })
  }
  const soon = (): void => {
    // Focus moves in two steps; only where it ends matters.
    if (timer === undefined) timer = view.setTimeout(take, 0)
  }
  const empty = (): void => {
    sink.value = ''
  }
  sink.addEventListener('input', empty)
  document.addEventListener('focusout', soon)
  document.addEventListener('pointerup', soon)
  view.addEventListener('focus', soon)
  soon()
  return () => {
    if (timer !== undefined) view.clearTimeout(timer)
    sink.removeEventListener('input', empty)
    document.removeEventListener('focusout', soon)
    document.removeEventListener('pointerup', soon)
    view.removeEventListener('focus', soon)
    sink.remove()
  }
}

function needsSink(view: Window, profile: ScannerProfile): boolean {
  if (profile.sink.required) return true
  return profile.channel === 'ime' || (profile.channel === 'any' && isTouchOnly(view))
}

const isTouchOnly = (view: Window): boolean =>
  typeof view.matchMedia === 'function' && view.matchMedia('(pointer: coarse) and (hover: none)').matches
