// Runs work after the input events that are pending for the page.

interface WithScheduling {
  readonly scheduling?: { readonly isInputPending?: () => boolean }
}

// Maximum number of turns that let pending events go first; each turn delivers all pending ones.
const maxTurns = 20

/**
 * Calls `run` in a later task: after the queued events, or after all pending ones if the browser has
 * `isInputPending`.
 */
export function afterPendingInput(view: Window, run: () => void, turns = maxTurns): void {
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
