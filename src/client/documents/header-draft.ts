// The header form's draft, stored on the workstation.
import * as v from 'valibot'
import { NEW } from '#contract/routes.ts'
import type { Place } from '#kinds/document.ts'
import type { Kind, Mode } from '#kinds/kind.ts'

export const headerDraft = v.record(v.string(), v.string())

/** The name of the draft, with or without a document number. */
export function headerDraftOf(kind: Kind, mode: Mode, { location }: Place, number: string | null): string {
  return ['header', kind.kind, mode.id, location, number ?? NEW].join('.')
}
