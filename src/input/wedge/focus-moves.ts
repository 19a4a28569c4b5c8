// Records when a person moves the focus. The app moves it too, but digits never follow the app to another
// line.

let movedAt = Number.NEGATIVE_INFINITY

/** The time of a person's last focus move, in milliseconds of `performance.now()`. */
export function lastMoveAt(): number {
  return movedAt
}

/** Records that a person moved to a line with a key or button of the app. */
export function noteMove(): void {
  movedAt = performance.now()
}

/** Calls `onMove` with the target of each Tab, click and tap; returns a function that stops it. */
export function followMoves(view: Window, onMove: (target: Element) => void): () => void {
  let tabTimer: number | undefined
  const endTab = () => {
    view.clearTimeout(tabTimer)
    tabTimer = undefined
  }
  const report = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    noteMove()
    onMove(target)
  }
  const onKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    endTab()
    // The browser moves the focus in the same task as the key.
    if (key === 'Tab' && !altKey && !ctrlKey && !metaKey) tabTimer = view.setTimeout(endTab, 0)
  }
  const onFocus = (event: Event) => {
    if (tabTimer !== undefined) report(event)
  }
  view.addEventListener('keydown', onKey, { capture: true })
  view.addEventListener('focusin', onFocus, { capture: true })
  view.addEventListener('click', report, { capture: true })
  return () => {
    endTab()
    view.removeEventListener('keydown', onKey, { capture: true })
    view.removeEventListener('focusin', onFocus, { capture: true })
    view.removeEventListener('click', report, { capture: true })
  }
}
