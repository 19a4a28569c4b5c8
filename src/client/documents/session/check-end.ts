// Reads a document again after a change whose reply does not show whether it was made. Loaded on demand.
import { perform } from '#client/api/client.ts'
import { failureOf, unclearFacts, unclearOutcome } from '#client/input/engine/outcomes.ts'
import { sayReply } from '#client/ui/reason.ts'
import type { CommandOutcome } from '#commands/command.ts'
import type { Place } from '#kinds/document.ts'
import { hasEnded, hasHeader } from '#kinds/done.ts'
import type { Kind, Mode, Saved } from '#kinds/kind.ts'
import { say } from '#text/say.ts'
import type { HeaderEdit } from '../save-header.ts'
import type { Core } from './core.ts'
import { codeOf, nameOf } from './wording.ts'

/**
 * Whether a document step was taken: 'done' by the document read again, 'unread' if the reply is enough. Otherwise the
 * outcome: it was not taken, or nobody knows.
 */
export async function checkEnd(
  core: Core,
  step: string,
  saved: Saved,
): Promise<'done' | 'unread' | CommandOutcome> {
  const { kind } = core.parts
  await core.loadChanged()
  const { sheet, problem } = core.get()
  if (!sheet || problem !== null)
    return saved.message === '' ? 'unread' : unclearOutcome(core.parts.number, saved.message)
  const { document } = sheet
  if (hasEnded(kind, document, step)) return 'done'
  const reason = sayReply(saved.message || saved.said)
  const { status } = document
  return failureOf(
    codeOf(kind.kind, step, 'failed'),
    reason.trim() === '' ? say('documents.stillStatus', { number: nameOf(document), status }) : reason,
  )
}

/**
 * Was a saved header stored? Another server's reply does not always show it: the document is read again. Otherwise why
 * not, as a sentence.
 */
export async function checkHeader(
  kind: Kind,
  mode: Mode,
  place: Place,
  { document, values }: HeaderEdit,
  saved: Saved,
): Promise<true | string> {
  const number = document.number ?? ''
  const found = await perform(kind.wire.detail(place, mode.id, number))
  if (!found.ok || found.value === null) {
    return saved.message === '' || say('documents.unclear', unclearFacts(number, saved.message))
  }
  const names = mode.form.fields.map(({ name }) => name)
  const compared = { seen: document.header, sent: values, now: found.value.header }
  if (hasHeader(names, compared)) return true
  const reason = sayReply(saved.said).trim()
  return reason === '' ? say('documents.headerAsBefore') : reason
}
