// Prepares an edited header for its save.
import { perform } from '#client/api/client.ts'
import { isForeign } from '#client/api/wire-text.ts'
import { reasonOf } from '#client/ui/reason.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Document, HeaderValues, Place } from '#kinds/document.ts'
import type { Kind, Mode } from '#kinds/kind.ts'
import { mergeHeader } from '#kinds/merge-header.ts'
import { say, sayCode } from '#text/say.ts'

/** An edited header, and the document that it is of. */
export interface HeaderEdit {
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
