// Commands of the screen that corrects stock.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, TrimPort } from './context.ts'

const onTrim =
  (may: (trim: TrimPort) => Verdict = () => true) =>
  ({ trim }: CommandContext): Verdict =>
    trim ? may(trim) : refuse('notOnThisScreen')

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))
const quantityOf = (value: string | number | undefined) => (value === undefined ? undefined : Number(value))

const barcodeAndQuantity = [
  { name: 'barcode', type: 'barcode', required: false },
  { name: 'quantity', type: 'quantity', required: false },
] as const satisfies Command['arguments']

export const trimCommands: readonly Command[] = [
  {
    id: 'findStock',
    scope: 'trim',
    keys: '/, f3',
    barcode: 'STOCK',
    arguments: barcodeAndQuantity,
    when: onTrim(),
    run: ({ trim }, { barcode, quantity }, cause) => trim?.find(textOf(barcode), quantityOf(quantity), cause),
  },
  {
    id: 'adjust',
    scope: 'trim',
    keys: 'a, f4',
    barcode: 'ADJUST',
    arguments: barcodeAndQuantity,
    when: (context, { barcode }) => onTrim((trim) => trim.mayAdjust(textOf(barcode)))(context),
    run: ({ trim }, { barcode, quantity }, cause) =>
      trim?.adjust(textOf(barcode), quantityOf(quantity), cause),
  },
  {
    id: 'reviewRequest',
    leaves: true,
    scope: 'trim',
    keys: 'r',
    barcode: 'REVIEW',
    arguments: [{ name: 'number', type: 'number', required: false }],
    when: (context, { number }) => onTrim((trim) => trim.mayReview(textOf(number)))(context),
    run: ({ trim }, { number }) => trim?.review(textOf(number)),
  },
]
