// What the strip shows. An error that waits for the person's OK is never covered: what comes meanwhile stands beside it, and
// another error queues behind it (docs/scanning.md, Held errors).
import type { Entry } from './scan-entry.ts'

export interface ShownState {
  readonly last?: Entry
  /** Told while an error was held. */
  readonly beside?: Entry
  /** What was refused last, or ended in an error or a note: what 'Why not?' is about. */
  readonly lastRefused?: Entry
  /** Which of several errors in a row is shown, and of how many that are known. */
  readonly count?: { readonly at: number; readonly of: number }
}

export interface ShownOutcomes {
  readonly state: () => ShownState
  /**
   * `holds`: the entry waits for OK. `everywhere`: it is about no address, and stays when another one is opened. Answers whether it
   * took the place of the last one.
   */
  readonly show: (entry: Entry, holds: boolean, everywhere?: boolean) => boolean
  /** The same news in other words, silently: a number that grows by a digit. */
  readonly reword: (entry: Entry) => void
  /** OK to the error that is shown; true while another one has taken its place. */
  readonly next: () => boolean
  /** Takes away what is shown and waits for nobody; false: there was nothing. */
  readonly clear: () => boolean
  /** Another address is open: an outcome belongs to its own. */
  readonly moveTo: (address: string) => void
  /** Nothing waits and nothing is held: errors from now on are no row with those before. */
  readonly rest: () => void
}

/** Nothing shown at first. `isHeld`: an error waits for OK. */
export function createShownOutcomes(isHeld: () => boolean, here: () => string): ShownOutcomes {
  let last: Entry | undefined
  /** Where the last one was told; undefined: it is about no address. */
  let place: string | undefined
  let beside: Entry | undefined
  let lastRefused: Entry | undefined
  /** Errors that came while one was held, in order. */
  let behind: readonly Entry[] = []
  /** How many errors were shown in this row. */
  let shown = 0

  const put = (entry: Entry) => {
    last = entry
    place = here()
    beside = undefined
  }
  const note = (entry: Entry) => {
    if (entry.tone === 'error' || entry.tone === 'warning') lastRefused = entry
  }

  return {
    state: () => {
      const of = shown + behind.length
      return {
        ...(last && { last }),
        ...(beside && { beside }),
        ...(lastRefused && { lastRefused }),
        ...(of > 1 && last?.tone === 'error' && { count: { at: shown, of } }),
      }
    },
    show: (entry, holds, everywhere = false) => {
      if (isHeld() && last?.tone === 'error') {
        // A person's own key tells itself beside it; a scan's error has to be seen as the first one was.
        if (entry.tone === 'error' && entry.raw !== '') behind = [...behind, entry]
        else beside = entry
        return false
      }
      note(entry)
      if (holds) shown += 1
      else if (entry.tone === 'ok') shown = 0
      put(entry)
      if (everywhere) place = undefined
      return true
    },
    reword: (entry) => {
      if (beside) beside = entry
      else if (last?.id === entry.id || last?.code === entry.code) last = entry
    },
    next: () => {
      const [entry, ...rest] = behind
      beside = undefined
      if (!entry) {
        last = undefined
        return false
      }
      behind = rest
      shown += 1
      note(entry)
      put(entry)
      return true
    },
    clear: () => {
      if (isHeld() || (!last && !beside)) return false
      last = undefined
      beside = undefined
      return true
    },
    moveTo: (address) => {
      if (last && place !== undefined && place !== address && !isHeld()) {
        last = undefined
        beside = undefined
      }
    },
    rest: () => {
      shown = 0
    },
  }
}
