// Manages the focus: an opening dialog takes it, a closing one returns it, and a lost focus moves to an
// element that the screen marks. Keys, Tab and screen readers always have a starting point.

/**
 * Marks the control that gets the focus when its dialog opens; replaces `autoFocus`, which runs too early.
 */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const
/** Marks the target of a lost focus: of several, the last visible one. */
export const FOCUS_HOME = { 'data-focus-home': '' } as const

const DIALOGS = '[role="dialog"], [role="alertdialog"]'
// Holds the focus for scans by input method while no other element has it (input/wedge/sink.ts).
const SINK = '[data-scan-sink]'

// The elements that had the focus before each open dialog.
let focusedBefore: readonly Element[] = []

/** A dialog opens: focuses its marked control; returns false if none is marked. */
export function enterDialog(dialog: HTMLElement): boolean {
  const active = document.activeElement
  if (active !== null && active !== document.body) focusedBefore = [...focusedBefore, active]
  const first = dialog.querySelector<HTMLElement>('[data-first-focus]')
  first?.focus({ preventScroll: true })
  return first !== null
}

/**
 * A dialog has closed: restores the focus in the topmost dialog or on the screen, unless another element has
 * it.
 */
export function leaveDialog(): void {
  const top = topDialog()
  const owner = focusedBefore.findLast((each) => canFocus(each) && (top?.contains(each) ?? true))
  if (top === undefined) focusedBefore = []
  if (!isFocusLost()) return
  if (owner instanceof HTMLElement) {
    owner.focus({ preventScroll: true })
    if (owner === document.activeElement) {
      if (owner instanceof HTMLInputElement) owner.select()
      return
    }
  }
  if (top) focusInDialog(top)
  else focusHome()
}

const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(DIALOGS)].findLast((each) => each.dataset['state'] !== 'closed')

// Has a screen taken the focus although a dialog is open? The dialog's keys would not work.
const isBelowDialog = (active: Element): boolean =>
  topDialog() !== undefined && active.closest('main') !== null && active.closest(DIALOGS) === null

// A dialog's keys work only while the focus is inside it.
const focusInDialog = (dialog: HTMLElement): void => {
  const first = dialog.querySelector<HTMLElement>('[data-first-focus]')
  const target = first !== null && canFocus(first) ? first : dialog
  target.focus({ preventScroll: true })
}

/** Focuses the screen's focus home, else the screen. */
export function focusHome(): void {
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  const home =
    document.querySelector<HTMLElement>(SINK) ?? homes.findLast(canFocus) ?? document.querySelector('main')
  if (!home) return
  if (!home.matches('a[href], button, input, [tabindex]')) {
    // Only while it has the focus: later clicks must not focus it.
    home.tabIndex = -1
    home.addEventListener('blur', () => home.removeAttribute('tabindex'), { once: true })
  }
  home.focus({ preventScroll: true })
}

/**
 * Keeps the focus from being lost: it moves to the focus home, and Escape leaves a field that does not use
 * it. Returns a function that stops it.
 */
export function keepFocus(view: Window): () => void {
  const { document: page } = view
  let timer: number | undefined
  // Tab has left the page at its end or start: the next Tab enters at the other side.
  let hasTabbedOut = false
  const restoreFocus = () => {
    timer = undefined
    const { activeElement: active } = page
    // Buttons show the keys that work now.
    page.documentElement.toggleAttribute('data-in-field', active !== null && takesLetters(active))
    // The main element gives the focus up if the sink exists.
    const isFree =
      active === null ||
      active === page.body ||
      (active.matches('main') && page.querySelector(SINK) !== null) ||
      isBelowDialog(active)
    if (!isFree || hasTabbedOut) return
    const dialog = topDialog()
    if (dialog) focusInDialog(dialog)
    else focusHome()
  }
  // The focus moves in two steps; only the last one matters.
  const scheduleRestore = () => {
    timer ??= view.setTimeout(restoreFocus, 0)
  }
  const onAnyKey = ({ key }: KeyboardEvent) => {
    hasTabbedOut = key === 'Tab'
  }
  const onFocus = () => {
    hasTabbedOut = false
    scheduleRestore()
  }
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || event.defaultPrevented || !isField(target)) return
    if (target.closest(`${DIALOGS}, ${SINK}`) === null) focusHome()
  }
  // A removed element loses the focus without an event.
  const observer = new MutationObserver(scheduleRestore)
  observer.observe(page.body, { childList: true, subtree: true })
  page.addEventListener('focusin', onFocus)
  page.addEventListener('focusout', scheduleRestore)
  view.addEventListener('keydown', onAnyKey, { capture: true })
  view.addEventListener('keydown', onKey)
  scheduleRestore()
  return () => {
    if (timer !== undefined) view.clearTimeout(timer)
    observer.disconnect()
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('focusout', scheduleRestore)
    view.removeEventListener('keydown', onAnyKey, { capture: true })
    view.removeEventListener('keydown', onKey)
  }
}

// Does no element have the focus, or only the focus home?
const isFocusLost = (): boolean => {
  const active = document.activeElement
  return active === null || active === document.body || active.matches(`${SINK}, [data-focus-home], main`)
}

const canFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)

// Does it accept letters? The sink does not count: it is only for scans.
const takesLetters = (element: Element): boolean =>
  element.matches('textarea, input:not([type="checkbox"], [type="radio"], [readonly], [data-scan-sink])')

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
