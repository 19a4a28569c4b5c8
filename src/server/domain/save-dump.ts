// POST dump and DELETE dumplogline: what dumps add to the common flow (save-document.ts).
import { modeOf } from '#contract/constants.ts'
import type { DumpBody, DumpReply } from '#contract/dump.ts'
import { growerKeyIn } from '#contract/grower-key.ts'
import type { Problem } from '#contract/problem.ts'
import { processed, REPLIES } from '#contract/reply-messages.ts'
import { type Result, succeed } from '#contract/result.ts'
import { dump } from '#kinds/dump/rules.ts'
import type { DumpFields } from './dump.ts'
import { dumpEffects } from './effects/dump.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import {
  deleteDocumentLine,
  isoOrNull,
  lineRequest,
  type SavedKind,
  type SaveRequest,
  saveDocument,
} from './save-document.ts'

/** Dump as the server works it: its rules, what they do to the ledger, and what its header needs. */
export const dumpKind: SavedKind<keyof typeof dump.documentSteps, keyof typeof dump.lineSteps, DumpFields> = {
  rules: dump,
  effects: dumpEffects,
  records: (ports) => ports.dumps,
  header: 'DumpHeader',
  locationField: 'DumpWarehouse',
  fixed: ['DumpWarehouse'],
  // The contract has judged all that its fields can be.
  check: () => Promise.resolve(succeed(true)),
  messages: {
    OPEN: REPLIES.dumpLineOpen,
    DUMPED: REPLIES.dumpLineDumped,
    CANCELLED: REPLIES.dumpLineCancelled,
  },
}

/** Creates or changes a dump. */
export async function saveDump(
  ports: Ports,
  person: Person,
  body: DumpBody,
): Promise<Result<DumpReply, Problem>> {
  const saved = await saveDocument(ports, dumpKind, person, requestOf(body))
  if (!saved.ok) return saved
  const { number, lines } = saved.value
  return succeed({ Message: processed('Dump'), LogNbr: number, InventoryLines: lines })
}

type SentLine = DumpBody['DumpLogLines'][number]

const requestOf = ({ DumpHeader: header, DumpLogLines: lines }: DumpBody): SaveRequest<DumpFields> => ({
  number: header.LogNbr,
  status: header.Status,
  mode: modeOf(header.StorageType),
  seasonId: header.TrimSeasonID,
  header: { DumpWarehouse: header.DumpWarehouse },
  fields: {
    authorizedBy: header.AuthorizedBy,
    authorizedDate: header.AuthorizedDate.slice(0, 10),
    comments: header.Comments,
  },
  lines: lines.map((line) => lineRequest({ ...line, StorageLocation: placeOf(line) }, line.DumpQty)),
  claimedAt: isoOrNull(header.LastChangedDateTime),
})

/** Where a line takes its plants from; one that says so by its key only means the grower in it (part 1 section 3). */
const placeOf = ({ StorageLocation, Key }: SentLine): string => StorageLocation || growerKeyIn(Key)

/** Deletes a line of a dump; the call does not say in which mode. */
export async function deleteDumpLine(
  ports: Ports,
  person: Person,
  { id, number }: { readonly id: string; readonly number: string },
): Promise<Result<{ Message: string; Id: string }, Problem>> {
  const found = await ports.dumps.find(number)
  const mode = found?.document.mode ?? 'inventory'
  const deleted = await deleteDocumentLine(ports, dumpKind, person, { id, number, mode })
  return deleted.ok ? succeed({ Message: REPLIES.dumpLineDeleted, Id: id }) : deleted
}
