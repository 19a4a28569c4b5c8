// Follows an open document that others work on: reloads it when they change it, and says who did what.

import { carryOver, compareDocuments, isSame } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import type { LiveNews } from '#core/wire/live.ts'
import { TAKE_OVER } from '#core/wire/take-over.ts'
import { isTextCode, sayCode } from '#text/say.ts'
import type { Core } from './core.ts'
import { codeOfLine, describeDifference } from './wording.ts'

type Changed = Extract<LiveNews, { Type: 'change' }>

// A change may be read before its news comes, by so many milliseconds.
const NEWS_LATE = 3000

export interface FollowParts {
  readonly core: Core
  /** Subscribes to live updates; returns a function that unsubscribes. */
  readonly onNews: (listener: (news: LiveNews) => void) => () => void
  /** Was the change with this key made by this page, which shows it already? */
  readonly isAnswered: (key: string) => Promise<boolean>
  /** The person's user name. */
  readonly me: () => string | undefined
}

/**
 * Follows the live updates of a document; returns a function that stops it. One reload at a time, and one
 * more for all changes meanwhile. No reload during a document step, which reloads by itself.
 */
export function followDocument({ core, onNews, isAnswered, me }: FollowParts): () => void {
  const { kind, number, notify } = core.parts
  let missed: Changed[] = []
  let wanted = false
  let reading = false
  /** The document before a read that found what no news has told of yet. */
  let untold: { readonly before: Document; readonly at: number } | undefined
  const stop = new AbortController()

  const isBusy = () => {
    const { taking, reading } = core.get()
    return taking !== null || reading !== 'no'
  }
  const isWanted = () => wanted && !stop.signal.aborted && !isBusy()
  const read = async () => {
    if (reading) return
    reading = true
    while (isWanted()) {
      wanted = false
      const by = missed
      missed = []
      const found = await core.compare()
      if (found && !stop.signal.aborted) tell(by, found.before, found.after)
    }
    reading = false
  }
  const want = () => {
    wanted = true
    void read()
  }

  const tell = (by: readonly Changed[], before: Document, after: Document) => {
    const others = by.filter(({ By }) => By !== me())
    const last = others.at(-1)
    if (by.length === 0 && !isSame(compareDocuments(before, after)))
      untold = { before, at: performance.now() }
    if (!last) return
    const isRecent = untold !== undefined && performance.now() - untold.at < NEWS_LATE
    const difference = compareDocuments((isRecent && untold?.before) || before, after)
    untold = undefined
    if (isSame(difference)) return
    const who = [...new Set(others.map(({ By }) => By))].join(', ')
    const [barcode, ...more] = difference.changed
    const only = isSame({ ...difference, changed: [] }) && more.length === 0
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

  const hear = async (news: LiveNews) => {
    if (news.Type === 'reload') want()
    // After a failed load, the next heartbeat triggers a retry.
    if (news.Type === 'beat' && core.get().problem !== null) want()
    if (news.Type !== 'change' || news.Kind !== kind.kind || news.Number !== number) return
    if (news.Key !== '' && (await isAnswered(news.Key))) return
    // A takeover is no change to report; the document shows the new owner.
    if (news.Step !== TAKE_OVER) missed.push(news)
    want()
  }
  // What this page has changed since, without a read, is nobody else's.
  let seen = core.get()
  const noteOwn = () => {
    const before = seen
    seen = core.get()
    if (!untold || !before.sheet || !seen.sheet || seen.reading !== 'no') return
    const { document: was } = before.sheet
    const { document: is } = seen.sheet
    if (is !== was) untold = { ...untold, before: carryOver(untold.before, was, is) }
  }
  const leave = onNews((news) => void hear(news))
  const forget = core.subscribe(() => {
    noteOwn()
    if (wanted) void read()
  })
  return () => {
    stop.abort()
    leave()
    forget()
  }
}
