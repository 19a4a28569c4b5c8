// What a person has left behind on pages that are no more: at the address that is open now it goes on by itself, elsewhere the person is
// asked (app/resume-work.tsx).
import { store } from '#client/state/store.ts'
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

// So long scans of now wait for those of before at most, and so long a page that goes this moment may take, both in milliseconds.
const SOON = 1000
const GOING = 1500

// A document where nothing waits is no longer asked about after so many milliseconds.
const ASKED_FOR = 3 * 24 * 60 * 60_000

// A document that was left for another address, in the same tab, was left on purpose.
const isWorthAsking = ({ n, document, sameTab, at }: LeftWork) =>
  n > 0 || (document !== undefined && !sameTab && Date.now() - at < ASKED_FOR)

type Engine = Pick<ScanEngine, 'restore' | 'pause'>

/** Goes on with what waits of a person at this address, and says what waits elsewhere. */
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
  // A reload may be faster than the end of the page before it.
  for (const left of going) if (await takeOver(left.page, GOING)) await take(user, left, engine)
}

/**
 * Goes on with what a page has left behind, on the screen that is open or that `go` leads to. It stays where it was kept until this page
 * has kept it.
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
