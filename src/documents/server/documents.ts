// Lists, reads and saves documents of every kind, and deletes their lines.
// src/core/kinds declares the differences between kinds; `after-steps.ts` runs follow-up work of steps.

import { lineAllows, mayAct, mayActAt } from '#core/kinds/engine.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import type { Kind, ListView, Mode } from '#core/kinds/kind.ts'
import { countOf, modeIn, textOf, type Values } from '#core/kinds/values.ts'
import { type ModeId, modeOf, STATUSES, type Status, type StorageType } from '#core/wire/constants.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { Problem } from '#core/wire/problem.ts'
import { firstRefusal } from '#core/wire/refusals.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { pageAnswer } from '#server/domain/paging.ts'
import type { Person } from '#server/domain/people.ts'
import { conflict, invalidField, notFound, problemFor } from '#server/domain/refusals.ts'
import { checkSeenBy } from './check-seen.ts'
import type { DocumentPorts, StoredRecord } from './documents-port.ts'
import { readBody, type SeenLine } from './read-body.ts'
import { isDifferentDocument, saveDocument, type Versions, versionsOf } from './save-document.ts'
import { removeLine } from './take-steps.ts'
import { mayListMode, mayOpenMode, visible } from './visible.ts'

type Answer = Promise<Result<Values, Problem>>
type ListAnswer = Promise<Result<ReturnType<typeof pageAnswer<Values>>, Problem>>

/** A kind's mode by id. A kind without that mode has only `inventory`. */
export function modeFor({ modes }: Pick<Kind, 'modes'>, id: ModeId): Mode {
  return modes[id] ?? modes.inventory
}

// ---- reading

/**
 * Reads a page of documents at one of the user's locations. Without statuses it uses the view's default;
 * `all` includes every status (part 2 sections 2.2 and 9).
 */
export async function listDocuments(
  { documents }: Pick<DocumentPorts, 'documents'>,
  person: Person,
  kind: Kind,
  query: Values,
): ListAnswer {
  const mode = modeFor(kind, modeIn(query.storagetype))
  const requestedViews = mode.lists.flatMap((view) => {
    const location = textOf(query[view.locationField.toLowerCase()])
    return location === '' ? [] : [{ view, location }]
  })
  const [first] = requestedViews
  const number = numberIn(kind.header, query)
  if (!first && number !== undefined) return listOne({ documents }, person, kind, query, number)
  if (!first) {
    const [one = '', ...others] = mode.lists.map(({ locationField }) => locationField.toLowerCase())
    return fail(
      invalidField(`query.${one}`, ['a location', ...others.map((name) => `or a ${name}`)].join(', ')),
    )
  }
  for (const { location } of requestedViews) {
    const allowed = mayListMode(mode, person, location)
    if (!allowed.ok) return allowed
  }
  const page = await documents.list(kind, {
    mode: mode.id,
    seasonId: textOf(query.trimseasonid),
    at: Object.fromEntries(requestedViews.map(({ view, location }) => [view.locationField, location])),
    statuses: statusesShown(kind, first.view, query),
    number: numberIn(kind.header, query),
    offset: countOf(query.offset) ?? 0,
    limit: countOf(query.limit) ?? LIMITS.pageSize,
    after: typeof query.after === 'string' ? query.after : undefined,
  })
  return succeed(pageAnswer(page))
}

// Lists the document with this number at any location the user may see; empty if there is none.
async function listOne(
  ports: Pick<DocumentPorts, 'documents'>,
  person: Person,
  kind: Kind,
  query: Values,
  number: string,
): ListAnswer {
  const seasonId = textOf(query.trimseasonid) || undefined
  const found = await findDocument(ports, person, kind, { number, seasonId })
  if (!found.ok) return found.error.code === 'not_found' ? succeed({ Records: [], TotalRowCount: 0 }) : found
  const wanted = statusesOfQuery(query)
  const { document, header } = found.value
  const matches = wanted.length === 0 || wanted.includes(document.status)
  return succeed({ Records: matches ? [header] : [], TotalRowCount: matches ? 1 : 0 })
}

// The document number in a list query, if the kind's list can filter by it.
const numberIn = (header: Kind['header'], query: Values): string | undefined =>
  textOf(query[fieldNameOf(header, 'number').toLowerCase()]) || undefined

const statusesOfQuery = ({ status: wanted }: Values) =>
  STATUSES.filter((status) => Array.isArray(wanted) && wanted.includes(status))

// The statuses of the query, or the view's default. In some lists an empty query means 'All'.
function statusesShown({ calls, header }: Kind, view: ListView, query: Values): readonly Status[] {
  if (query.all === true) return []
  const statuses = statusesOfQuery(query)
  const number = numberIn(header, query)
  if (statuses.length > 0 || number !== undefined) return statuses
  return view.all?.length === 0 && !Object.hasOwn(calls.list.query?.entries ?? {}, 'all') ? [] : view.statuses
}

