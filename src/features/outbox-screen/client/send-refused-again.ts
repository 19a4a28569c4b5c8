// Retries a refused operation as a new change to the current document, after the user has seen its current
// state.
import { perform } from '#app/api/client.ts'
import { whyEnded } from '#app/outbox/ended.ts'
import { formatEdit } from '#app/outbox/format-header.ts'
import { type AppOperation, type Intent, numberOfLane } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { reasonOf } from '#app/ui/reason.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Document, HeaderValues } from '#core/kinds/document.ts'
import { quantityOf } from '#core/kinds/engine.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { findSameLine } from '#core/kinds/worksheet.ts'
import { say } from '#text/say.ts'

/** `words` describes the operation; `ask` returns whether the user confirms. */
export async function sendRefusedAgain(
  operation: AppOperation,
  words: string,
  box: Pick<Outbox, 'resend' | 'nameOf'>,
  ask: (question: string) => Promise<boolean>,
): Promise<CommandOutcome | undefined> {
  const done = { tone: 'ok', code: 'outbox.again', facts: { row: words } } as const
  const { intent, lane, id } = operation
  if (intent.type === 'adjust' || intent.type === 'create' || intent.type === 'whole') {
    if (!(await ask(say('outbox.again.ask', { row: words })))) return undefined
    box.resend(id)
    return done
  }
  const number = numberOfLane(box.nameOf(lane))
  const read = await perform(kindNamed(intent.kind).wire.detail(intent.place, intent.mode, number))
  if (!read.ok) return { tone: 'error', code: 'outbox.again.notNow', facts: { why: reasonOf(read.error) } }
  const document = read.value
  const ended = document && whyEnded(operation, document)
  if (ended) return { tone: 'error', code: ended.code, facts: ended.facts }
  if (intent.type === 'header') {
    if (!document) return { tone: 'error', code: 'outbox.documentGone', facts: { barcode: words } }
    const now = formatEdit({ ...intent, values: pickOf(document.header, intent.values) })
    if (!(await ask(say('outbox.again.askNow', { row: words, number, now })))) return undefined
    box.resend(id, { ...intent, seen: pickOf(document.header, intent.values) })
    return done
  }
  const next = document && onDocument(intent, document)
  if (!next) return { tone: 'error', code: 'outbox.lineGone', facts: { barcode: intent.line.barcode } }
  const { line } = next
  const now =
    line.id === null
      ? say('outbox.again.notListed')
      : say('outbox.again.listed', { status: line.status, quantity: quantityOf(line) })
  if (!(await ask(say('outbox.again.askNow', { row: words, number, now })))) return undefined
  box.resend(id, next)
  return done
}

const pickOf = (header: HeaderValues, like: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.keys(like).map((name) => [name, header[name] ?? '']))

// Applies the intent to the line's current state; undefined if the line no longer exists.
const onDocument = (
  intent: Extract<Intent, { readonly type: 'line' | 'delete' }>,
  document: Document,
): typeof intent | undefined => {
  const found = findSameLine(document.lines, intent.line)
  if (found) return { ...intent, line: { ...found, reason: intent.line.reason } }
  return intent.type === 'line' && intent.line.id === null ? intent : undefined
}
