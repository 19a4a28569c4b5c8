// Keeps the outcomes that the strip shows. A held error is never covered: later outcomes appear next to it,
// and further errors queue behind it (docs/scanning.md, Held errors).
import type { Entry } from './scan-entry.ts'

// Number of earlier outcomes that are kept.
const maxPast = 3
// Results of keys that change nothing: not kept among the earlier outcomes.
const trivialCodes: ReadonlySet<string> = new Set([
  'scan-acknowledged',
  'scan-document-lines',
  'scan-document-opened',
  'scan-done',
  'scan-quantity-cleared',
  'scan-quantity-set',
])

export interface ShownState {
  readonly last?: Entry
  /** The latest outcome that arrived while an error was held. */
  readonly beside?: Entry
  /** The earlier outcomes on the same path, latest first; at most three. */
  readonly past: readonly Entry[]
  /** The last refusal, error or warning, for 'Why not?'. */
  readonly lastRefused?: Entry
  /** The position of the shown error in a series of errors, and the length of the series so far. */
  readonly count?: { readonly at: number; readonly of: number }
}

export interface ShownOutcomes {
  readonly state: () => ShownState
  /** `holds`: it waits for OK. `everywhere`: it survives navigation. Returns whether it replaced the last. */
  readonly show: (entry: Entry, holds: boolean, everywhere?: boolean) => boolean
  /** Replaces the text of the same message without a tone, for example when a number gets another digit. */
  readonly updateText: (entry: Entry) => void
  /** Acknowledges the shown error. Returns true if another error follows. */
  readonly showNextError: () => boolean
  /** Removes the shown outcomes unless an error is held. Returns false if there was nothing. */
  readonly clear: () => boolean
  /** Navigation: removes an outcome that belongs to another path. */
  readonly moveTo: (address: string) => void
  /** Nothing is queued or held: later errors start a new series. */
  readonly endSeries: () => void
}

/** Starts with nothing shown. `isHeld`: an error waits for OK. */
export function createShownOutcomes(isHeld: () => boolean, here: () => string): ShownOutcomes {
  let last: Entry | undefined
  // The path of the last outcome; undefined if it belongs to no path.
  let lastPath: string | undefined
  let beside: Entry | undefined
  let lastRefused: Entry | undefined
  // Errors that arrived while one was held, in order.
  let queuedErrors: readonly Entry[] = []
  // Number of errors shown in this series.
  let shown = 0
  let past: readonly Entry[] = []
  // The path of the earlier outcomes.
  let pastPath = here()

  const setPastPath = (address: string) => {
    if (address !== pastPath) past = []
    pastPath = address
  }
  const addToPast = (entry: Entry | undefined) => {
    if (entry && !trivialCodes.has(entry.code)) past = [entry, ...past].slice(0, maxPast)
  }
  // Moves the shown outcomes to the earlier ones.
  const moveToPast = () => {
    addToPast(last)
    addToPast(beside)
    last = undefined
    beside = undefined
  }
  const replaceLast = (entry: Entry) => {
    moveToPast()
    setPastPath(here())
    last = entry
    lastPath = here()
  }
  const noteRefusal = (entry: Entry) => {
    if (entry.tone === 'error' || entry.tone === 'warning') lastRefused = entry
  }

  return {
    state: () => {
      const of = shown + queuedErrors.length
      return {
        ...(last && { last }),
        ...(beside && { beside }),
        ...(lastRefused && { lastRefused }),
        ...(of > 1 && last?.tone === 'error' && { count: { at: shown, of } }),
        past,
      }
    },
    show: (entry, holds, everywhere = false) => {
      if (isHeld() && last?.tone === 'error') {
        // The outcome of a manual command appears beside the held error. A scan's error must be shown like
        // the first.
        if (entry.tone === 'error' && entry.raw !== '') queuedErrors = [...queuedErrors, entry]
        else {
          addToPast(beside)
          beside = entry
        }
        return false
      }
      noteRefusal(entry)
      if (holds) shown += 1
      else if (entry.tone === 'ok') shown = 0
      replaceLast(entry)
      if (everywhere) lastPath = undefined
      return true
    },
    updateText: (entry) => {
      if (past.some(({ id }) => id === entry.id))
        past = past.map((each) => (each.id === entry.id ? entry : each))
      else if (beside) beside = entry
      else if (last?.id === entry.id || last?.code === entry.code) last = entry
    },
    showNextError: () => {
      const [entry, ...rest] = queuedErrors
      if (!entry) {
        moveToPast()
        return false
      }
      queuedErrors = rest
      shown += 1
      noteRefusal(entry)
      replaceLast(entry)
      return true
    },
    clear: () => {
      if (isHeld() || (!last && !beside)) return false
      moveToPast()
      return true
    },
    moveTo: (address) => {
      setPastPath(address)
      if (last && lastPath !== undefined && lastPath !== address && !isHeld()) {
        last = undefined
        beside = undefined
      }
    },
    endSeries: () => {
      shown = 0
    },
  }
}
