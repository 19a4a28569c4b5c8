// Counts unfinished work of this page that a reload would interrupt. A new release is loaded when there is
// none.
import { atom } from 'jotai'
import { store } from './store.ts'

/** Types of unfinished work: queued scans, unsaved lines, running calls of the outbox, running print jobs. */
export type UnfinishedWork = 'scans' | 'lines' | 'calls' | 'prints'

/** The amount of each; a missing one is unknown. */
export const unfinishedWorkAtom = atom<Readonly<Partial<Record<UnfinishedWork, number>>>>({})

/** Reports the amount of this type of work; 0 for none. */
export function reportUnfinishedWork(whose: UnfinishedWork, n: number): void {
  store.set(unfinishedWorkAtom, (known) => (known[whose] === n ? known : { ...known, [whose]: n }))
}

/** Does the outbox hold work until its person has a right again? */
export const hasWorkHeldForRightAtom = atom(false)

/** Is there no unfinished work? */
export function hasNoUnfinishedWork(): boolean {
  return Object.values(store.get(unfinishedWorkAtom)).every((n) => n === 0)
}

/** Runs once, as soon as there is no unfinished work. */
export function whenWorkIsFinished(run: () => void): void {
  if (hasNoUnfinishedWork()) {
    run()
    return
  }
  const end = store.sub(unfinishedWorkAtom, () => {
    if (!hasNoUnfinishedWork()) return
    end()
    run()
  })
}
