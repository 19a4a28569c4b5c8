// Commands of a document's detail, whatever is done with its lines there.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, DocumentPort } from './context.ts'
import { lineCommand } from './line-verb.ts'

const onDetail =
  (may: (document: DocumentPort) => Verdict) =>
  ({ document }: CommandContext): Verdict =>
    document?.stage === 'detail' ? may(document) : refuse('notOnThisScreen')

/** Steps that are taken wherever the document is open. */
const withDocument =
  (step: string) =>
  ({ document }: CommandContext): Verdict =>
    document ? document.may(step) : refuse('noDocument')

export const detailCommands: readonly Command[] = [
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

/** Lines are picked and the document is sent on its way. */
export const pickCommands: readonly Command[] = [
  lineCommand('pick', { id: 'pick', key: 'p', barcode: 'PICK' }),
  {
    id: 'ship',
    scope: 'pick',
    keys: 's, mod+s',
    barcode: 'SHIP',
    when: withDocument('ship'),
    run: ({ document }, _, cause) => document?.take('ship', cause),
  },
]
