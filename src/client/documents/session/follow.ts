// An open document that others work on too: read again when they change it, and said who did what.
import type { LiveNews } from '#contract/live.ts'
import { compareDocuments, isSame } from '#kinds/compare.ts'
import type { Document } from '#kinds/document.ts'
import { quantityOf } from '#kinds/engine.ts'
import { isTextCode, sayCode } from '#text/say.ts'
import type { Core } from './core.ts'
import { codeOfLine, describeDifference } from './wording.ts'

type Changed = Extract<LiveNews, { Type: 'change' }>

export interface FollowParts {
  readonly core: Core
  /** Hears all news until the answered function is called. */
  readonly onNews: (listener: (news: LiveNews) => void) => () => void
  /** Is the change of this key this page's own, which shows it already? */
  readonly isAnswered: (key: string) => Promise<boolean>
  /** Who works here, by user name. */
  readonly me: () => string | undefined
}

/**
 * Follows the news of a document until the answered function is called: one reading at a time, and one more for all that came meanwhile. While
 * a step on the whole document is under way nothing is read: what it comes to is read by itself.
 */
export function followDocument({ core, onNews, isAnswered, me }: FollowParts): () => void {
  const { kind, number, notify } = core.parts
  let missed: Changed[] = []
  let wanted = false
  let reading = false
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
    const difference = compareDocuments(before, after)
    if (!last || isSame(difference)) return
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
    // What could not be read is asked for again with the next sign that the server is there.
    if (news.Type === 'beat' && core.get().problem !== null) want()
    if (news.Type !== 'change' || news.Kind !== kind.kind || news.Number !== number) return
    if (news.Key !== '' && (await isAnswered(news.Key))) return
    missed.push(news)
    want()
  }
  const leave = onNews((news) => void hear(news))
  const forget = core.subscribe(() => void (wanted && read()))
  return () => {
    stop.abort()
    leave()
    forget()
  }
}
