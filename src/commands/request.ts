// Commands of an adjustment request under review.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, RequestPort } from './context.ts'

const onRequest =
  (may: (request: RequestPort) => Verdict = () => true) =>
  ({ request }: CommandContext): Verdict =>
    request ? may(request) : refuse('notOnThisScreen')

const barcodeOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value))

const decision = (id: 'accept' | 'reject', keys: string, barcode: string): Command => ({
  id,
  scope: 'request',
  keys,
  barcode,
  arguments: [{ name: 'barcode', type: 'barcode', required: false }],
  when: (context, given) => onRequest((request) => request.may(id, barcodeOf(given.barcode)))(context),
  run: ({ request }, given, cause) => request?.decide(id, barcodeOf(given.barcode), cause),
})

const move = (id: 'nextLine' | 'previousLine', keys: string, by: 1 | -1): Command => ({
  id,
  scope: 'request',
  keys,
  when: onRequest(),
  run: ({ request }) => {
    request?.move(by)
    return undefined
  },
})

export const requestCommands: readonly Command[] = [
  decision('accept', 'a, f4', 'ACCEPT'),
  decision('reject', 'r, f6', 'REJECT'),
  {
    id: 'chooseLine',
    scope: 'request',
    barcode: 'LINE',
    arguments: [{ name: 'barcode', type: 'barcode', required: true }],
    when: onRequest(),
    run: ({ request }, { barcode }) => request?.choose(String(barcode)),
  },
  move('nextLine', 'j', 1),
  move('previousLine', 'k', -1),
]
