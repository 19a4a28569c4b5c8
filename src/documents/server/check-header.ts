// Checks a header against its kind's fields and the master data, including fields that are fixed at creation.

import { type EntityKind, fieldNameOf } from '#core/kinds/header.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import type { Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Ports } from '#server/domain/ports.ts'
import { conflict, invalidField } from '#server/domain/refusals.ts'
import type { SaveBody } from './read-body.ts'

/** The path of a header field in a body. */
export function pathOf({ names }: Pick<Kind, 'names'>, name: string): string {
  return `body.${names.header}.${name}`
}

/** Checks the header of a new document (null) or a header step. Unchanged inactive references stay valid. */
export async function checkHeader(
  { references, stock }: Pick<Ports, 'references' | 'stock'>,
  kind: Kind,
  { header: values, mode }: SaveBody,
  document: StoredDocument | null,
  step: string,
): Promise<Result<true, Problem>> {
  const written = kind.documentSteps[step]?.header
  if (written === undefined) {
    const verdict = kind.checkHeader?.(values, mode, document) ?? true
    if (verdict !== true && verdict.type === 'field') {
      return fail(invalidField(pathOf(kind, verdict.name), verdict.expected))
    }
    if (verdict !== true && document) {
      const { status, number } = document
      return fail(conflict(document, refuse('notWhileStatus', { status, number })))
    }
  }
  for (const [name, { control }] of Object.entries(kind.header)) {
    const value = values[name] ?? ''
    if (value === document?.header[name] || (written && !written.includes(name))) continue
    if (control?.type === 'shelf' && value !== '') {
      const location = values[fieldNameOf(kind.header, 'location')] ?? ''
      if (await stock.hasPlace(location, value)) continue
      return fail(invalidField(pathOf(kind, name), 'a shelf of this location'))
    }
    if (control?.type !== 'entity') continue
    const entity = entityOf[control.of(values) ?? 'grower']
    if (await isActive(references, entity, value)) continue
    return fail(
      invalidField(
        pathOf(kind, name),
        entity === 'reason' ? 'a reason code of type INVENTORY' : `an active ${entity}`,
      ),
    )
  }
  return succeed(true)
}

type Entity = 'grower' | 'nursery' | 'location' | 'reason'
const entityOf: Readonly<Record<EntityKind, Entity>> = {
  grower: 'grower',
  returningGrower: 'grower',
  storingGrower: 'grower',
  nursery: 'nursery',
  location: 'location',
  reason: 'reason',
}

async function isActive(references: Ports['references'], entity: Entity, id: string): Promise<boolean> {
  if (entity === 'reason') {
    const codes = await references.reasonCodes('INVENTORY')
    return codes.some(({ ReasonCode }) => ReasonCode === id)
  }
  if (entity !== 'location') return references.canBeIssuedTo(entity === 'nursery' ? 'Nursery' : 'Grower', id)
  const active = await references.locations({ activeOnly: true })
  return active.some(({ Code }) => Code === id)
}

/** Refuses to move plants to an inactive location, where no user could receive them. */
export async function checkDestination(
  { lockIfActive }: Pick<Ports['references'], 'lockIfActive'>,
  kind: Kind,
  document: StoredDocument,
  step: string,
): Promise<Result<true, Problem>> {
  if (!kind.documentSteps[step]?.guard) return succeed(true)
  for (const [name, { control }] of Object.entries(kind.header)) {
    const location = document.header[name] ?? ''
    if (control?.type !== 'entity' || control.of(document.header) !== 'location') continue
    if (!(await lockIfActive(location)))
      return fail(conflict(document, refuse('destinationInactive', { location })))
  }
  return succeed(true)
}

/** Refuses changes of fields that are fixed after creation. */
export function checkFixed(
  kind: Kind,
  { header: values, seasonId }: SaveBody,
  document: StoredDocument,
): Result<true, Problem> {
  const fixed = [
    ...Object.entries(kind.header).flatMap(([name, field]) =>
      field.fixed ? [[name, values[name], document.header[name]] as const] : [],
    ),
    [fieldNameOf(kind.header, 'seasonId'), seasonId, document.seasonId] as const,
  ]
  const changed = fixed.find(([, sent, stored]) => sent !== stored)
  return changed
    ? fail(invalidField(pathOf(kind, changed[0]), `${changed[2]}, as it was created`))
    : succeed(true)
}
