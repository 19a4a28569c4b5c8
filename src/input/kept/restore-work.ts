// Restores the work of closed pages: at the current address automatically, at others after a question
// (app/shell/resume-work.tsx).
import { store } from '#app/state/store.ts'
import type { ScanEngine } from '../engine/scan-engine.ts'
import {
  areScansStored,
  claimPageWork,
  deletePageWork,
  findOpenPages,
  lineToShowAtom,
  readUnfinishedWork,
  type UnfinishedWork,
  unfinishedWorkAtom,
} from './unfinished-work.ts'

// Maximum wait of new scans for the earlier ones, and maximum wait for a closing page, both in milliseconds.
const pauseTimeoutMs = 1000
const closingPageTimeoutMs = 1500

// A document without scans is not offered after this time, in milliseconds.
const maxOfferedAgeMs = 3 * 24 * 60 * 60_000

// A document that was left by navigation in the same tab was left on purpose.
const shouldOffer = ({ n, document, sameTab, at }: UnfinishedWork) =>
  n > 0 || (document !== undefined && !sameTab && Date.now() - at < maxOfferedAgeMs)

type Engine = Pick<ScanEngine, 'restore' | 'pause'>

/** Continues a person's work at this address, and publishes the work at other addresses. */
export async function restoreWork(user: string, engine: Engine): Promise<void> {
  const resume = engine.pause()
  const pauseTimer = setTimeout(resume, pauseTimeoutMs)
  const closingPages: UnfinishedWork[] = []
  const otherAddresses: UnfinishedWork[] = []
  const { own, others } = await readUnfinishedWork(user)
  const isOpen = await findOpenPages()
  for (const left of own) {
    const isHere = left.address === window.location.pathname
    if (!isHere) {
      if (isOpen(left.page)) continue
      if (shouldOffer(left)) otherAddresses.push(left)
      else void deletePageWork(user, left.page)
    } else if (!isOpen(left.page) && (await claimPageWork(left.page)))
      await restorePageWork(user, left, engine)
    else closingPages.push(left)
  }
  clearTimeout(pauseTimer)
  resume()
  store.set(unfinishedWorkAtom, { user, own: otherAddresses, others })
  // After a reload the previous page may still be closing.
  for (const left of closingPages)
    if (await claimPageWork(left.page, closingPageTimeoutMs)) await restorePageWork(user, left, engine)
}

/**
 * Continues the work of a closed page on the open screen, or on the one that `go` opens. Deletes its record
 * only after this page has stored the work.
 */
export async function restorePageWork(
  user: string,
  { page, queue, document }: UnfinishedWork,
  engine: Pick<ScanEngine, 'restore'>,
  go?: () => void,
): Promise<void> {
  if (document?.barcode) {
    store.set(lineToShowAtom, { address: document.address, barcode: document.barcode })
  }
  engine.restore(queue, go)
  if (await areScansStored()) await deletePageWork(user, page)
}
