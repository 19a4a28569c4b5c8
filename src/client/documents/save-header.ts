// Prepares an edited header for its save, and reads it afterwards.
import { perform } from '#client/api/client.ts'
import { isForeign, needsReading } from '#client/api/wire-text.ts'
import { unclearFacts } from '#client/input/engine/outcomes.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Document, HeaderValues, Place } from '#kinds/document.ts'
import { hasHeader } from '#kinds/done.ts'
import type { Kind, Mode, Saved } from '#kinds/kind.ts'
import { mergeHeader } from '#kinds/merge-header.ts'
import { say, sayCode } from '#text/say.ts'

interface HeaderEdit {
  readonly document: Document
  readonly values: HeaderValues
}

/**
 * The edit on the latest version; `seen` is the header before the edit. Our own server merges by the seen values; for another one the document is
 * read again and merged here, since it stores the whole header as it is sent. Fails with a sentence.
 */
export async function latestEdit(
  kind: Kind,
  mode: Mode,
  place: Place,
  edit: HeaderEdit & { readonly seen: HeaderValues },
): Promise<Result<HeaderEdit, string>> {
  if (!isForeign()) return succeed(edit)
  const found = await perform(kind.wire.detail(place, mode.id, edit.document.number ?? ''))
  if (!found.ok) return fail(reasonOf(found.error))
  if (found.value === null) return fail(sayCode('noDocument'))
  const { values, conflicts } = mergeHeader(kind.header, edit.seen, edit.values, found.value.header)
  if (conflicts.length > 0) return fail(say('headerChanged'))
  const checked = mode.form.check(values)
  if (checked !== true) return fail(sayCode(checked.code, checked.facts))
  return succeed({ document: found.value, values })
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
  if (!needsReading(saved.message)) return true
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
