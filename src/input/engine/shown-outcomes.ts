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

export type ShownOutcomes = ReturnType<typeof createShownOutcomes>

/** Starts with nothing shown. `isHeld`: an error waits for OK. */
export function createShownOutcomes(isHeld: () => boolean, here: () => string) {
  let outcomes: Outcomes = { ...nothingShown, pastPath: here() }
  return {
    state: () => toShownState(outcomes),
    /** `holds`: waits for OK. `everywhere`: survives navigation. Returns whether it replaced the last. */
    show: (entry: Entry, holds: boolean, everywhere = false): boolean => {
      const isCovered = isHeld() && outcomes.last?.tone === 'error'
      outcomes = isCovered
        ? addBesideHeldError(outcomes, entry)
        : replaceLast(countErrors(outcomes, entry, holds), entry, here(), everywhere)
      return !isCovered
    },
    /** Replaces the text of the same message without a tone, for example when a number gets another digit. */
    updateText: (entry: Entry): void => {
      outcomes = updateOutcome(outcomes, entry)
    },
    /** Acknowledges the shown error. Returns true if another error follows. */
    showNextError: (): boolean => {
      const [entry, ...queuedErrors] = outcomes.queuedErrors
      outcomes = entry
        ? replaceLast({ ...outcomes, queuedErrors, errorCount: outcomes.errorCount + 1 }, entry, here())
        : moveToPast(outcomes)
      return entry !== undefined
    },
    /** Removes the shown outcomes unless an error is held. Returns false if there was nothing. */
    clear: (): boolean => {
      if (isHeld() || (!outcomes.last && !outcomes.beside)) return false
      outcomes = moveToPast(outcomes)
      return true
    },
    /** Navigation: removes an outcome that belongs to another path. */
    moveTo: (path: string): void => {
      const { last, lastPath } = outcomes
      const isLeft = last && lastPath !== undefined && lastPath !== path && !isHeld()
      outcomes = { ...withPastOf(outcomes, path), ...(isLeft && { last: undefined, beside: undefined }) }
    },
    /** Nothing is queued or held: later errors start a new series. */
    endSeries: (): void => {
      outcomes = { ...outcomes, errorCount: 0 }
    },
  }
}

interface Outcomes {
  readonly last: Entry | undefined
  /** The path of the last outcome; undefined if it belongs to no path. */
  readonly lastPath: string | undefined
  readonly beside: Entry | undefined
  readonly lastRefused: Entry | undefined
  /** Errors that arrived while one was held, in order. */
  readonly queuedErrors: readonly Entry[]
  /** Number of errors shown in this series. */
  readonly errorCount: number
  readonly past: readonly Entry[]
  /** The path of the earlier outcomes. */
  readonly pastPath: string
}

const nothingShown: Omit<Outcomes, 'pastPath'> = {
  last: undefined,
  lastPath: undefined,
  beside: undefined,
  lastRefused: undefined,
  queuedErrors: [],
  errorCount: 0,
  past: [],
}

const toShownState = ({
  last,
  beside,
  lastRefused,
  queuedErrors,
  errorCount,
  past,
}: Outcomes): ShownState => {
  const of = errorCount + queuedErrors.length
  return {
    ...(last && { last }),
    ...(beside && { beside }),
    ...(lastRefused && { lastRefused }),
    ...(of > 1 && last?.tone === 'error' && { count: { at: errorCount, of } }),
    past,
  }
}

// The outcome of a manual command appears beside the held error. A scan's error must be shown like the first.
const addBesideHeldError = (outcomes: Outcomes, entry: Entry): Outcomes =>
  entry.tone === 'error' && entry.raw !== ''
    ? { ...outcomes, queuedErrors: [...outcomes.queuedErrors, entry] }
    : { ...outcomes, past: withPast(outcomes.past, outcomes.beside), beside: entry }

const countErrors = (outcomes: Outcomes, { tone }: Entry, holds: boolean): Outcomes => {
  if (holds) return { ...outcomes, errorCount: outcomes.errorCount + 1 }
  return tone === 'ok' ? { ...outcomes, errorCount: 0 } : outcomes
}

const replaceLast = (outcomes: Outcomes, entry: Entry, path: string, everywhere = false): Outcomes => ({
  ...withPastOf(moveToPast(outcomes), path),
  last: entry,
  lastPath: everywhere ? undefined : path,
  ...((entry.tone === 'error' || entry.tone === 'warning') && { lastRefused: entry }),
})

// Moves the shown outcomes to the earlier ones.
const moveToPast = (outcomes: Outcomes): Outcomes => ({
  ...outcomes,
  past: withPast(withPast(outcomes.past, outcomes.last), outcomes.beside),
  last: undefined,
  beside: undefined,
})

const withPast = (past: readonly Entry[], entry: Entry | undefined): readonly Entry[] =>
  entry && !trivialCodes.has(entry.code) ? [entry, ...past].slice(0, maxPast) : past

const withPastOf = (outcomes: Outcomes, path: string): Outcomes =>
  path === outcomes.pastPath ? outcomes : { ...outcomes, past: [], pastPath: path }

const updateOutcome = (outcomes: Outcomes, entry: Entry): Outcomes => {
  const { last, beside, past } = outcomes
  if (past.some(({ id }) => id === entry.id))
    return { ...outcomes, past: past.map((each) => (each.id === entry.id ? entry : each)) }
  if (beside) return { ...outcomes, beside: entry }
  return last?.id === entry.id || last?.code === entry.code ? { ...outcomes, last: entry } : outcomes
}
