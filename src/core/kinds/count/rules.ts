// Count: people count a shelf or a whole location barcode by barcode. Small variances are posted; another
// person counts larger ones again. The specification has no counts.

import type { Status } from '#core/wire/constants.ts'
import { type InventoryRecord, onHand } from '#core/wire/inventory.ts'
import { mapAnswer } from '#core/wire/prepared-call.ts'
import { firstRefusal, refuse } from '#core/wire/refusals.ts'
import { processedMessage } from '#core/wire/reply-messages.ts'
import { formOf } from '../derive/form.ts'
import { kindOf } from '../derive/wire.ts'
import type { Document, HeaderValues, Line, Place } from '../document.ts'
import { quantityOf, type Rules } from '../engine.ts'
import type { Checks } from '../findings.ts'
import { atLocationOf } from '../guards.ts'
import { judgeByLines, judgeByMessage } from '../judge.ts'
import type { DeclaredKind, OpenDecision } from '../kind.ts'
import { logEditStage, logHeaderSteps } from '../log-steps.ts'
import { listAt, modeAt, routesOf } from '../modes.ts'
import { lineFor, plantStock } from '../stock.ts'
import { type DocumentSteps, effects, type LineSteps } from './effects.ts'
import { fields, firstCount, hidesFirst, secondCount } from './fields.ts'

// ---- steps

const linesWith = ({ lines }: Document, status: Status) => lines.filter((line) => line.status === status)

const countedStatuses: readonly Status[] = ['COUNTED', 'RECOUNT', 'RECOUNTED']

const steps: Rules<DocumentSteps, LineSteps> = {
  documentSteps: {
    ...logHeaderSteps,
    close: {
      from: ['OPEN'],
      to: 'CLOSED',
      linesTo: 'CLOSED',
      guard: (document) => {
        const n = linesWith(document, 'RECOUNT').length
        return firstRefusal(
          document.lines.length > 0 ? true : refuse('noLines'),
          n === 0 ? true : refuse('linesToRecount', { n }),
        )
      },
    },
    cancel: { from: ['OPEN'], to: 'CANCELLED', linesTo: 'CANCELLED' },
  },
  lineSteps: {
    // 0 is a valid count.
    count: {
      during: ['OPEN'],
      from: [null, ...countedStatuses],
      to: 'COUNTED',
      writes: 'picked',
      clears: ['received'],
      documentTo: 'same',
    },
    recount: {
      during: ['OPEN'],
      from: ['RECOUNT', 'RECOUNTED'],
      to: 'RECOUNTED',
      writes: 'received',
      documentTo: 'same',
    },
    delete: { during: ['OPEN'], from: [null, ...countedStatuses], to: null, documentTo: 'same' },
  },
}

// Lines that were not posted: people with the right to adjust the location's stock decide on them.
const openDecisionOf = (document: Document): OpenDecision | undefined => {
  const { InventoryLocation: location = '', RequestID: request = '' } = document.header
  const { length: lines } = linesWith(document, 'REQUESTED')
  return lines > 0 ? { lines, location, request } : undefined
}

// ---- the mode

const kindRoutes = routesOf('count', 'inventory')

const inventory = modeAt(kindRoutes, {
  access: { step: () => [], ...atLocationOf('InventoryLocation') },
  lists: [listAt(kindRoutes.list, 'InventoryLocation', { open: ['OPEN'], printable: ['CLOSED'] })],
  form: formOf(fields.header),
  searchFilters: ['variety', 'trimType', 'stockType'],
  searchStockType: () => 'ALL',
  report: () => 'Counts',
})

// ---- checks before closing

// Offers no deletion: it would lose the variance.
const checks: Checks = {
  lines: [{ id: 'untouched', matches: ({ status }) => status === 'RECOUNT', stops: true, settles: [] }],
}

// ---- barcodes to count

// The counted shelf; undefined: the whole location.
const shelfOf = ({ Scope, Shelf }: HeaderValues) => (Scope === 'SHELF' ? Shelf : undefined)

// The found record, without its quantities if the count is blind.
const hideIfBlind =
  ({ Blind }: HeaderValues) =>
  (record: InventoryRecord): InventoryRecord =>
    Blind === 'NO'
      ? { ...record, AvailableQty: onHand(record) }
      : { ...record, ReceivedQty: 0, Qty: null, AvailableQty: null }

