// Merges a header edit with the saved header, by the values that its sender saw.

import type { HeaderValues } from '#core/kinds/document.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { mergeHeader } from '#core/kinds/merge-header.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { columnsOf, type SaveBody } from './read-body.ts'
import { conflict } from './refusals.ts'

/**
 * The request with the header as it will be: fields that the sender left alone keep what others have saved
 * meanwhile. Fails if both have changed a field, or if the merged header is not valid as a whole. Without the
 * values that were seen, the request stays as it is.
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
  // A day is the same with a time after it.
  const plain = (values: HeaderValues): HeaderValues =>
    Object.fromEntries(Object.entries(columnsOf(fields, values)).map(([name, value]) => [name, value ?? '']))
  const seen = plain(request.seenHeader)
  const { values, conflicts } = mergeHeader(fields, seen, plain(request.header), plain(document.header))
  if (conflicts.length > 0) return fail(conflict(document, refuse('headerChanged')))
  const header = { ...document.header, ...values }
  const checks = written === undefined ? Object.entries(fields) : []
  const verdict = firstRefusal(
    ...checks.map(([name, { check }]) => check?.(header[name] ?? '', header) ?? true),
  )
  if (verdict !== true) return fail(conflict(document, verdict))
  return succeed({ ...request, header, fields: { ...request.fields, ...columnsOf(fields, values) } })
}
