// Focus has an owner: what opens takes it, what closes gives it back, and what is left over goes to a place that the screen names,
// so that keys, Tab and readers always begin somewhere.

/** Marks what takes the focus when its dialog opens; in place of `autoFocus`, which would come before the dialog is ready for it. */
export const FIRST_FOCUS = { 'data-first-focus': '' } as const
/** Marks where the focus goes when what had it is gone: of several, the last one in sight. */
export const FOCUS_HOME = { 'data-focus-home': '' } as const

const DIALOGS = '[role="dialog"], [role="alertdialog"]'
// Holds the focus for scans of input methods where nothing else does (client/input/wedge/sink.ts).
const SINK = '[data-scan-sink]'

// What had the focus before the first of the open dialogs.
let before: Element | null = null

/** A dialog opens: its marked control takes the focus; answers false where none is marked. */
export function enterDialog(dialog: HTMLElement): boolean {
  const active = document.activeElement
  if (active !== null && active !== document.body && active.closest(DIALOGS) === null) before = active
  const first = dialog.querySelector<HTMLElement>('[data-first-focus]')
  first?.focus({ preventScroll: true })
  return first !== null
}

/** A dialog has closed: the focus goes back to where it was, unless somebody has taken it by now. */
export function leaveDialog(): void {
  if (document.querySelector(DIALOGS) !== null || !isLeftOver()) return
  const owner = before
  before = null
  if (!(owner instanceof HTMLElement) || !canTake(owner)) {
    focusHome()
    return
  }
  owner.focus({ preventScroll: true })
  if (owner !== document.activeElement) focusHome()
  else if (owner instanceof HTMLInputElement) owner.select()
}

/** Gives the focus to the place that the screen names, else to the screen. */
export function focusHome(): void {
  const homes = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')]
  const home =
    document.querySelector<HTMLElement>(SINK) ?? homes.findLast(canTake) ?? document.querySelector('main')
  if (!home) return
  if (!home.matches('a[href], button, input, [tabindex]')) {
    // Only while it has the focus: a press on it later is not meant for it.
    home.tabIndex = -1
    home.addEventListener('blur', () => home.removeAttribute('tabindex'), { once: true })
  }
  home.focus({ preventScroll: true })
}

/**
 * Keeps the focus owned on a page: what is left over goes home, and Escape leaves a field that has no use of its own for it.
 * Ends when the answered function is called.
 */
export function keepFocusOwned(view: Window): () => void {
  const { document: page } = view
  let timer: number | undefined
  /** Tab has led out of the page, at its end or its beginning: the next one comes back at the other. */
  let tabbedOut = false
  const look = () => {
    timer = undefined
    const { activeElement: active } = page
    // The screen as a whole has no use for the focus where the sink wants it.
    const isFree =
      active === null || active === page.body || (active.matches('main') && page.querySelector(SINK) !== null)
    // A dialog that is open keeps the focus itself.
    if (isFree && !tabbedOut && page.querySelector(DIALOGS) === null) focusHome()
  }
  // The focus moves in two steps; only where it ends matters.
  const soon = () => {
    timer ??= view.setTimeout(look, 0)
  }
  const onAnyKey = ({ key }: KeyboardEvent) => {
    tabbedOut = key === 'Tab'
  }
  const onFocus = () => {
    tabbedOut = false
    soon()
  }
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || event.defaultPrevented || !isField(target)) return
    if (target.closest(`${DIALOGS}, ${SINK}`) === null) focusHome()
  }
  // An element that is removed takes the focus with it, and says nothing.
  const changes = new MutationObserver(soon)
  changes.observe(page.body, { childList: true, subtree: true })
  page.addEventListener('focusin', onFocus)
  page.addEventListener('focusout', soon)
  view.addEventListener('keydown', onAnyKey, { capture: true })
  view.addEventListener('keydown', onKey)
  soon()
  return () => {
    if (timer !== undefined) view.clearTimeout(timer)
    changes.disconnect()
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('focusout', soon)
    view.removeEventListener('keydown', onAnyKey, { capture: true })
    view.removeEventListener('keydown', onKey)
  }
}

// Nobody has the focus, or only the place that takes what is left over.
const isLeftOver = (): boolean => {
  const active = document.activeElement
  return active === null || active === document.body || active.matches(`${SINK}, [data-focus-home], main`)
}

const canTake = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement
