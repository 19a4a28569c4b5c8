// Counts unfinished work of this page that a reload would interrupt. A new release is loaded when there is
// none.
import { atom } from 'jotai'
import { store } from './store.ts'

/** Types of unfinished work: queued scans, unsaved lines, running calls of the outbox, running print jobs. */
export type WaitingWork = 'scans' | 'lines' | 'calls' | 'prints'

/** The amount of each; a missing one is unknown. */
export const waitingWorkAtom = atom<Readonly<Partial<Record<WaitingWork, number>>>>({})

/** Reports the amount of this type of work; 0 for none. */
export function noteWaitingWork(whose: WaitingWork, n: number): void {
  store.set(waitingWorkAtom, (known) => (known[whose] === n ? known : { ...known, [whose]: n }))
}

/** Does the outbox hold work until its person has a right again? */
export const waitsForRightAtom = atom(false)

/** Is there no unfinished work? */
export function nothingWaits(): boolean {
  return Object.values(store.get(waitingWorkAtom)).every((n) => n === 0)
}

/** Runs once, as soon as there is no unfinished work. */
export function whenNothingWaits(run: () => void): void {
  if (nothingWaits()) {
    run()
    return
  }
  const end = store.sub(waitingWorkAtom, () => {
    if (!nothingWaits()) return
    end()
    run()
  })
}
