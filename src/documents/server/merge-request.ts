// Merges a header edit with the saved header, by the values that the sender saw.

import type { HeaderValues } from '#core/kinds/document.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { mergeHeader } from '#core/kinds/merge-header.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { conflict } from '#server/domain/refusals.ts'
import { columnsOf, type SaveBody } from './read-body.ts'

/**
 * Three-way merge: fields that the sender did not change keep the values saved in the meantime.
 * Fails if both sides changed a field, or if the merged header is invalid.
 * Without the seen values the request stays unchanged.
 */
export function mergeRequest(
  kind: Kind,
  request: SaveBody,
  document: StoredDocument,
  step: string,
): Result<SaveBody, Problem> {
  if (request.seenHeader === null) return succeed(request)
  const written = kind.documentSteps[step]?.header
  const fields = Object.fromEntries(
    Object.entries(kind.header).filter(([name, { column }]) => column && (written?.includes(name) ?? true)),
  )
  // Normalises dates: one with a time is the same day.
  const normalized = (values: HeaderValues): HeaderValues =>
    Object.fromEntries(Object.entries(columnsOf(fields, values)).map(([name, value]) => [name, value ?? '']))
  const seen = normalized(request.seenHeader)
  const { values, conflicts } = mergeHeader(
    fields,
    seen,
    normalized(request.header),
    normalized(document.header),
  )
  if (conflicts.length > 0) return fail(conflict(document, refuse('headerChanged')))
  const header = { ...document.header, ...values }
  const checks = written === undefined ? Object.entries(fields) : []
  const verdict = firstRefusal(
    ...checks.map(([name, { check }]) => check?.(header[name] ?? '', header) ?? true),
  )
  if (verdict !== true) return fail(conflict(document, verdict))
  return succeed({ ...request, header, fields: { ...request.fields, ...columnsOf(fields, values) } })
}
