// POST maintenance/records/{kind}: creates, changes, deactivates or reactivates a record, and logs every
// change.
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { type Refusal, refuse } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { checkRecord } from '#features/maintenance/common/check-record.ts'
import {
  type MaintainedRecord,
  type RecordAction,
  type RecordBody,
  type RecordKind,
  type RecordValues,
  recordKey,
  rulesOf,
  setOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { invalidField, notFound, problemFor } from '#server/domain/refusals.ts'
import type { MaintainedRecordsPort } from './records-port.ts'
import { mayMaintain } from './rights.ts'

type Needs = Pick<Ports, 'people' | 'references'> & { readonly records: MaintainedRecordsPort }

/**
 * Writes a record. If another user saved it first, fails with the current record and writes nothing. Saving
 * equal values creates no new version.
 */
export async function saveRecord(
  { people, records, references }: Needs,
  person: Person,
  kind: RecordKind,
  body: RecordBody,
): Promise<Result<{ Record: MaintainedRecord }, Problem>> {
  const allowed = mayMaintain(person, kind)
  if (!allowed.ok) return allowed
  await records.lock(kind)
  const before = body.Key === null ? null : await records.find(kind, body.Key)
  if (body.Key !== null && !before) return fail(notFound('record'))
  if (before && before.Version !== body.Version) {
    return fail(conflict(refuse('recordChanged', { by: before.ChangedBy }), before))
  }
  const shapeProblem = checkShapes(kind, body.Values, before !== null)
  if (shapeProblem) return fail(shapeProblem)
  const values = normalize(kind, body.Values)
  const locations = (await references.locations({ activeOnly: true })).map(({ Code }) => Code)
  const faults = checkRecord(kind, values, before?.Values ?? null, locations)
  if (faults.length > 0) return fail(malformed(faults))

  const key = before?.Key ?? recordKey(kind, values)
  const refused =
    (before ? undefined : await refuseDuplicateKey(records, kind, key)) ??
    (await refuseDuplicateValue(records, kind, key, values)) ??
    refuseSelfLockout(person, kind, key, before, { values, active: body.Active }) ??
    (await refuseRankViolation(people, person, kind, before, { values, active: body.Active })) ??
    (await refuseUnfinished(records, kind, before, body.Active))
  if (refused) return fail(conflict(refused, before))

  const change = {
    version: (before?.Version ?? 0) + 1,
    by: person.username,
    action: actionOf(before, body.Active),
    before: before?.Values ?? {},
    after: values,
  }
  const same =
    before !== null &&
    before.Active === body.Active &&
    JSON.stringify(normalize(kind, before.Values)) === JSON.stringify(values)
  if (!same) await records.write(kind, before ? key : null, { values, active: body.Active }, change)
  const written = await records.find(kind, key)
  if (!written) throw new Error(`${kind} ${key} was written and is not there`)
  return succeed({ Record: written })
}

// Refuses a text in place of a list, and a change without the list. Both would be read as an empty list and
// remove all keys.
function checkShapes(kind: RecordKind, given: RecordValues, isChange: boolean): Problem | undefined {
  for (const { name, control } of rulesOf(kind).fields) {
    const value = given[name]
    const isSet = control.type === 'securityKeys' || control.type === 'locations'
    const fits = value === undefined ? !(isSet && isChange) : isSet === Array.isArray(value)
    if (!fits) return invalidField(`body.Values.${name}`, isSet ? 'a list of codes' : 'a text')
  }
  return undefined
}

// Keeps only the kind's own fields: trimmed, sets sorted without duplicates, user names in lower case.
function normalize(kind: RecordKind, given: RecordValues): RecordValues {
  return Object.fromEntries(
    rulesOf(kind).fields.map(({ name, control }) => {
      if (control.type === 'securityKeys' || control.type === 'locations') {
        return [name, [...new Set(setOf(given, name).map((each) => each.trim()))].toSorted()]
      }
      const text = textOf(given, name).trim()
      return [name, control.type === 'userName' ? text.toLowerCase() : text]
    }),
  )
}

function actionOf(before: MaintainedRecord | null, active: boolean): RecordAction {
  if (!before) return 'CREATE'
  if (before.Active === active) return 'EDIT'
  return active ? 'ACTIVATE' : 'DEACTIVATE'
}

function malformed(faults: ReturnType<typeof checkRecord>): Problem {
  const errors = faults.map(({ field, code, facts }) => {
    const reason = [code, ...Object.values(facts)].join(' ')
    return { path: `body.Values.${field}`, expected: code, message: `${field}: ${reason}.` }
  })
  return makeProblem('malformed_request', errors[0]?.message ?? '', { errors })
}

// A refusal with the current record for comparison.
const conflict = (refusal: Refusal, record: MaintainedRecord | null): Problem =>
  problemFor(refusal, record ? { record } : {})

async function refuseDuplicateKey(records: MaintainedRecordsPort, kind: RecordKind, key: string) {
  return (await records.find(kind, key)) ? refuse('recordExists', { key }) : undefined
}

async function refuseDuplicateValue(
  records: MaintainedRecordsPort,
  kind: RecordKind,
  key: string,
  values: RecordValues,
): Promise<Refusal | undefined> {
  const taken = await records.findDuplicate(kind, key, values)
  return taken ? refuse('recordTwice', { value: taken.value }) : undefined
}

// Prevents users from locking themselves out: they cannot remove their last ADMIN key, last key or last
// location, or deactivate their own record.
function refuseSelfLockout(
  person: Person,
  kind: RecordKind,
  key: string,
  before: MaintainedRecord | null,
  after: { readonly values: RecordValues; readonly active: boolean },
): Refusal | undefined {
  if (kind !== 'people' || key !== person.username || !before) return undefined
  const losesLast = (of: (values: RecordValues) => readonly string[]) =>
    of(before.Values).length > 0 && of(after.values).length === 0
  const losesAccess =
    (before.Active && !after.active) ||
    losesLast((values) => setOf(values, 'Keys').filter((held) => held.includes('ADMIN'))) ||
    losesLast((values) => setOf(values, 'Keys')) ||
    losesLast((values) => setOf(values, 'Locations'))
  return losesAccess ? refuse('ownAccess') : undefined
}

// Protects users of a higher rank, and the last super-admin known to this server.
async function refuseRankViolation(
  people: Ports['people'],
  person: Person,
  kind: RecordKind,
  before: MaintainedRecord | null,
  after: { readonly values: RecordValues; readonly active: boolean },
): Promise<Refusal | undefined> {
  if (kind !== 'people' || !before?.Active) return undefined
  const removesAny = (field: string) => {
    const remaining = setOf(after.values, field)
    return setOf(before.Values, field).some((held) => !remaining.includes(held))
  }
  if (after.active && !removesAny('Keys') && !removesAny('Locations')) return undefined
  const ranks = await people.ranks()
  const rank = ranks.get(before.Key) ?? 0
  const name = textOf(before.Values, 'Name')
  if (rank > person.rank) return refuse('personAbove', { name })
  const supers = [...ranks.values()].filter((each) => each === 2)
  return !after.active && rank === 2 && supers.length === 1 ? refuse('lastSuperAdmin', { name }) : undefined
}

const MAX_NUMBERS_SHOWN = 5

// Refuses to deactivate a location or grower with plants, or a location or season with open documents,
// because users could no longer reach them.
async function refuseUnfinished(
  records: MaintainedRecordsPort,
  kind: RecordKind,
  before: MaintainedRecord | null,
  active: boolean,
): Promise<Refusal | undefined> {
  if (!before?.Active || active) return undefined
  const { plants, documents } = await records.lockDependents(kind, before.Key)
  const name = kind === 'locations' ? before.Key : textOf(before.Values, rulesOf(kind).title)
  if (documents.length > 0) {
    const more = documents.length > MAX_NUMBERS_SHOWN ? ', …' : ''
    const numbers = `${documents.slice(0, MAX_NUMBERS_SHOWN).join(', ')}${more}`
    return refuse('recordHasDocuments', { name, documents: documents.length, numbers })
  }
  return plants > 0 ? refuse('recordHasPlants', { name, plants }) : undefined
}
