// Return: takes plants back from a grower, into grower storage or written off (part 2 sections 2.6, 4.3, 5).
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { isFailure, processedMessage, REPLIES, unknownMessageOf } from '#core/wire/reply-messages.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { Document } from '../document.ts'
import type { Rules } from '../engine.ts'
import type { Checks } from '../findings.ts'
import { atLocationOf, everyLineHasQuantity } from '../guards.ts'
import { judgeByLines, judgeByMessage } from '../judge.ts'
import type { DeclaredKind, LineAction } from '../kind.ts'
import { logEditStage, logHeaderSteps, logLineSteps } from '../log-steps.ts'
import { listAt, modeAt, routesOf } from '../modes.ts'
import { issuedStock } from '../stock.ts'
import { type DocumentSteps, effects, type LineSteps } from './effects.ts'
import { fields } from './fields.ts'

// ---- steps

// The guard of `post`: every line is saved and has a reason.
const isEveryLineReady = ({ lines }: Document): Verdict =>
  firstRefusal(
    lines.length > 0 ? true : refuse('noLines'),
    lines.every(({ id }) => id !== null) ? true : refuse('linesUnsaved'),
    lines.every(({ reason }) => reason !== '') ? true : refuse('linesWithoutReason'),
  )

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: {
    ...logHeaderSteps,
    post: {
      from: ['OPEN'],
      to: 'POSTED',
      linesTo: 'POSTED',
      guard: isEveryLineReady,
      precheck: everyLineHasQuantity,
    },
  },
  lineSteps: {
    save: {
      ...logLineSteps.save,
      shortage: 'moreThanIssued',
      documentTo: 'OPEN',
      reason: ({ InventoryEffect }) => (InventoryEffect === 'DUMP' ? 'DUMP' : 'INVENTORY'),
    },
    delete: logLineSteps.delete,
  },
}

// ---- the mode

const kindRoutes = routesOf('return', 'inventory')

const inventory = modeAt(kindRoutes, {
  access: {
    step: () => ['GROWERRETURNADMINKEY', 'NURSERYRETURNADMINKEY'],
    ...atLocationOf('ReturnWarehouse'),
  },
  lists: [listAt(kindRoutes.list, 'ReturnWarehouse', { open: ['OPEN'], printable: ['POSTED'] })],
  routes: {
    detailParameters: (document) => ({
      type: document.header.ReturnedFromType || 'Grower',
      number: document.number ?? '',
    }),
  },
  form: formOf(fields.header),
  searchFilters: ['variety', 'trimType'],
  searchStockType: () => 'COMMERCIAL',
  report: () => 'Returns',
})

// ---- the kind

const lineMessages = { OPEN: REPLIES.returnLineOpen, POSTED: REPLIES.returnLinePosted }

const lineAction = {
  step: 'save',
  proposedQuantity: ({ ordered }) => ordered,
  confirmsChange: false,
} as const satisfies Omit<LineAction<LineSteps>, 'done'>

const checks: Checks = {
  lines: [{ id: 'zero', matches: ({ ordered }) => ordered === 0, stops: true, settles: ['delete'] }],
}

export const returns = kindOf({
  kind: 'return',
  replies: { lines: lineMessages, deleted: REPLIES.returnLineDeleted, saved: processedMessage('Return') },
  numberLabel: 'logNumber',
  ...fields,
  ...steps,
  effects,
  modes: { inventory },
  stages: {
    edit: { ...logEditStage('return', lineAction), checks },
    detail: {
      verb: 'return',
      lineAction: {
        ...lineAction,
        done: ({ status, ordered, reason }) => status !== 'OPEN' || (ordered > 0 && reason !== ''),
      },
      checks,
      endsAtList: true,
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  // A line succeeds by its message, a header by the top-level message. A post succeeds if the first line's
  // message is empty or contains POSTED.
  judge: (reply, change) => {
    if (change.type === 'header') return judgeByMessage(reply, change)
    if (change.type === 'line' || change.type === 'lines') return judgeByLines([lineMessages.OPEN])(reply)
    const message = reply.lines[0]?.message ?? ''
    const ok = message === '' ? !isFailure(reply.message) : message.toUpperCase().includes('POSTED')
    const said = message || reply.message
    return {
      ok,
      number: reply.number,
      message: ok ? unknownMessageOf(said) : said,
      rawMessage: said,
      lines: [],
    }
  },
  checkHeader: ({ ReturnedFromType, ReturnedFromNbr }, _, document) => {
    if (ReturnedFromType !== 'Grower') return { type: 'field', name: 'ReturnedFromType', expected: 'Grower' }
    // The lines of a return are plants issued to this grower.
    const hasOtherGrower = document !== null && ReturnedFromNbr !== document.header.ReturnedFromNbr
    return hasOtherGrower && document.lines.length > 0 ? { type: 'state' } : true
  },
  searchStock: (place, _, { ReturnedFromNbr = '' }, filter) => issuedStock(place, ReturnedFromNbr, filter),
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
