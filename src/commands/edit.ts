// Commands of a document's editor, where its lines are put together.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, DocumentPort } from './context.ts'
import { lineCommand } from './line-verb.ts'

const inEditor =
  (may: (document: DocumentPort) => Verdict) =>
  ({ document }: CommandContext): Verdict =>
    document?.stage === 'edit' ? may(document) : refuse('notOnThisScreen')

const barcodeOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))
const quantityOf = (value: string | number | undefined) => (value === undefined ? undefined : Number(value))

export const editCommands: readonly Command[] = [
  {
    id: 'addLine',
    scope: 'edit',
    barcode: 'ADD',
    arguments: [
      { name: 'barcode', type: 'barcode', required: true },
      { name: 'quantity', type: 'quantity', required: false },
    ],
    when: inEditor((document) =>
      document.addLine ? (document.mayAddLine?.() ?? true) : refuse('notOnThisScreen'),
    ),
    run: ({ document }, { barcode, quantity }, cause) =>
      document?.addLine?.(String(barcode), quantityOf(quantity), cause),
  },
  {
    id: 'deleteLine',
    scope: 'edit',
    keys: 'd, f6',
    barcode: 'LINE.DELETE',
    arguments: [{ name: 'barcode', type: 'barcode', required: false }],
    when: (context, { barcode }) =>
      inEditor((document) =>
        document.deleteLine
          ? (document.mayDeleteLine?.(barcodeOf(barcode)) ?? true)
          : refuse('notOnThisScreen'),
      )(context),
    run: ({ document }, { barcode }, cause) => document?.deleteLine?.(barcodeOf(barcode), cause),
  },
  {
    id: 'advancedSearch',
    scope: 'edit',
    keys: '/, f3',
    barcode: 'FIND',
    when: inEditor((document) => (document.openSearch ? true : refuse('notOnThisScreen'))),
    run: ({ document }) => document?.openSearch?.(),
  },
  {
    id: 'editHeader',
    scope: 'edit',
    keys: 'e',
    barcode: 'HEADER.EDIT',
    when: inEditor((document) =>
      document.editHeader ? (document.mayEditHeader?.() ?? true) : refuse('notOnThisScreen'),
    ),
    run: ({ document }) => document?.editHeader?.(),
  },
  {
    id: 'goToDetail',
    leaves: true,
    scope: 'edit',
    keys: 'v',
    barcode: 'DETAIL',
    when: inEditor((document) =>
      document.switchStage ? (document.maySwitchStage?.() ?? true) : refuse('notOnThisScreen'),
    ),
    run: ({ document }) => {
      document?.switchStage?.()
      return undefined
    },
  },
]

/** Lines are ordered. */
export const orderCommands: readonly Command[] = [
  lineCommand('order', { id: 'order', key: 'o', barcode: 'ORDER' }),
]