/** Identifies a document. One of another season or location is not found. */
export interface DocumentQuery {
  readonly number: string
  readonly storageType?: StorageType | undefined
  readonly seasonId?: string | undefined
  readonly location?: string | undefined
}

/** Finds a document with its lines. */
export async function findDocument(
  { documents }: Pick<DocumentPorts, 'documents'>,
  person: Person,
  kind: Kind,
  { number, storageType = 'INVENTORY', seasonId, location }: DocumentQuery,
): Promise<Result<StoredRecord, Problem>> {
  const mode = modeFor(kind, modeOf(storageType))
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const found = visible(await documents.find(kind, number), person, mode, kind.kind)
  if (!found.ok) return found
  const { document } = found.value
  const matches =
    (seasonId ?? document.seasonId) === document.seasonId &&
    (location === undefined || mode.access.concerns(document.header).includes(location))
  return matches ? found : fail(notFound(kind.kind))
}

/** Reads a document with its lines in wire form; header null and no lines if there is none. */
export async function readDocument(
  ports: Pick<DocumentPorts, 'documents'>,
  person: Person,
  kind: Kind,
  wanted: DocumentQuery,
): Answer {
  const found = await findDocument(ports, person, kind, wanted)
  // Not an error: the specification's screens report 'not found'. Invisible documents look the same
  // (docs/decisions.md).
  const none = { header: null, lines: [] }
  if (!found.ok && found.error.code !== 'not_found') return found
  const { header, lines } = found.ok ? found.value : none
  return succeed({ [kind.names.header]: header, [kind.names.lines]: lines })
}

// ---- changing

/** Creates or changes a document. If nothing was saved, the faulty lines and `Message` give the reason. */
export async function saveBody(ports: DocumentPorts, person: Person, kind: Kind, body: unknown): Answer {
  const saved = await saveDocument(ports, kind, person, readBody(kind, body))
  if (!saved.ok) return saved
  const { number, lines, versions, refused } = saved.value
  return succeed({
    Message: refused ?? kind.replies.saved,
    [kind.names.number]: number,
    [kind.names.replied]: lines,
    ...wireVersions(versions),
  })
}

const wireVersions = ({ before, after }: Versions) => ({ VersionBefore: before, VersionAfter: after })

/** Identifies a line. Some calls omit the document, some its mode. */
export interface LineQuery {
  /** The line as the sender saw it; null if not sent. */
  readonly seen?: SeenLine | null
  /** Device time of the change. */
  readonly claimedAt?: string | null
  readonly id: string
  /** The UUID of the requested document; '' if not sent. */
  readonly uuid?: string
  readonly number?: string | undefined
  readonly storageType?: StorageType | undefined
}

/** Deletes a line and its reservation. The last one may reopen the document (part 2 sections 4.1, 4.4). */
export async function deleteDocumentLine(
  ports: DocumentPorts,
  person: Person,
  kind: Kind,
  { id, uuid = '', number: requestedNumber, storageType, seen = null, claimedAt = null }: LineQuery,
): Answer {
  const requestedMode = storageType === undefined ? kind.modes.inventory : modeFor(kind, modeOf(storageType))
  if (requestedNumber === undefined) {
    const open = mayOpenMode(requestedMode, person)
    if (!open.ok) return open
  }
  const number = requestedNumber ?? (await ports.documents.numberOfLine(kind.kind, id))
  if (number === null) return fail(notFound(`line on a ${kind.kind}`))
  const record = await ports.documents.lock(kind, number)
  const mode = storageType === undefined ? modeFor(kind, record?.document.mode ?? 'inventory') : requestedMode
  const open = mayOpenMode(mode, person)
  if (!open.ok) return open
  const found = visible(record, person, mode, kind.kind)
  if (!found.ok) return found
  const { document } = found.value
  if (isDifferentDocument(kind, document, uuid)) return fail(notFound(kind.kind))
  const rights = mayAct(mode.access, person, 'delete', document.header)
  if (rights !== true) return fail(problemFor(rights))
  const line = document.lines.find((each) => each.id === id)
  if (!line) return fail(notFound(`line on this ${kind.kind}`))
  const verdict = firstRefusal(
    checkSeenBy(kind, line, document, seen),
    lineAllows(kind, 'delete', document, line, 0),
  )
  if (verdict !== true) return fail(conflict(document, verdict))
  const locationRights = mayActAt(mode.access, 'delete', document.header, person.locations)
  if (locationRights !== true) return fail(problemFor(locationRights))
  await removeLine(ports, kind, 'delete', document, line, { by: person.username, claimedAt })
  const versions = wireVersions(versionsOf(kind, document, true))
  return succeed({ Message: kind.replies.deleted, Id: id, ...versions })
}
