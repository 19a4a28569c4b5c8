// Work that waited for a document that others have ended meanwhile: one cause for all of it.
import { formatMoment } from '#client/ui/format-moment.ts'
import type { Document } from '#kinds/document.ts'
import { kindNamed } from '#kinds/index.ts'
import { lineKey } from '#kinds/worksheet.ts'
import type { Why } from '#outbox/index.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { type AppOperation, type Intent, subjectOf } from './intent.ts'

const ENDED = 'outbox.ended'

/** Is the cause about the document, and so the same for all work on it? */
export function isAboutDocument({ code }: Why): boolean {
  return code === ENDED
}

/** Why the server takes no such step on this document any more; undefined if it does. */
export function whyEnded({ intent }: AppOperation, document: Document): Why | undefined {
  const { status, header, number } = document
  if (!isOverFor(intent, status)) return undefined
  const name = 'kind' in intent ? sayCode(`${intent.kind}.one`, { number: number ?? '' }) : ''
  const { LastChangedBy: by, LastChangedDateTime: at } = header
  const known = by && at ? { by, time: formatMoment(at) } : undefined
  const what = known
    ? sayCode(`outbox.ended.${status}`, { name, ...known })
    : say('outbox.ended.unknown', { name, status })
  return { code: ENDED, facts: { what, status } }
}

/** Does the status of its document rule this out for good? */
export function isOverFor(intent: Intent, status: string): boolean {
  if (intent.type === 'create' || intent.type === 'adjust') return false
  if (intent.type === 'header') {
    const { from } = kindNamed(intent.kind).documentSteps[intent.step] ?? {}
    return !from?.some((each) => each === status) && isTextCode(`outbox.ended.${status}`)
  }
  const step = kindNamed(intent.kind).lineSteps[intent.type === 'line' ? intent.step : 'delete']
  return !step?.during.some((each) => each === status) && isTextCode(`outbox.ended.${status}`)
}

/** What happened to the document, and what the person has to put back or to know. */
export function sayEnded(operations: readonly AppOperation[], { facts }: Why): string {
  const { back, unsaved } = leftovers(operations, String(facts['status'] ?? ''))
  return [
    String(facts['what']),
    back.length > 0 ? say('outbox.putBack', { list: back.join(', ') }) : '',
    unsaved.length > 0 ? say('outbox.notDone', { list: unsaved.join(', ') }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

// Plants that were taken from a shelf and are not counted, and the other changes. The last quantity of a line counts.
const leftovers = (operations: readonly AppOperation[], status: string) => {
  const back = new Map<string, string>()
  const unsaved = new Map<string, string>()
  const counted = new Map<string, number>()
  for (const { intent } of operations) {
    if (intent.type === 'header') unsaved.set(Object.keys(intent.values).join(), subjectOf(intent))
    if (intent.type !== 'line' && intent.type !== 'delete') continue
    const { line } = intent
    const key = lineKey(line)
    if (intent.type === 'delete') {
      unsaved.set(key, line.barcode)
      continue
    }
    const isPick = kindNamed(intent.kind).lineSteps[intent.step]?.writes === 'picked'
    if (!isPick) {
      unsaved.set(key, `${line.barcode} ${intent.quantity}`)
      continue
    }
    // What was picked and confirmed before is on the document, unless that was cancelled.
    const before =
      counted.get(key) ?? (line.status === 'PICKED' && status === 'SHIPPED' ? (line.picked ?? 0) : 0)
    counted.set(key, before)
    const n = intent.quantity - before
    if (n > 0) back.set(key, `${line.storageLocation || line.barcode} ${n}`)
    else back.delete(key)
  }
  return { back: [...back.values()], unsaved: [...unsaved.values()] }
}
