// Commands of a document's other end, where what arrives is received.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, DocumentPort } from './context.ts'

const onReceiving =
  (may: (document: DocumentPort) => Verdict) =>
  ({ document }: CommandContext): Verdict =>
    document?.stage === 'receive' ? may(document) : refuse('notOnThisScreen')

const barcodeOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

export const receiveCommands: readonly Command[] = [
  {
    id: 'receiveLine',
    scope: 'receive',
    keys: 'l, f4',
    barcode: 'RECEIVE.LINE',
    arguments: [
      { name: 'barcode', type: 'barcode', required: false },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: (context, { barcode }) =>
      onReceiving((document) => document.mayActOnLine(barcodeOf(barcode)))(context),
    run: ({ document }, { barcode, quantity }, cause) =>
      document?.actOnLine(barcodeOf(barcode), quantity === undefined ? undefined : Number(quantity), cause),
  },
  {
    id: 'receive',
    scope: 'receive',
    keys: 'r, mod+s',
    barcode: 'RECEIVE',
    when: onReceiving((document) => document.may('complete')),
    run: ({ document }, _, cause) => document?.take('complete', cause),
  },
  {
    id: 'updateTemperature',
    scope: 'receive',
    keys: 'w, f7',
    barcode: 'TEMP',
    when: onReceiving((document) =>
      document.updateHeader ? (document.mayUpdateHeader?.() ?? true) : refuse('notOnThisScreen'),
    ),
    run: ({ document }, _, cause) => document?.updateHeader?.(cause),
  },
]
