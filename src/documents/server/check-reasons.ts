// Checks reason codes of lines. A new code must fit the step (core/kinds/engine.ts, `reason`).

import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail } from '#core/wire/result.ts'
import type { Ports } from '#server/domain/ports.ts'
import type { ShortLine } from './change-document.ts'
import { type ResolvedLine, stepOf } from './change-lines.ts'

/** Finds lines whose reason no longer fits the changed header. Inactive reasons are accepted. */
export async function linesWithInvalidReasons(
  { allReasonCodes }: Pick<Ports['references'], 'allReasonCodes'>,
  { lineSteps }: Pick<Kind, 'lineSteps'>,
  { header, lines }: StoredDocument,
): Promise<readonly ShortLine[]> {
  const type = Object.values(lineSteps).flatMap(({ reason }) => reason?.(header) ?? [])[0]
  const withReason = lines.filter(({ reason }) => reason !== '')
  if (!type || withReason.length === 0) return []
  const codes = new Set(await allReasonCodes(type))
  return withReason
    .filter(({ reason }) => !codes.has(reason))
    .map((line) => ({ line, refusal: refuse('reasonUnknown', { reason: line.reason }) }))
}

/** Refuses lines with an unknown reason code. A line may keep a code that became inactive. */
export async function checkReasons(
  { reasonCodes, allReasonCodes }: Ports['references'],
  kind: Kind,
  document: StoredDocument,
  resolved: readonly ResolvedLine[],
): Promise<readonly ResolvedLine[]> {
  const known = new Map<ReasonType, readonly string[]>()
  const checked: ResolvedLine[] = []
  for (const each of resolved) {
    const { request, line } = each
    const step = line.ok ? stepOf(kind, line.value, request.to) : undefined
    const rule = step === undefined ? undefined : kind.lineSteps[step]
    const type = rule?.reason?.(document.header) ?? rule?.shortReason
    const { reason } = request
    if (!line.ok || !type || reason === null || reason === '' || reason === line.value.reason) {
      checked.push(each)
      continue
    }
    // An offline pick may use a reason that became inactive in the meantime.
    const read = rule?.reason
      ? async () => (await reasonCodes(type)).map(({ ReasonCode }) => ReasonCode)
      : () => allReasonCodes(type)
    const codes = known.get(type) ?? (await read())
    known.set(type, codes)
    checked.push(codes.includes(reason) ? each : { request, line: fail(refuse('reasonUnknown', { reason })) })
  }
  return checked
}
