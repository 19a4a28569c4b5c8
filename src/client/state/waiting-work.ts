// What of this page's work a reload would cut short: whoever has some says how much. A new release takes over when there is none.
import { atom } from 'jotai'
import { store } from './store.ts'

/** Whose work waits: scans in the queue, lines that are not saved, calls of the outbox that are under way. */
export type WaitingWork = 'scans' | 'lines' | 'calls'

/** How much of each waits; what is not there has said nothing yet. */
export const waitingWorkAtom = atom<Readonly<Partial<Record<WaitingWork, number>>>>({})

/** Says how much of this kind of work waits now; 0 for none. */
export function noteWaitingWork(whose: WaitingWork, n: number): void {
  store.set(waitingWorkAtom, (known) => (known[whose] === n ? known : { ...known, [whose]: n }))
}

/** Does nothing wait? */
export function nothingWaits(): boolean {
  return Object.values(store.get(waitingWorkAtom)).every((n) => n === 0)
}

/** Runs once, as soon as nothing waits: at once, or after what waits has been done. */
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
