// Detects pending work on a document that others have ended; all of it is refused for one cause.
import { formatMoment } from '#app/ui/format-moment.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import type { Why } from '#core/outbox/index.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { type AppOperation, type Intent, subjectOf } from './intent.ts'

const ENDED = 'outbox.ended'

/** Does the cause concern the document, and so all work on it? */
export function isAboutDocument({ code }: Why): boolean {
  return code === ENDED
}

/** Why the document's status rules this operation out for good; undefined if it does not. */
export function whyEnded({ intent }: AppOperation, document: Document): Why | undefined {
  const { status } = document
  if (!isRuledOutFor(intent, status)) return undefined
  const what = sayEnd('kind' in intent ? intent.kind : document.kind, document)
  return { code: ENDED, facts: { what, status } }
}

/** Who ended a document, and when: 'Issuance 10000001 was shipped by lena.lead at 14:05.' */
export function sayEnd(kind: string, { status, header, number }: Document): string {
  const name = sayCode(`${kind}.one`, { number: number ?? '' })
  const { LastChangedBy: by, LastChangedDateTime: at } = header
  return by && at
    ? sayCode(`outbox.ended.${status}`, { name, by, time: formatMoment(at) })
    : say('outbox.ended.unknown', { name, status })
}

/** Does the document's status rule out for good a step that is allowed during these statuses? */
export function isRuledOut(during: readonly (string | null)[] | undefined, status: string): boolean {
  return !during?.includes(status) && isTextCode(`outbox.ended.${status}`)
}

/** Does the document's status rule out this intent for good? */
export function isRuledOutFor(intent: Intent, status: string): boolean {
  if (intent.type === 'create' || intent.type === 'adjust') return false
  if (intent.type === 'header') {
    const { from } = kindNamed(intent.kind).documentSteps[intent.step] ?? {}
    return isRuledOut(from, status)
  }
  const step = kindNamed(intent.kind).lineSteps[intent.type === 'line' ? intent.step : 'delete']
  return isRuledOut(step?.during, status)
}

/** The sentence for the person: what happened to the document, what to put back, and what is not saved. */
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

// Plants to put back on the shelf because they are not counted, and the unsaved changes. The last quantity of
// a line counts.
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
    // Picks confirmed earlier are on the document, unless it was cancelled.
    const countedQuantity =
      counted.get(key) ?? (line.status === 'PICKED' && status === 'SHIPPED' ? (line.picked ?? 0) : 0)
    counted.set(key, countedQuantity)
    const difference = intent.quantity - countedQuantity
    if (difference > 0) back.set(key, `${line.storageLocation || line.barcode} ${difference}`)
    else back.delete(key)
  }
  return { back: [...back.values()], unsaved: [...unsaved.values()] }
}
