// POST return and DELETE returnlogline: what returns add to the common flow (save-document.ts).
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { processed, REPLIES } from '#contract/reply-messages.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { ReturnBody, ReturnReply } from '#contract/return.ts'
import { returns } from '#kinds/return/rules.ts'
import { returnEffects } from './effects/return.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import { misfit } from './refusals.ts'
import type { ReturnFields } from './return.ts'
import {
  conflict,
  deleteDocumentLine,
  isoOrNull,
  lineRequest,
  type SavedKind,
  type SaveRequest,
  saveDocument,
} from './save-document.ts'

const field = (name: keyof ReturnBody['ReturnHeader']) => `body.ReturnHeader.${name}`

/** Return as the server works it: its rules, what they do to the ledger, and what its header needs. */
export const returnKind: SavedKind<
  keyof typeof returns.documentSteps,
  keyof typeof returns.lineSteps,
  ReturnFields
> = {
  rules: returns,
  effects: returnEffects,
  records: (ports) => ports.returns,
  header: 'ReturnHeader',
  locationField: 'ReturnWarehouse',
  fixed: ['ReturnWarehouse'],
  check: async ({ references }, { header, fields: { growerId } }, document) => {
    // Part 2 section 2.6: the entity type is read-only, Grower. Nobody keeps plants for a nursery.
    if (header.ReturnedFromType !== 'Grower') return fail(misfit(field('ReturnedFromType'), 'Grower'))
    if (document && growerId === document.header.ReturnedFromNbr) return succeed(true)
    // The lines of a return are what was issued to this grower.
    if (document && document.lines.length > 0) {
      const { status, number } = document
      return fail(conflict(document, refuse('notWhileStatus', { status, number })))
    }
    const known = await references.canBeIssuedTo('Grower', growerId)
    return known ? succeed(true) : fail(misfit(field('ReturnedFromNbr'), 'an active grower'))
  },
  messages: { OPEN: REPLIES.returnLineOpen, POSTED: REPLIES.returnLinePosted },
}

/** Creates, changes or posts a return. One that cannot be posted says so in the lines that are to blame, and in its Message. */
export async function saveReturn(
  ports: Ports,
  person: Person,
  body: ReturnBody,
): Promise<Result<ReturnReply, Problem>> {
  const saved = await saveDocument(ports, returnKind, person, requestOf(body))
  if (!saved.ok) return saved
  const { number, lines, refused } = saved.value
  return succeed({ Message: refused ?? processed('Return'), LogNbr: number, InventoryLines: lines })
}

const requestOf = ({
  ReturnHeader: header,
  ReturnLogLines: lines,
}: ReturnBody): SaveRequest<ReturnFields> => ({
  number: header.LogNbr,
  status: header.PostStatus,
  mode: 'inventory',
  seasonId: header.TrimSeasonID,
  header: {
    ReturnWarehouse: header.ReturnWarehouse,
    ReturnedFromType: header.ReturnedFromType,
    ReturnedFromNbr: header.ReturnedFromNbr,
    InventoryEffect: header.InventoryEffect,
  },
  fields: {
    growerId: header.ReturnedFromNbr,
    effect: header.InventoryEffect,
    reference: header.RefNbr,
    returnedDate: header.ReturnedDate?.slice(0, 10) ?? null,
    returnedBy: header.ReturnedBy,
    comments: header.Comments,
  },
  lines: lines.map((line) => lineRequest(line, line.UpdateQty ?? line.OrderQty)),
  claimedAt: isoOrNull(header.LastChangedDateTime),
})

/** Deletes a line of a return. */
export async function deleteReturnLine(
  ports: Ports,
  person: Person,
  { id, number }: { readonly id: string; readonly number: string },
): Promise<Result<{ Message: string; Id: string }, Problem>> {
  const deleted = await deleteDocumentLine(ports, returnKind, person, { id, number, mode: 'inventory' })
  return deleted.ok ? succeed({ Message: REPLIES.returnLineDeleted, Id: id }) : deleted
}