// Stock without a line. Leaves out barcodes on several shelves: they are counted shelf by shelf.
const unlisted = (place: Place, { header, lines }: Document) =>
  mapAnswer(plantStock(place, { shelf: shelfOf(header) }), ({ records }) => {
    const shelfCounts = new Map<string, number>()
    for (const { BarcodeID } of records) shelfCounts.set(BarcodeID, (shelfCounts.get(BarcodeID) ?? 0) + 1)
    const listedBarcodes = new Set(lines.map(({ barcode }) => barcode))
    return records
      .filter(({ BarcodeID }) => !listedBarcodes.has(BarcodeID) && shelfCounts.get(BarcodeID) === 1)
      .map((record) => lineFor(hideIfBlind(header)(record), 0))
  })

// ---- messages

const lineMessages = Object.fromEntries(
  [...countedStatuses, 'CLOSED' as const, 'REQUESTED' as const, 'CANCELLED' as const].map((status) => [
    status,
    `Count Line ${status} successfully`,
  ]),
)

// 'Counted 40', 'Counted 40, then 38', or 'Counted 40 of 42' if expected quantities are visible. An unsaved
// line has 'Expected 42'.
function tells(line: Line, { status, header }: Document) {
  const { id, ordered, available } = line
  const [first, second] = [firstCount(line), secondCount(line)]
  const shown = status === 'CLOSED' || header.Blind === 'NO'
  // Before the line is saved, the expected quantity comes from the search.
  const expected = available ?? ordered
  if (id === null) {
    return shown && available !== null ? { code: 'count.line.expected', facts: { expected } } : undefined
  }
  // The second person sees only that a first count exists.
  if (first === null) {
    return second === null
      ? { code: 'count.line.hidden', facts: {} }
      : { code: 'count.line.second', facts: { second } }
  }
  const facts = { n: first, second: second ?? 0, expected, by: quantityOf(line) - expected }
  const codeParts = [second === null ? 'once' : 'twice', ...(shown ? ['told'] : [])]
  return { code: ['count.line', ...codeParts].join('.'), facts }
}

// ---- the kind

export const count = kindOf({
  kind: 'count',
  numberLabel: 'count.number',
  ...fields,
  ...steps,
  effects,
  modes: { inventory },
  stages: {
    edit: logEditStage('count', {
      step: 'count',
      proposedQuantity: (line) => firstCount(line) ?? (line.id === null ? 0 : null),
      confirmsChange: true,
      afterRefusal: 'remove',
    }),
    detail: {
      verb: 'recount',
      lineAction: {
        step: 'recount',
        // The second count must not show the first result.
        proposedQuantity: secondCount,
        confirmsChange: true,
        done: ({ status }) => status !== 'RECOUNT',
      },
      first: ({ status }) => status === 'RECOUNT',
      checks,
      unlisted: { step: 'count', of: unlisted },
      cancelStep: 'cancel',
      openDecision: openDecisionOf,
      scans: { number: 'openDocument', barcode: 'actOnLine' },
    },
  },
  replies: {
    lines: lineMessages,
    deleted: 'Count Line deleted successfully',
    saved: processedMessage('Count'),
  },
  judge: (reply, change) =>
    change.type === 'lines' || change.type === 'line'
      ? judgeByLines(Object.values(lineMessages))(reply)
      : judgeByMessage(reply, change),
  checkHeader: ({ Scope, Shelf = '' }) =>
    Scope === 'LOCATION' || Shelf !== ''
      ? true
      : { type: 'field', name: 'Shelf', expected: 'a shelf of this location' },
  searchStock: (place, _, header, filter) =>
    mapAnswer(
      plantStock(place, { ...filter, shelf: shelfOf(header), known: true }),
      ({ records, total }) => ({
        records: records.map(hideIfBlind(header)),
        total,
      }),
    ),
  tells,
  hidesQuantity: hidesFirst,
  hidesPlants: ({ status, header }) => status !== 'CLOSED' && header.Blind !== 'NO',
} satisfies DeclaredKind<DocumentSteps, LineSteps>)
