// Commands of the outbox.
import { defineCommands } from './define.ts'

export const outboxCommands = defineCommands('outbox', [
  {
    id: 'sendAgain',
    keys: 'r, f4',
    barcode: 'OUTBOX.AGAIN',
    when: (outbox) => outbox.mayAct(),
    run: (outbox) => outbox.sendAgain(),
  },
  {
    id: 'openWaiting',
    opensOtherScreen: true,
    keys: 'o, f3',
    barcode: 'OUTBOX.OPEN',
    when: (outbox) => outbox.mayOpen(),
    run: (outbox) => outbox.open(),
  },
  {
    id: 'discardWaiting',
    keys: 'd, f6',
    barcode: 'OUTBOX.DISCARD',
    when: (outbox) => outbox.mayAct(),
    run: (outbox) => outbox.discard(),
  },
  {
    id: 'chooseWaiting',
    arguments: [{ name: 'barcode', type: 'barcode', required: true }],
    run: (outbox, { barcode = '' }) => outbox.choose(barcode),
  },
  {
    id: 'exportWaiting',
    keys: 'e',
    barcode: 'OUTBOX.EXPORT',
    when: (outbox) => outbox.mayExport(),
    run: (outbox) => outbox.export(),
  },
  { id: 'nextWaiting', keys: 'j', run: (outbox) => outbox.move(1) },
  { id: 'previousWaiting', keys: 'k', run: (outbox) => outbox.move(-1) },
])
