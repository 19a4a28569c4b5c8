// Follows an open document that others work on: reloads it after their changes and reports who did what.

import { applyChanges, compareDocuments, isEmptyDifference } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'
import type { LiveEvent } from '#features/live/common/live.ts'
import { isTextCode, sayCode } from '#text/say.ts'
import { reloadAndCompare } from './load-document.ts'
import type { Session } from './session-state.ts'
import { codeOfLine, describeDifference } from './wording.ts'

type Changed = Extract<LiveEvent, { Type: 'change' }>

// A read may show a change this long before its live update arrives.
const liveUpdateDelayMs = 3000

export interface FollowParts {
  readonly session: Session
  /** Subscribes to live updates; returns a function that unsubscribes. */
  readonly onNews: (listener: (news: LiveEvent) => void) => () => void
  /** Did this page make the change with this key, so that it shows the change already? */
  readonly isOwnChange: (key: string) => Promise<boolean>
  /** The person's user name. */
  readonly me: () => string | undefined
}

/**
 * Follows the live updates of a document; returns a function that stops it. Coalesces changes during a reload
 * into one more reload. Does not reload during a document step, which reloads at its end.
 */
export function followDocument({ session, onNews, isOwnChange, me }: FollowParts): () => void {
  const { kind, number, notify } = session.parts
  let unreported: Changed[] = []
  let isReloadRequested = false
  let reading = false
  /** The document before a read that found changes without a live update. */
  let unannounced: { readonly before: Document; readonly at: number } | undefined
  const stop = new AbortController()

  const isBusy = () => {
    const { runningStep, reading } = session.get()
    return runningStep !== null || reading !== 'no'
  }
  const shouldReload = () => isReloadRequested && !stop.signal.aborted && !isBusy()
  const read = async () => {
    if (reading) return
    reading = true
    while (shouldReload()) {
      isReloadRequested = false
      const changes = unreported
      unreported = []
      const found = await reloadAndCompare(session)
      if (found && !stop.signal.aborted) report(changes, found.before, found.after)
    }
    reading = false
  }
  const requestReload = () => {
    isReloadRequested = true
    void read()
  }

  const report = (changes: readonly Changed[], before: Document, after: Document) => {
    const others = changes.filter(({ By }) => By !== me())
    const last = others.at(-1)
    if (changes.length === 0 && !isEmptyDifference(compareDocuments(before, after)))
      unannounced = { before, at: performance.now() }
    if (!last) return
    const isRecent = unannounced !== undefined && performance.now() - unannounced.at < liveUpdateDelayMs
    const difference = compareDocuments((isRecent && unannounced?.before) || before, after)
    unannounced = undefined
    if (isEmptyDifference(difference)) return
    const who = [...new Set(others.map(({ By }) => By))].join(', ')
    const [barcode, ...more] = difference.changed
    const only = isEmptyDifference({ ...difference, changed: [] }) && more.length === 0
    const line = only ? after.lines.find((each) => each.barcode === barcode) : undefined
    const done = line && codeOfLine(kind.kind, last.Step, 'done', line.ordered)
    const what =
      line && done !== undefined && isTextCode(done)
        ? sayCode(done, {
            barcode: line.barcode,
            quantity: quantityOf(line),
            ordered: line.ordered,
            shipped: line.picked ?? line.ordered,
          })
        : describeDifference(difference)
    notify('documents.others', { who, what }, 'info')
  }

  const onLiveUpdate = async (news: LiveEvent) => {
    if (news.Type === 'reload') requestReload()
    // After a failed load, the next heartbeat triggers a retry.
    if (news.Type === 'beat' && session.get().problem !== null) requestReload()
    if (news.Type !== 'change' || news.Kind !== kind.kind || news.Number !== number) return
    if (news.Key !== '' && (await isOwnChange(news.Key))) return
    // A takeover is no change to report; the document shows the new owner.
    if (news.Step !== TAKE_OVER) unreported.push(news)
    requestReload()
  }
  // Do not report own changes since then, made without a read, as another person's.
  let seen = session.get()
  const applyOwnChanges = () => {
    const before = seen
    seen = session.get()
    if (!unannounced || !before.sheet || !seen.sheet || seen.reading !== 'no') return
    const { document: was } = before.sheet
    const { document: is } = seen.sheet
    if (is !== was) unannounced = { ...unannounced, before: applyChanges(unannounced.before, was, is) }
  }
  const stopUpdates = onNews((news) => void onLiveUpdate(news))
  const unsubscribe = session.subscribe(() => {
    applyOwnChanges()
    if (isReloadRequested) void read()
  })
  return () => {
    stop.abort()
    stopUpdates()
    unsubscribe()
  }
}
