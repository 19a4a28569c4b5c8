// Issuance: reserves, picks and ships plants to a grower or a nursery (part 2 sections 2.2 to 2.5, 4.1, 5).
import { LIMITS } from '#core/wire/limits.ts'
import { processed, REPLIES } from '#core/wire/reply-messages.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { HeaderValues } from '../document.ts'
import { doorOf, listAt, modeAt, type OwnMode } from '../doors.ts'
import type { Rules } from '../engine.ts'
import { atLocationOf } from '../guards.ts'
import * as field from '../header-fields.ts'
import { judgeByLines, judgeByMessage } from '../judge.ts'
import type { DeclaredKind, HeaderForm } from '../kind.ts'
import * as picking from '../picking.ts'
import { growerStock, plantStock } from '../stock.ts'
import { effects } from './effects.ts'
import { fields, isIssueToType, keyFor } from './fields.ts'

export type DocumentSteps = 'create' | 'edit' | 'ship' | 'cancel'
export type LineSteps = 'order' | 'pick' | 'delete'

// ---- steps

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: picking.documentSteps,
  lineSteps: picking.lineSteps('quantityZero'),
}

// ---- access

const issuingKeys = Object.values(keyFor)

// The key for this header's destination; either of both while no type is chosen.
const stepKeys = (_: string, { IssueToType }: HeaderValues): readonly SecurityKey[] =>
  isIssueToType(IssueToType) ? [keyFor[IssueToType]] : issuingKeys

// ---- forms

const form = formOf(fields.header, {
  needsConfirmation: ({ IssueToType }, grower, place) =>
    IssueToType === 'Grower' &&
    grower !== undefined &&
    grower.PickUpLocationId !== '' &&
    grower.PickUpLocationId !== place.location,
})

// A grower's plants go to that grower.
const storageForm: HeaderForm = {
  ...formOf({
    ReferenceNbr: field.text('reference', LIMITS.reference),
    IssueToNbr: field.entity('a grower', () => 'storingGrower', {
      label: 'selectGrower',
      missing: 'destinationMissing',
    }),
    Comments: field.notes('comment'),
  }),
  start: (...context) => ({ ...form.start(...context), IssueToType: 'Grower' }),
}

// ---- modes

const door = doorOf('issuance', 'inventory')
const storageDoor = doorOf('issuance', 'growerStorage')

const list = listAt(door.list, 'InventoryLocation', { open: ['OPEN', 'RESERVED'], printable: ['SHIPPED'] })

const places = atLocationOf('InventoryLocation')

const ofStock: OwnMode = {
  access: { step: stepKeys, ...places },
  lists: [list],
  routes: {
    detailParameters: (document) => ({
      type: document.header.IssueToType ?? 'Grower',
      number: document.number ?? '',
    }),
  },
  form,
  searchFilters: ['variety', 'trimType'],
  searchStockType: ({ IssueToType }) => (IssueToType === 'Nursery' ? 'FOUNDATION' : 'COMMERCIAL'),
  report: ({ IssueToType }) => (IssueToType === 'Nursery' ? 'Nursery Issuance' : 'Grower Issuance'),
}

const ofGrowers: OwnMode = {
  ...ofStock,
  access: { grants: ['ISSUANCEADMINKEY', ...issuingKeys], step: stepKeys, ...places },
  lists: [{ ...list, route: storageDoor.list }],
  routes: { detailParameters: ({ number }) => ({ type: 'Grower', number: number ?? '' }) },
  form: storageForm,
  searchStockType: () => 'ALL',
  report: () => 'Grower Storage Issuance',
}

// ---- the kind

const said = {
  RESERVED: REPLIES.issuanceLineReserved,
  PICKED: REPLIES.issuanceLinePicked,
  SHIPPED: REPLIES.issuanceLineShipped,
  CANCELLED: REPLIES.issuanceLineCancelled,
}

export const issuance = kindOf({
  kind: 'issuance',
  numberLabel: 'tagNumber',
  ...fields,
  ...steps,
  effects,
  modes: { inventory: modeAt(door, ofStock), growerStorage: modeAt(storageDoor, ofGrowers) },
  stages: {
    edit: {
      ...picking.orderStage,
      lineAction: { ...picking.orderStage.lineAction, afterRefusal: 'remove' },
    },
    detail: picking.pickStage,
  },
  replies: { lines: said, deleted: REPLIES.issuanceLineDeleted, saved: processed('Issuance') },
  severalShelves: true,
  // Each line is judged by its message; without lines, the top-level message decides.
  judge: (reply, change) =>
    reply.lines.length > 0 ? judgeByLines(Object.values(said))(reply) : judgeByMessage(reply, change),
  checkHeader: ({ IssueToType, IssueToNbr }, mode, document) => {
    if (mode !== 'growerStorage') return true
    if (IssueToType !== 'Grower') return { type: 'field', name: 'IssueToType', expected: 'Grower' }
    // The lines of a grower storage issuance reserve this grower's plants.
    const ofAnother = document !== null && IssueToNbr !== document.header.IssueToNbr
    return ofAnother && document.lines.length > 0 ? { type: 'state' } : true
  },
  searchStock: (place, mode, { IssueToNbr = '' }, filter) =>
    mode === 'growerStorage' ? growerStock(place, IssueToNbr, filter) : plantStock(place, filter),
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
