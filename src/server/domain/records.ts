// Documents with what only their kind has: how they are kept, and who may know of them.
import type { Commodity } from '#contract/constants.ts'
import type { Problem } from '#contract/problem.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { mayList, mayOpen } from '#kinds/engine.ts'
import type { Mode } from '#kinds/kind.ts'
import type { StoredDocument } from './documents.ts'
import { mayWorkAt, type Person } from './people.ts'
import { notFound, problemFor } from './refusals.ts'

/** A document as the database has it. */
export interface StoredRecord {
  readonly document: StoredDocument
  readonly commodity: Commodity
}

/** Where the headers of one kind are kept. `Fields` is what only this kind's header has. */
export interface RecordsPort<Stored extends StoredRecord, Fields> {
  readonly find: (number: string) => Promise<Stored | null>
  /** As `find`, and keeps the document's row locked until the transaction ends. */
  readonly lock: (number: string) => Promise<Stored | null>
  readonly insert: (number: string, fields: Fields) => Promise<void>
  readonly update: (number: string, fields: Partial<Fields>) => Promise<void>
}

/** A page of a list, newest number first, and the count over all pages. */
export interface RecordPage<Header> {
  readonly records: readonly Header[]
  readonly total: number
}

/** May this person see the mode's documents at all? The problem if not. */
export function mayOpenMode({ access }: Pick<Mode, 'access'>, person: Person): Result<true, Problem> {
  const verdict = mayOpen(access, person)
  return verdict === true ? succeed(true) : fail(problemFor(verdict))
}

/** May this person see the list of the mode's documents at this location? The problem if not. */
export function mayListMode(
  { access }: Pick<Mode, 'access'>,
  person: Person,
  location: string,
): Result<true, Problem> {
  const verdict = mayList(access, person)
  return verdict === true ? mayWorkAt(person, location) : fail(problemFor(verdict))
}

/** The record, if this person may know of it: of this mode, and concerning one of their locations. `what` names its kind. */
export function visible<Stored extends Pick<StoredRecord, 'document'>>(
  found: Stored | null,
  person: Person,
  { id, access }: Pick<Mode, 'id' | 'access'>,
  what: string,
): Result<Stored, Problem> {
  const known =
    found?.document.mode === id &&
    access.concerns(found.document.header).some((location) => person.locations.has(location))
  return known ? succeed(found) : fail(notFound(what))
}

/** One record; a season or location that is asked for and that it does not concern means that it isn't there. */
export async function readRecord<Stored extends StoredRecord>(
  records: Pick<RecordsPort<Stored, never>, 'find'>,
  person: Person,
  mode: Mode,
  what: string,
  wanted: {
    readonly number: string
    readonly seasonId?: string | undefined
    readonly location?: string | undefined
  },
): Promise<Result<Stored, Problem>> {
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const found = visible(await records.find(wanted.number), person, mode, what)
  if (!found.ok) return found
  const { seasonId, header } = found.value.document
  const fits =
    (wanted.seasonId ?? seasonId) === seasonId &&
    (wanted.location === undefined || mode.access.concerns(header).includes(wanted.location))
  return fits ? found : fail(notFound(what))
}
