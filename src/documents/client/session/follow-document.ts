// Follows an open document that others work on: reloads it after their changes and reports who did what.

import { applyChanges, compareDocuments, type Difference, isEmptyDifference } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'
import type { LiveEvent } from '#features/live/common/live.ts'
import { isTextCode, sayCode } from '#text/say.ts'
import { reloadAndCompare } from './load-document.ts'
import type { Session, SessionState } from './session-state.ts'
import { codeOfLine, describeDifference } from './wording.ts'

type Changed = Extract<LiveEvent, { Type: 'change' }>

// A read may show a change this long before its live update arrives.
const liveUpdateDelayMs = 3000

interface FollowParts {
  readonly session: Session
  /** Subscribes to live updates; returns a function that unsubscribes. */
  readonly onNews: (listener: (news: LiveEvent) => void) => () => void
  /** Did this page make the change with this key, so that it shows the change already? */
  readonly isOwnChange: (key: string) => Promise<boolean>
  /** The person's user name. */
  readonly me: () => string | undefined
}

interface Following extends FollowParts {
  readonly stop: AbortSignal
  /** Changes of other people that the next reload reports. */
  unreported: readonly Changed[]
  isReloadRequested: boolean
  isReading: boolean
  /** The document before a read that found changes without a live update. */
  unannounced: { readonly before: Document; readonly at: number } | undefined
  /** The state when own changes were last applied to `unannounced`. */
  seen: SessionState
}

/**
 * Follows the live updates of a document; returns a function that stops it. Coalesces changes during a reload
 * into one more reload. Does not reload during a document step, which reloads at its end.
 */
export function followDocument(parts: FollowParts): () => void {
  const { session, onNews } = parts
  const stop = new AbortController()
  const following: Following = {
    ...parts,
    stop: stop.signal,
    unreported: [],
    isReloadRequested: false,
    isReading: false,
    unannounced: undefined,
    seen: session.get(),
  }
  const stopUpdates = onNews((news) => void receiveUpdate(following, news))
  const unsubscribe = session.subscribe(() => {
    applyOwnChanges(following)
    if (following.isReloadRequested) void reload(following)
  })
  return () => {
    stop.abort()
    stopUpdates()
    unsubscribe()
  }
}

const receiveUpdate = async (following: Following, news: LiveEvent) => {
  const { session, isOwnChange } = following
  const { kind, number } = session.parts
  if (news.Type === 'reload') requestReload(following)
  // After a failed load, the next heartbeat triggers a retry.
  if (news.Type === 'beat' && session.get().problem !== null) requestReload(following)
  if (news.Type !== 'change' || news.Kind !== kind.kind || news.Number !== number) return
  if (news.Key !== '' && (await isOwnChange(news.Key))) return
  // A takeover is no change to report; the document shows the new owner.
  if (news.Step !== TAKE_OVER) following.unreported = [...following.unreported, news]
  requestReload(following)
}

const requestReload = (following: Following) => {
  following.isReloadRequested = true
  void reload(following)
}

const reload = async (following: Following) => {
  if (following.isReading) return
  following.isReading = true
  while (shouldReload(following)) {
    following.isReloadRequested = false
    const changes = following.unreported
    following.unreported = []
    const found = await reloadAndCompare(following.session)
    if (found && !following.stop.aborted) report(following, changes, found.before, found.after)
  }
  following.isReading = false
}

const shouldReload = ({ session, isReloadRequested, stop }: Following) => {
  const { runningStep, reading } = session.get()
  return isReloadRequested && !stop.aborted && runningStep === null && reading === 'no'
}

const report = (following: Following, changes: readonly Changed[], before: Document, after: Document) => {
  const { session, me } = following
  const others = changes.filter(({ By }) => By !== me())
  const last = others.at(-1)
  if (changes.length === 0 && !isEmptyDifference(compareDocuments(before, after)))
    following.unannounced = { before, at: performance.now() }
  if (!last) return
  const { unannounced } = following
  const isRecent = unannounced !== undefined && performance.now() - unannounced.at < liveUpdateDelayMs
  const difference = compareDocuments(isRecent ? unannounced.before : before, after)
  following.unannounced = undefined
  if (isEmptyDifference(difference)) return
  const who = [...new Set(others.map(({ By }) => By))].join(', ')
  const { kind, notify } = session.parts
  const what = describeStep(kind.kind, last.Step, difference, after) ?? describeDifference(difference)
  notify('documents.others', { who, what }, 'info')
}

// The sentence of a step on one line, if nothing else has changed.
const describeStep = (kind: DocumentKind, step: string, difference: Difference, after: Document) => {
  const [barcode, ...more] = difference.changed
  const only = isEmptyDifference({ ...difference, changed: [] }) && more.length === 0
  const line = only ? after.lines.find((each) => each.barcode === barcode) : undefined
  const done = line && codeOfLine(kind, step, 'done', line.ordered)
  return line && done !== undefined && isTextCode(done)
    ? sayCode(done, {
        barcode: line.barcode,
        quantity: quantityOf(line),
        ordered: line.ordered,
        shipped: line.picked ?? line.ordered,
      })
    : undefined
}

// Does not report own changes since then, made without a read, as another person's.
const applyOwnChanges = (following: Following) => {
  const { seen: before, session, unannounced } = following
  const seen = session.get()
  following.seen = seen
  if (!unannounced || !before.sheet || !seen.sheet || seen.reading !== 'no') return
  const { document: was } = before.sheet
  const { document: is } = seen.sheet
  if (is !== was)
    following.unannounced = { ...unannounced, before: applyChanges(unannounced.before, was, is) }
}
