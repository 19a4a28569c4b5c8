// The header form's draft, stored on the workstation: changed fields only, each with the value before.
import * as v from 'valibot'
import { NEW } from '#contract/routes.ts'
import type { HeaderValues, Place } from '#kinds/document.ts'
import type { Kind, Mode } from '#kinds/kind.ts'

export const headerDraft = v.object({
  /** When it was last changed, in milliseconds since 1970. */
  at: v.number(),
  fields: v.record(v.string(), v.object({ seen: v.string(), mine: v.string() })),
})
export type HeaderDraft = v.InferOutput<typeof headerDraft>

/** The name of the draft, with or without a document number. */
export function headerDraftOf(kind: Kind, mode: Mode, { location }: Place, number: string | null): string {
  return ['header', kind.kind, mode.id, location, number ?? NEW].join('.')
}

/** The draft of an edit; undefined if nothing differs from what was seen. */
export function draftOf(seen: HeaderValues, values: HeaderValues, at: number): HeaderDraft | undefined {
  const changed = Object.keys(values).filter((name) => (values[name] ?? '') !== (seen[name] ?? ''))
  if (changed.length === 0) return undefined
  const fields = changed.map((name) => [name, { seen: seen[name] ?? '', mine: values[name] ?? '' }] as const)
  return { at, fields: Object.fromEntries(fields) }
}

/** One side of a draft's fields. */
export function sideOf({ fields }: HeaderDraft, side: 'seen' | 'mine'): HeaderValues {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, each[side]]))
}
