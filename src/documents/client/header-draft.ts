// The header form's draft, stored on the workstation: only changed fields, each with its earlier value.
import * as v from 'valibot'
import { createSharedDraft, mergeFields, readDraft, type SharedDraft, writeDraft } from '#app/state/drafts.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { versionOf } from '#core/kinds/derive/body.ts'
import type { Document, HeaderValues, Place } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { fieldsOfUnit } from '#core/kinds/merge-header.ts'
import { NEW_DOCUMENT } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'

const headerDraft = v.object({
  /** When it was last changed, in milliseconds since 1970. */
  at: v.number(),
  /** The version of the document that was edited; the oldest of several, '' if unknown. */
  over: v.optional(v.string(), ''),
  fields: v.record(v.string(), v.object({ seen: v.string(), mine: v.string() })),
})
type HeaderDraft = v.InferOutput<typeof headerDraft>

// An older draft is deleted.
const maxAgeMs = 7 * 24 * 60 * 60_000

// A younger draft is restored without showing its time.
const recentMs = 60_000

/** The name of the draft; a new document has no number. */
export function headerDraftName(kind: Kind, mode: Mode, { location }: Place, number: string | null): string {
  return ['header', kind.kind, mode.id, location, number ?? NEW_DOCUMENT].join('.')
}

/** The draft of this name; undefined if there is none, or it is older than seven days. */
export function readHeaderDraft(name: string): HeaderDraft | undefined {
  const draft = readDraft(name, headerDraft)
  if (draft === undefined || Date.now() - draft.at < maxAgeMs) return draft
  writeDraft(name, undefined)
  return undefined
}

const unitsOf = (kind: Kind) => (field: string) => fieldsOfUnit(kind.header, field).join()

/** Creates the store of one form's draft. */
export function createHeaderDraftStore(kind: Kind, name: string, isNew: boolean): SharedDraft<HeaderDraft> {
  return createSharedDraft<HeaderDraft>(name, {
    isWhole: isNew,
    readStored: () => readHeaderDraft(name),
    join: (draft, { over }) => ({ ...draft, over }),
    unitOf: unitsOf(kind),
  })
}

/** Adds an edit that the server has refused; later input stays. */
export function addToHeaderDraft(
  kind: Kind,
  name: string,
  edit: { readonly seen: HeaderValues; readonly values: HeaderValues },
): void {
  const stored = readHeaderDraft(name)
  const refused = draftOf(edit.seen, edit.values, null)
  if (!refused) return
  const fields = mergeFields(refused.fields, {}, stored?.fields ?? {}, unitsOf(kind))
  writeDraft(name, { ...refused, ...stored, fields })
}

// A key of the document's version, for its drafts; '' if it has none.
function versionKeyOf(document: Document | null): string {
  return document ? String(versionOf(document) ?? document.header.LastChangedDateTime ?? '') : ''
}

/** The draft of an edit; undefined if nothing differs from the earlier values. */
export function draftOf(
  seen: HeaderValues,
  values: HeaderValues,
  document: Document | null,
): HeaderDraft | undefined {
  const changed = Object.keys(values).filter((name) => (values[name] ?? '') !== (seen[name] ?? ''))
  if (changed.length === 0) return undefined
  const fields = changed.map((name) => [name, { seen: seen[name] ?? '', mine: values[name] ?? '' }] as const)
  return { at: Date.now(), over: versionKeyOf(document), fields: Object.fromEntries(fields) }
}

/** The earlier or the edited values of a draft. */
export function sideOf({ fields }: HeaderDraft, side: 'seen' | 'mine'): HeaderValues {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, each[side]]))
}

/** Describes a draft: its age, and a later change of its document. */
export function sayDraft(kept: HeaderDraft, document: Document | null): string {
  const time = formatTime(kept.at)
  const { LastChangedBy: by, LastChangedDateTime: at } = document?.header ?? {}
  if (kept.over !== '' && kept.over !== versionKeyOf(document) && by && at)
    return say('documents.draftBefore', { time, by, changed: formatTime(Date.parse(at)) })
  return Date.now() - kept.at < recentMs
    ? say('documents.draftKept')
    : say('documents.draftKeptSince', { time })
}
