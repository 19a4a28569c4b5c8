// Restores the work of closed pages: at the current address automatically, at others after a question
// (app/shell/resume-work.tsx).
import { store } from '#app/state/store.ts'
import type { ScanEngine } from '../engine/scan-engine.ts'
import {
  areScansKept,
  findLeft,
  forgetLeft,
  type LeftWork,
  leftWorkAtom,
  lineToShowAtom,
  livingPages,
  takeOver,
} from './kept-work.ts'

// Maximum wait of new scans for the earlier ones, and maximum wait for a closing page, both in milliseconds.
const SOON = 1000
const GOING = 1500

// A document without scans is not offered after this time, in milliseconds.
const ASKED_FOR = 3 * 24 * 60 * 60_000

// A document that was left by navigation in the same tab was left on purpose.
const isWorthAsking = ({ n, document, sameTab, at }: LeftWork) =>
  n > 0 || (document !== undefined && !sameTab && Date.now() - at < ASKED_FOR)

type Engine = Pick<ScanEngine, 'restore' | 'pause'>

/** Continues a person's work at this address, and publishes the work at other addresses. */
export async function restoreWork(user: string, engine: Engine): Promise<void> {
  const goOn = engine.pause()
  const soon = setTimeout(goOn, SOON)
  const going: LeftWork[] = []
  const elsewhere: LeftWork[] = []
  const { own, others } = await findLeft(user)
  const isAlive = await livingPages()
  for (const left of own) {
    const isHere = left.address === window.location.pathname
    if (!isHere) {
      if (isAlive(left.page)) continue
      if (isWorthAsking(left)) elsewhere.push(left)
      else void forgetLeft(user, left.page)
    } else if (!isAlive(left.page) && (await takeOver(left.page))) await take(user, left, engine)
    else going.push(left)
  }
  clearTimeout(soon)
  goOn()
  store.set(leftWorkAtom, { user, own: elsewhere, others })
  // After a reload the previous page may still be closing.
  for (const left of going) if (await takeOver(left.page, GOING)) await take(user, left, engine)
}

/**
 * Continues the work of a closed page on the open screen, or on the one that `go` opens. Deletes its record
 * only after this page has stored the work.
 */
export async function take(
  user: string,
  { page, queue, document }: LeftWork,
  engine: Pick<ScanEngine, 'restore'>,
  go?: () => void,
): Promise<void> {
  if (document?.barcode) {
    store.set(lineToShowAtom, { address: document.address, barcode: document.barcode })
  }
  engine.restore(queue, go)
  if (await areScansKept()) await forgetLeft(user, page)
}
