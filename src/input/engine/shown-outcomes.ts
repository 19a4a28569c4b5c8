// The shown outcomes. An error that waits for OK is never covered: later outcomes are shown beside it, and
// further errors queue behind it (docs/scanning.md, Held errors).
import type { Entry } from './scan-entry.ts'

// How many outcomes are shown beside the last one.
const MOST_PAST = 3
// Answers to keys that change nothing: not worth a place there.
const passing: ReadonlySet<string> = new Set([
  'scan-acknowledged',
  'scan-done',
  'scan-quantity-cleared',
  'scan-quantity-set',
])

export interface ShownState {
  readonly last?: Entry
  /** Came while an error was held. */
  readonly beside?: Entry
  /** The outcomes before it on the same path, latest first; at most three. */
  readonly past: readonly Entry[]
  /** The last refusal, error or warning: for 'Why not?'. */
  readonly lastRefused?: Entry
  /** The position of the shown error in a row of errors, and their known number. */
  readonly count?: { readonly at: number; readonly of: number }
}

export interface ShownOutcomes {
  readonly state: () => ShownState
  /**
   * `holds`: the entry waits for OK. `everywhere`: it belongs to no path and stays after navigation. Returns
   * whether it replaced the last one.
   */
  readonly show: (entry: Entry, holds: boolean, everywhere?: boolean) => boolean
  /** Replaces the text of the same message, silently: a number that gets another digit. */
  readonly reword: (entry: Entry) => void
  /** Acknowledges the shown error; true if another one follows. */
  readonly next: () => boolean
  /** Removes what is shown, unless it is held; false: there was nothing. */
  readonly clear: () => boolean
  /** After navigation: an outcome belongs to its path. */
  readonly moveTo: (address: string) => void
  /** Nothing queued and nothing held: later errors start a new row. */
  readonly rest: () => void
}

/** Starts with nothing shown. `isHeld`: an error waits for OK. */
export function createShownOutcomes(isHeld: () => boolean, here: () => string): ShownOutcomes {
  let last: Entry | undefined
  /** The path of the last one; undefined: none. */
  let place: string | undefined
  let beside: Entry | undefined
  let lastRefused: Entry | undefined
  /** Errors that came while one was held, in order. */
  let behind: readonly Entry[] = []
  /** Number of errors shown in this row. */
  let shown = 0
  let past: readonly Entry[] = []
  /** The path of the past ones. */
  let path = here()

  const arrive = (address: string) => {
    if (address !== path) past = []
    path = address
  }
  const remember = (entry: Entry | undefined) => {
    if (entry && !passing.has(entry.code)) past = [entry, ...past].slice(0, MOST_PAST)
  }
  /** Nothing is shown any more; what was shown is past. */
  const pass = () => {
    remember(last)
    remember(beside)
    last = undefined
    beside = undefined
  }
  const put = (entry: Entry) => {
    pass()
    arrive(here())
    last = entry
    place = here()
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
        past,
      }
    },
    show: (entry, holds, everywhere = false) => {
      if (isHeld() && last?.tone === 'error') {
        // The outcome of a person's key is shown beside it; a scan's error must be shown like the first.
        if (entry.tone === 'error' && entry.raw !== '') behind = [...behind, entry]
        else {
          remember(beside)
          beside = entry
        }
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
      if (past.some(({ id }) => id === entry.id))
        past = past.map((each) => (each.id === entry.id ? entry : each))
      else if (beside) beside = entry
      else if (last?.id === entry.id || last?.code === entry.code) last = entry
    },
    next: () => {
      const [entry, ...rest] = behind
      if (!entry) {
        pass()
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
      pass()
      return true
    },
    moveTo: (address) => {
      arrive(address)
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
