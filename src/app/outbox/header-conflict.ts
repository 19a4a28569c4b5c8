// Why an edited header cannot be merged with the document as it is now. Loaded on demand.
import type { Document } from '#core/kinds/document.ts'
import { isSameValue } from '#core/kinds/done.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { mergeHeader } from '#core/kinds/merge-header.ts'
import type { Why } from '#core/outbox/index.ts'
import { say, sayCode } from '#text/say.ts'
import { fieldsIn, wordValue } from './header-words.ts'
import { type AppOperation, editOn, type HeaderIntent } from './intent.ts'

/** Has the document each value of an edit? */
export function hasEdit({ intent }: AppOperation, { header }: Document): boolean {
  return (
    intent.type === 'header' &&
    Object.entries(intent.values).every(([name, value]) => isSameValue(value, header[name] ?? ''))
  )
}

// A step that edits one field on the screen where the lines are worked on.
const isOneField = ({ kind, step }: HeaderIntent) => kindNamed(kind).documentSteps[step]?.header !== undefined

/**
 * The fields that another person has changed too, with both values, or the rule that the merged header
 * breaks.
 */
export function whyNotMerged(intent: HeaderIntent, document: Document): Why | undefined {
  const kind = kindNamed(intent.kind)
  const { seen, values: mine } = editOn(document, intent)
  const { values, conflicts } = mergeHeader(kind.header, seen, mine, document.header)
  if (conflicts.length > 0) {
    const list = fieldsIn(intent)
      .filter(({ name }) => conflicts.includes(name))
      .map((field) =>
        say('documents.headerConflict', {
          field: sayCode(field.label),
          mine: wordValue(field, mine),
          theirs: wordValue(field, document.header),
        }),
      )
    const code = isOneField(intent) ? 'outbox.fieldConflict' : 'outbox.headerConflict'
    return { code, facts: { list: list.join(' ') } }
  }
  if (isOneField(intent)) return undefined
  const checked = (kind.modes[intent.mode] ?? kind.modes.inventory).form.check(values)
  return checked === true ? undefined : { code: checked.code, facts: checked.facts ?? {} }
}
