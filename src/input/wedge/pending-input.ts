/** Runs work after the input events that the browser has ready for the page. */

interface WithScheduling {
  readonly scheduling?: { readonly isInputPending?: () => boolean }
}

// How often to let pending events go first; each turn hands over all that are ready.
const mostTurns = 20

/**
 * Runs it in a later task, behind the events that are queued now; where the browser can say so, behind all of
 * them.
 */
export function afterPendingInput(view: Window, run: () => void, turns = mostTurns): void {
  const { port1, port2 } = new MessageChannel()
  const onTurn = (): void => {
    port1.close()
    const { scheduling } = view.navigator as Navigator & WithScheduling
    if (turns > 1 && scheduling?.isInputPending?.() === true) afterPendingInput(view, run, turns - 1)
    else run()
  }
  port1.addEventListener('message', onTurn)
  port1.start()
  port2.postMessage(null)
}
