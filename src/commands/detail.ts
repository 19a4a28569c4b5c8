// Commands of a document's detail, where its lines are picked and the document is sent on its way.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, DocumentPort } from './context.ts'

const onDetail =
  (may: (document: DocumentPort) => Verdict) =>
  ({ document }: CommandContext): Verdict =>
    document?.stage === 'detail' ? may(document) : refuse('notOnThisScreen')

/** Steps that a document may be cancelled or shipped from, wherever it is open. */
const withDocument =
  (step: string) =>
  ({ document }: CommandContext): Verdict =>
    document ? document.may(step) : refuse('noDocument')

const barcodeOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

export const detailCommands: readonly Command[] = [
  {
    id: 'pick',
    scope: 'detail',
    keys: 'p, f4',
    barcode: 'PICK',
    arguments: [
      { name: 'barcode', type: 'barcode', required: false },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: (context, { barcode }) =>
      onDetail((document) => document.mayActOnLine(barcodeOf(barcode)))(context),
    run: ({ document }, { barcode, quantity }, cause) =>
      document?.actOnLine(barcodeOf(barcode), quantity === undefined ? undefined : Number(quantity), cause),
  },
  {
    id: 'ship',
    scope: 'detail',
    keys: 's, mod+s',
    barcode: 'SHIP',
    when: withDocument('ship'),
    run: ({ document }, _, cause) => document?.take('ship', cause),
  },
  {
    id: 'cancelDocument',
    scope: 'detail',
    keys: 'c',
    barcode: 'CANCEL',
    when: withDocument('cancel'),
    run: ({ document }, _, cause) => document?.take('cancel', cause),
  },
  {
    id: 'goToEdit',
    leaves: true,
    scope: 'detail',
    keys: 'v',
    barcode: 'EDIT',
    when: onDetail((document) =>
      document.switchStage ? (document.maySwitchStage?.() ?? true) : refuse('notOnThisScreen'),
    ),
    run: ({ document }) => {
      document?.switchStage?.()
      return undefined
    },
  },
]
