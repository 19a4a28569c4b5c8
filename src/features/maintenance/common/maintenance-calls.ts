// The calls of /Maintenance/, extension 'maintenance': lists, reads and saves records of master data.
import * as v from 'valibot'
import type { Call } from '#core/wire/call.ts'
import { pageQuery } from '#core/wire/cursors.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { recordsOf } from '#core/wire/lists.ts'
import { createCallPreparer } from '#core/wire/prepared-call.ts'
import { queryText } from '#core/wire/primitives.ts'
import { MaintainedRecord, RECORD_KINDS, RecordBody, RecordDetail } from './maintenance.ts'

const kind = v.picklist(RECORD_KINDS, `one of ${RECORD_KINDS.join(', ')}`)

export const maintenanceCalls = {
  'maintenance.list': {
    method: 'GET',
    path: 'maintenance/records/{kind}',
    params: v.object({ kind }),
    query: v.object({
      ...pageQuery,
      search: v.pipe(
        queryText,
        v.check((words) => (words?.length ?? 0) <= LIMITS.comments, `at most ${LIMITS.comments} characters`),
      ),
      active: v.optional(v.picklist(['active', 'inactive', 'all'], 'active, inactive or all'), 'active'),
    }),
    answer: recordsOf(MaintainedRecord),
  },
  'maintenance.detail': {
    method: 'GET',
    path: 'maintenance/records/{kind}/{key}',
    params: v.object({ kind, key: v.string() }),
    answer: RecordDetail,
  },
  'maintenance.save': {
    method: 'POST',
    path: 'maintenance/records/{kind}',
    params: v.object({ kind }),
    body: RecordBody,
    maxBodyBytes: 100_000,
    answer: v.object({ Record: MaintainedRecord }),
  },
} as const satisfies Record<string, Call>

/** Prepares one of these calls. */
export const prepareMaintenanceCall = createCallPreparer(maintenanceCalls)
