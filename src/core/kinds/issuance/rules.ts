// Issuance: reserves, picks and ships plants to a grower or a nursery (part 2 sections 2.2 to 2.5, 4.1, 5).
import { LIMITS } from '#core/wire/limits.ts'
import { processedMessage, REPLIES } from '#core/wire/reply-messages.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { HeaderValues } from '../document.ts'
import type { Rules } from '../engine.ts'
import { atLocationOf } from '../guards.ts'
import type { HeaderForm } from '../header.ts'
import * as field from '../header-fields.ts'
import { judgeByLines, judgeByMessage } from '../judge.ts'
import type { DeclaredKind } from '../kind.ts'
import { type DeclaredMode, listAt, modeAt, routesOf } from '../modes.ts'
import * as picking from '../picking.ts'
import { growerStock, plantStock } from '../stock.ts'
import { type DocumentSteps, effects, type LineSteps } from './effects.ts'
import { fields, isIssueToType, keyFor } from './fields.ts'

// ---- steps

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: picking.documentSteps,
  lineSteps: picking.lineSteps('quantityZero'),
}

// ---- access

const issuingKeys = Object.values(keyFor)

// The key for this header's destination type. Either key is enough while no type is chosen.
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

// Plants in grower storage can only go to their grower.
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

const stockRoutes = routesOf('issuance', 'inventory')
const storageRoutes = routesOf('issuance', 'growerStorage')

const list = listAt(stockRoutes.list, 'InventoryLocation', {
  open: ['OPEN', 'RESERVED'],
  printable: ['SHIPPED'],
})

const locationAccess = atLocationOf('InventoryLocation')

const stockMode: DeclaredMode = {
  access: { step: stepKeys, ...locationAccess },
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

const growerMode: DeclaredMode = {
  ...stockMode,
  access: { grants: ['ISSUANCEADMINKEY', ...issuingKeys], step: stepKeys, ...locationAccess },
  lists: [{ ...list, route: storageRoutes.list }],
  routes: { detailParameters: ({ number }) => ({ type: 'Grower', number: number ?? '' }) },
  form: storageForm,
  searchStockType: () => 'ALL',
  report: () => 'Grower Storage Issuance',
}

// ---- the kind

const lineMessages = {
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
  modes: { inventory: modeAt(stockRoutes, stockMode), growerStorage: modeAt(storageRoutes, growerMode) },
  stages: {
    edit: {
      ...picking.orderStage,
      lineAction: { ...picking.orderStage.lineAction, afterRefusal: 'remove' },
    },
    detail: picking.pickStage,
  },
  replies: { lines: lineMessages, deleted: REPLIES.issuanceLineDeleted, saved: processedMessage('Issuance') },
  severalShelves: true,
  // Each line succeeds by its message; without lines the top-level message decides.
  judge: (reply, change) =>
    reply.lines.length > 0 ? judgeByLines(Object.values(lineMessages))(reply) : judgeByMessage(reply, change),
  checkHeader: ({ IssueToType, IssueToNbr }, mode, document) => {
    if (mode !== 'growerStorage') return true
    if (IssueToType !== 'Grower') return { type: 'field', name: 'IssueToType', expected: 'Grower' }
    // The lines of a grower storage issuance reserve this grower's plants.
    const hasOtherGrower = document !== null && IssueToNbr !== document.header.IssueToNbr
    return hasOtherGrower && document.lines.length > 0 ? { type: 'state' } : true
  },
  searchStock: (place, mode, { IssueToNbr = '' }, filter) =>
    mode === 'growerStorage' ? growerStock(place, IssueToNbr, filter) : plantStock(place, filter),
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
