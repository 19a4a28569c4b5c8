// The steps that kinds with ordering, picking and shipping share.
import type { Status } from '#core/wire/constants.ts'
import type { DocumentStep, LineStep } from './engine.ts'
import type { Checks } from './findings.ts'
import { everyLineIs, refuseZero } from './guards.ts'
import type { Stage } from './kind.ts'

const beforeShipping: readonly Status[] = ['OPEN', 'RESERVED']

/** The document steps up to shipping. */
export const documentSteps = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: beforeShipping, to: 'same' },
  ship: {
    from: ['RESERVED'],
    to: 'SHIPPED',
    linesTo: 'SHIPPED',
    guard: everyLineIs('PICKED', 'linesNotPicked'),
  },
  cancel: { from: beforeShipping, to: 'CANCELLED', linesTo: 'CANCELLED' },
} as const satisfies Readonly<Record<string, DocumentStep>>

const savedStatuses: LineStep['from'] = ['OPEN', 'RESERVED', 'PICKED']

/** The line steps up to shipping; `zero` is the refusal for picking 0. */
export function lineSteps(zero: Parameters<typeof refuseZero>[0]) {
  return {
    order: {
      during: beforeShipping,
      from: [null, ...savedStatuses],
      to: 'RESERVED',
      writes: 'ordered',
      reserves: true,
      clears: ['picked'],
      documentTo: 'RESERVED',
    },
    pick: {
      during: beforeShipping,
      from: savedStatuses,
      to: 'PICKED',
      writes: 'picked',
      reserves: true,
      documentTo: 'RESERVED',
      shortReason: 'INVENTORY',
      guard: refuseZero(zero),
    },
    delete: {
      during: beforeShipping,
      from: [null, ...savedStatuses],
      to: null,
      // Deleting the last line makes the document OPEN again.
      documentTo: ({ lines }, { barcode, storageLocation }) =>
        lines.every((other) => other.barcode === barcode && other.storageLocation === storageLocation)
          ? 'OPEN'
          : 'same',
    },
  } as const satisfies Readonly<Record<string, LineStep>>
}

// Short and over picks can be shipped; unpicked lines cannot.
const checks: Checks = {
  lines: [
    {
      id: 'zero',
      matches: ({ status, ordered }) => status !== 'PICKED' && ordered === 0,
      stops: true,
      settles: ['delete'],
    },
    { id: 'untouched', matches: ({ status }) => status !== 'PICKED', stops: true, settles: ['delete'] },
    {
      id: 'short',
      matches: ({ picked, ordered }) => (picked ?? 0) < ordered,
      settles: ['keep', 'fill', 'delete'],
    },
    { id: 'over', matches: ({ picked, ordered }) => (picked ?? 0) > ordered, settles: ['keep', 'fill'] },
  ],
}

/** The editor, which orders lines. */
export const orderStage = {
  verb: 'order',
  onlyAddsLines: true,
  lineAction: {
    step: 'order',
    proposedQuantity: ({ ordered }) => ordered,
    expectedQuantity: ({ ordered }) => ordered,
    done: ({ id }) => id !== null,
    confirmsChange: false,
  },
  scans: { number: 'openDocument', barcode: 'addLine' },
} as const satisfies Stage

/** The detail screen, which picks lines and ships the document. */
export const pickStage = {
  verb: 'pick',
  lineAction: {
    step: 'pick',
    proposedQuantity: ({ picked, ordered }) => picked ?? ordered,
    expectedQuantity: ({ ordered }) => ordered,
    done: ({ status }) => !beforeShipping.includes(status),
    confirmsChange: true,
  },
  checks,
  cancelStep: 'cancel',
  scans: { number: 'openDocument', barcode: 'actOnLine' },
} as const satisfies Stage
