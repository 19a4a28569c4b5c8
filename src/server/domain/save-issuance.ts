// POST issuance and DELETE issuancedetail: what issuance adds to the common flow (save-document.ts).
import { modeOf, type StorageType } from '#contract/constants.ts'
import type { IssuanceBody, IssuanceReply } from '#contract/issuance.ts'
import type { Problem } from '#contract/problem.ts'
import { refuse } from '#contract/refusals.ts'
import { processed, REPLIES } from '#contract/reply-messages.ts'
import { fail, type Result, succeed } from '#contract/result.ts'
import { issuance } from '#kinds/issuance/rules.ts'
import { issuanceEffects } from './effects/issuance.ts'
import type { IssuanceFields } from './issuance.ts'
import type { Person } from './people.ts'
import type { Ports } from './ports.ts'
import { misfit } from './refusals.ts'
import {
  conflict,
  deleteDocumentLine,
  isoOrNull,
  lineRequest,
  type SavedKind,
  type SaveRequest,
  saveDocument,
} from './save-document.ts'

type Header = IssuanceBody['IssuanceHeader']
type Request = SaveRequest<IssuanceFields>
const field = (name: keyof Header) => `body.IssuanceHeader.${name}`

/** Issuance as the server works it: its rules, what they do to the ledger, and what its header needs. */
export const issuanceKind: SavedKind<
  keyof typeof issuance.documentSteps,
  keyof typeof issuance.lineSteps,
  IssuanceFields
> = {
  rules: issuance,
  effects: issuanceEffects,
  records: (ports) => ports.issuances,
  header: 'IssuanceHeader',
  locationField: 'InventoryLocation',
  // Part 2 section 2.3.
  fixed: ['IssueToType', 'InventoryLocation'],
  check: async (ports, request, document) => {
    const { mode, fields } = request
    if (mode === 'growerStorage' && fields.issueToType !== 'Grower') {
      return fail(misfit(field('IssueToType'), 'Grower'))
    }
    if (document && fields.issueToNumber === document.header.IssueToNbr) return succeed(true)
    // The lines of a grower storage issuance hold this grower's own plants.
    if (document && mode === 'growerStorage' && document.lines.length > 0) {
      const { status, number } = document
      return fail(conflict(document, refuse('notWhileStatus', { status, number })))
    }
    return checkDestination(ports, request)
  },
  messages: {
    RESERVED: REPLIES.issuanceLineReserved,
    PICKED: REPLIES.issuanceLinePicked,
    SHIPPED: REPLIES.issuanceLineShipped,
    CANCELLED: REPLIES.issuanceLineCancelled,
  },
}

async function checkDestination(
  { references }: Ports,
  { fields: { issueToType, issueToNumber } }: Request,
): Promise<Result<true, Problem>> {
  const known = await references.canBeIssuedTo(issueToType, issueToNumber)
  return known ? succeed(true) : fail(misfit(field('IssueToNbr'), `an active ${issueToType.toLowerCase()}`))
}

/** Creates or changes an issuance. */
export async function saveIssuance(
  ports: Ports,
  person: Person,
  body: IssuanceBody,
): Promise<Result<IssuanceReply, Problem>> {
  const saved = await saveDocument(ports, issuanceKind, person, requestOf(body))
  if (!saved.ok) return saved
  const { number, lines } = saved.value
  return succeed({ Message: processed('Issuance'), TagNbr: number, InventoryLines: lines })
}

const requestOf = ({ IssuanceHeader: header, InventoryLines: lines }: IssuanceBody): Request => ({
  number: header.TagNbr,
  status: header.Status,
  mode: modeOf(header.StorageType),
  seasonId: header.TrimSeasonID,
  header: {
    IssueToType: header.IssueToType,
    IssueToNbr: header.IssueToNbr,
    InventoryLocation: header.InventoryLocation,
  },
  fields: {
    issueToType: header.IssueToType,
    issueToNumber: header.IssueToNbr,
    issueDate: header.IssueDate?.slice(0, 10) ?? null,
    reference: header.ReferenceNbr,
    comments: header.Comments,
  },
  lines: lines.map((line) => lineRequest(line, line.Status === 'PICKED' ? line.PickQty : line.OrderQty)),
  claimedAt: isoOrNull(header.LastChangedDateTime),
})

/** Deletes a line of an issuance. */
export async function deleteIssuanceLine(
  ports: Ports,
  person: Person,
  wanted: { readonly id: string; readonly number: string; readonly storageType: StorageType },
): Promise<Result<{ Message: string; Id: string }, Problem>> {
  const { id, number, storageType } = wanted
  const deleted = await deleteDocumentLine(ports, issuanceKind, person, {
    id,
    number,
    mode: modeOf(storageType),
  })
  return deleted.ok ? succeed({ Message: REPLIES.issuanceLineDeleted, Id: id }) : deleted
}
