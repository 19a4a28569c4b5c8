// Builds the four calls of a kind from its schemas.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { STATUSES, STORAGE_TYPES } from '#core/wire/constants.ts'
import { documentCursor } from '#core/wire/cursors.ts'
import { documentNumber } from '#core/wire/document-values.ts'
import { DeleteReply, querySeen } from '#core/wire/documents.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { id, needed, queryNumber, queryStatuses, queryText } from '#core/wire/primitives.ts'
import type { CallSettings, DocumentCalls, WireNames } from '../kind.ts'

const page = {
  offset: queryNumber(0, 1_000_000_000, 0),
  limit: queryNumber(1, 500, LIMITS.pageSize),
  after: documentCursor,
}

/** The storage type in a query, for kinds that have both. */
export const queryStorageType = v.optional(
  v.picklist(STORAGE_TYPES, 'INVENTORY or GROWERSTORAGE'),
  'INVENTORY',
)

type CallSchemas = Readonly<Record<'List' | 'Detail' | 'Body' | 'Reply', v.GenericSchema>>

/** The calls with these paths and response schemas. */
export function callsOf<ListQuery extends v.ObjectEntries>(
  { at }: Pick<WireNames, 'at'>,
  { List, Detail, Body, Reply }: CallSchemas,
  {
    paths: [all, one, line],
    list,
    detail = {},
    remove = {},
    ownListParameters = [],
    ifRead = [],
  }: CallSettings & { readonly list: ListQuery },
) {
  const season = needed('a trim season')
  const status = queryStatuses(STATUSES)
  return {
    list: {
      method: 'GET',
      path: all,
      query: v.object({ ...page, trimseasonid: season, status, ...list }),
      extensionOnly: ['after', ...ownListParameters],
      answer: List,
    },
    detail: {
      method: 'GET',
      path: one,
      params: v.object(Object.fromEntries(parametersOf(one).map((name) => [name, documentNumber]))),
      query: v.object({ trimseasonid: queryText, [at]: queryText, ...detail }),
      answer: Detail,
    },
    save: {
      method: 'POST',
      path: all,
      body: Body,
      answer: Reply,
      extensionOnly: [
        'SeenStatus',
        'SeenQty',
        'IsSecondShelf',
        'SeenHeader',
        'DoneDateTime',
        'ShortReasonCode',
      ],
      ifRead,
      maxBodyBytes: LIMITS.saveBytes,
    },
    deleteLine: {
      method: 'DELETE',
      path: line,
      params: v.object(Object.fromEntries(parametersOf(line).map((name) => [name, id]))),
      query: v.object({ ...remove, ...querySeen }),
      answer: DeleteReply,
      extensionOnly: Object.keys(querySeen),
    },
  } as const satisfies DocumentCalls
}

const parametersOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Keeps the values that the schema has: callers may pass more than a kind needs. */
export function asked(
  schema: Call['query'],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.keys(schema?.entries ?? {})
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
