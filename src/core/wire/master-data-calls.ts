// Calls for master data that the app needs before work begins (part 1 section 7). The first screen loads
// them; calls.ts has the others.
import * as v from 'valibot'
import type { Call } from './call.ts'
import { REASON_TYPES } from './constants.ts'
import { dataOf, resultOf } from './lists.ts'
import {
  GrowerEntity,
  Location,
  NurseryEntity,
  ReasonCode,
  TrimSeason,
  TrimType,
  UserLocation,
  UserPermission,
  Variety,
} from './master-data.ts'
import { needed, queryCommodity, queryText } from './primitives.ts'

export const masterDataCalls = {
  userroles: {
    method: 'GET',
    path: 'userroles',
    query: v.object({ username: needed('a user name') }),
    answer: resultOf(UserPermission),
  },
  userdcs: {
    method: 'GET',
    path: 'userdcs',
    query: v.object({ username: needed('a user name') }),
    answer: resultOf(UserLocation),
  },
  warehouse: {
    method: 'GET',
    path: 'warehouse',
    query: v.object({ isactive: v.optional(v.union([v.boolean(), v.string()])) }),
    answer: dataOf(Location),
  },
  trimseasons: { method: 'GET', path: 'trimseasons', answer: resultOf(TrimSeason) },
  trimtype: { method: 'GET', path: 'trimtype', answer: resultOf(TrimType) },
  grower: {
    method: 'GET',
    path: 'grower',
    query: v.object({ trimseasonid: queryText, location: queryText }),
    answer: resultOf(GrowerEntity),
  },
  nursery: { method: 'GET', path: 'nursery', answer: resultOf(NurseryEntity) },
  variety: {
    method: 'GET',
    path: 'variety',
    query: v.object({ berrytype: queryCommodity, trimseasonid: queryText, varietycode: queryText }),
    answer: dataOf(Variety),
  },
  reasoncode: {
    method: 'GET',
    path: 'reasoncode',
    query: v.object({ reasontype: v.picklist(REASON_TYPES, 'DUMP or INVENTORY') }),
    answer: resultOf(ReasonCode),
  },
} as const satisfies Record<string, Call>
