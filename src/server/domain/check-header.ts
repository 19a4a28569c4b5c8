// Is a header what its kind's fields say it may be, against the database: who and where it names, and what stays as it was created.
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { EntityKind, Kind } from '#kinds/kind.ts'
import type { StoredDocument } from '#kinds/stored.ts'
import { fieldOf } from '#kinds/values.ts'
import type { Ports } from './ports.ts'
import type { SaveBody } from './read-body.ts'
import { conflict, invalidField } from './refusals.ts'

/** Where a field of a header stands in a body. */
export function pathOf({ names }: Pick<Kind, 'names'>, name: string): string {
  return `body.${names.header}.${name}`
}

/** Judges a header: a new one (no document), or one that a header step brings. Who is in it already stays, active or not. */
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
      const there = values[fieldOf(kind.header, 'location')] ?? ''
      if (await stock.knowsPlace(there, value)) continue
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
  const there = await references.locations({ activeOnly: true })
  return there.some(({ Code }) => Code === id)
}

/** What cannot change once there is a number. */
export function checkFixed(
  kind: Kind,
  { header: values, seasonId }: SaveBody,
  document: StoredDocument,
): Result<true, Problem> {
  const fixed = [
    ...Object.entries(kind.header).flatMap(([name, field]) =>
      field.fixed ? [[name, values[name], document.header[name]] as const] : [],
    ),
    [fieldOf(kind.header, 'seasonId'), seasonId, document.seasonId] as const,
  ]
  const changed = fixed.find(([, sent, stored]) => sent !== stored)
  return changed
    ? fail(invalidField(pathOf(kind, changed[0]), `${changed[2]}, as it was created`))
    : succeed(true)
}
