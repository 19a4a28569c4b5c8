// Dump: writes off plants, with an authorising person and a reason per line (part 1 sections 2, 4 and 5,
// 'Dump'; part 2 section 4.2).
import type { Status } from '#core/wire/constants.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { processedMessage, REPLIES } from '#core/wire/reply-messages.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { Document } from '../document.ts'
import type { Rules } from '../engine.ts'
import type { Checks } from '../findings.ts'
import { atLocationOf, everyLineHasQuantity, refuseZero } from '../guards.ts'
import { judgeByLines, judgeByMessage, judgeBySuccess } from '../judge.ts'
import type { DeclaredKind, LineAction } from '../kind.ts'
import { logEditStage, logHeaderSteps, logLineSteps } from '../log-steps.ts'
import { type DeclaredMode, listAt, modeAt, routesOf } from '../modes.ts'
import { growerStock, plantStock } from '../stock.ts'
import { type DocumentSteps, effects, type LineSteps } from './effects.ts'
import { fields } from './fields.ts'

// ---- steps

const countOf = ({ lines }: Document, status: Status) => lines.filter((each) => each.status === status).length

const reason = () => 'DUMP' as const

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: {
    ...logHeaderSteps,
    complete: {
      from: ['OPEN'],
      to: 'DUMPED',
      linesTo: 'DUMPED',
      guard: (document) => {
        const open = countOf(document, 'OPEN')
        return firstRefusal(
          everyLineHasQuantity(document),
          open === 0 ? true : refuse('linesStillOpen', { open }),
        )
      },
    },
    cancel: {
      from: ['OPEN'],
      to: 'CANCELLED',
      linesTo: 'CANCELLED',
      guard: (document) => {
        const n = countOf(document, 'DUMPED')
        return n === 0 ? true : refuse('linesDumped', { n })
      },
    },
  },
  lineSteps: {
    save: {
      ...logLineSteps.save,
      reserves: true,
      documentTo: 'same',
      reason,
    },
    dump: {
      during: ['OPEN'],
      from: ['OPEN'],
      to: 'DUMPED',
      writes: 'ordered',
      reserves: true,
      documentTo: 'same',
      reason,
      guard: refuseZero('quantityZero'),
    },
    delete: logLineSteps.delete,
  },
}

// ---- access (part 1 section 6, part 2 section 6)

const dumpSteps: readonly string[] = ['dump', 'complete'] satisfies readonly (DocumentSteps | LineSteps)[]

const stepKeys = (step: string): readonly SecurityKey[] => {
  if (dumpSteps.includes(step)) return ['DUMPKEY']
  // Dumping a line saves it first, so the dump key must also allow saving.
  return step === 'save' ? ['DUMPCREATEKEY', 'DUMPKEY'] : ['DUMPCREATEKEY']
}

// In grower storage everyone with access may create dumps; completing one needs the same keys as elsewhere.
const growerStorageStepKeys = (step: string): readonly SecurityKey[] => {
  if (dumpSteps.includes(step)) return ['DUMPKEY']
  return step === 'cancel' ? ['DUMPCREATEKEY'] : []
}

// ---- modes

const stockRoutes = routesOf('dump', 'inventory')
const storageRoutes = routesOf('dump', 'growerStorage')

const list = listAt(stockRoutes.list, 'DumpWarehouse', { open: ['OPEN'], printable: ['DUMPED'] })

const locationAccess = atLocationOf('DumpWarehouse')

const stockMode: DeclaredMode = {
  access: { list: ['DUMPKEY'], step: stepKeys, ...locationAccess },
  lists: [list],
  form: formOf(fields.header),
  searchFilters: ['variety', 'trimType', 'stockType'],
  searchStockType: () => 'ALL',
  report: () => 'Plants Dump',
}

const growerMode: DeclaredMode = {
  ...stockMode,
  access: { list: ['GROWERSTORAGEDUMPLISTKEY'], step: growerStorageStepKeys, ...locationAccess },
  lists: [{ ...list, route: storageRoutes.list }],
  searchFilters: ['variety', 'trimType'],
  picksGrower: true,
  report: () => 'Grower Storage Dump',
}

// ---- the kind

const lineMessages = {
  OPEN: REPLIES.dumpLineOpen,
  DUMPED: REPLIES.dumpLineDumped,
  CANCELLED: REPLIES.dumpLineCancelled,
}

// Saves a line, then dumps it directly if the person is allowed and the quantity is not 0.
const lineAction = {
  step: 'save',
  nextStep: 'dump',
  afterRefusal: 'reset',
  proposedQuantity: ({ ordered }) => ordered,
  confirmsChange: false,
} as const satisfies Omit<LineAction<LineSteps>, 'done'>

const checks: Checks = {
  lines: [
    { id: 'zero', matches: ({ ordered }) => ordered === 0, stops: true, settles: ['delete'] },
    { id: 'untouched', matches: ({ status }) => status === 'OPEN', stops: true, settles: ['fill', 'delete'] },
  ],
}

export const dump = kindOf({
  kind: 'dump',
  numberLabel: 'logNumber',
  ...fields,
  ...steps,
  effects,
  modes: { inventory: modeAt(stockRoutes, stockMode), growerStorage: modeAt(storageRoutes, growerMode) },
  stages: {
    edit: { ...logEditStage('dump', lineAction), checks },
    detail: {
      verb: 'dump',
      lineAction: { ...lineAction, done: ({ status }) => status !== 'OPEN' },
      showsFinal: (document) => document.status === 'OPEN' && everyLineHasQuantity(document) === true,
      checks,
      cancelStep: 'cancel',
      endsAtList: true,
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  replies: { lines: lineMessages, deleted: REPLIES.dumpLineDeleted, saved: processedMessage('Dump') },
  severalShelves: true,
  // A line succeeds by its own message for the step; everything else by the top-level message.
  judge: (reply, change) =>
    change.type === 'line' || change.type === 'lines'
      ? judgeByLines([change.step === 'dump' ? lineMessages.DUMPED : lineMessages.OPEN])(reply)
      : change.type === 'document'
        ? judgeBySuccess(reply)
        : judgeByMessage(reply, change),
  searchStock: (place, mode, _, filter) =>
    mode === 'growerStorage' ? growerStock(place, filter.grower ?? '', filter) : plantStock(place, filter),
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
