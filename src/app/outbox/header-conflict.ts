// Finds the conflict that keeps a header edit from being merged into the current document. Loaded on demand.

import { isSameValue } from '#core/kinds/applied-changes.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { mergeHeader } from '#core/kinds/merge-header.ts'
import type { Why } from '#core/outbox/index.ts'
import { say, sayCode } from '#text/say.ts'
import { fieldsIn, formatFieldValue } from './format-header.ts'
import { type AppOperation, editOn, type HeaderIntent } from './intent.ts'

/** Does the document have every value of the edit? */
export function hasEdit({ intent }: AppOperation, { header }: Document): boolean {
  return (
    intent.type === 'header' &&
    Object.entries(intent.values).every(([name, value]) => isSameValue(value, header[name] ?? ''))
  )
}

// A step that edits a single field, on the screen of the lines.
const isOneField = ({ kind, step }: HeaderIntent) => kindNamed(kind).documentSteps[step]?.header !== undefined

/**
 * The fields that another person has also changed, with both values, or the rule that the merged header
 * breaks. Undefined if it can be merged.
 */
export function whyNotMerged(intent: HeaderIntent, document: Document): Why | undefined {
  const kind = kindNamed(intent.kind)
  const { seen, values: ownValues } = editOn(document, intent)
  const { values, conflicts } = mergeHeader(kind.header, seen, ownValues, document.header)
  if (conflicts.length > 0) {
    const list = fieldsIn(intent)
      .filter(({ name }) => conflicts.includes(name))
      .map((field) =>
        say('documents.headerConflict', {
          field: sayCode(field.label),
          mine: formatFieldValue(field, ownValues),
          theirs: formatFieldValue(field, document.header),
        }),
      )
    const code = isOneField(intent) ? 'outbox.fieldConflict' : 'outbox.headerConflict'
    return { code, facts: { list: list.join(' ') } }
  }
  if (isOneField(intent)) return undefined
  const checked = (kind.modes[intent.mode] ?? kind.modes.inventory).form.check(values)
  return checked === true ? undefined : { code: checked.code, facts: checked.facts ?? {} }
}
