// Commands of the scan log.
import { defineCommands } from './define.ts'

export const logCommands = defineCommands('log', [
  {
    id: 'tryAgain',
    opensOtherScreen: true,
    keys: 'r, f4',
    barcode: 'AGAIN',
    when: (log) => log.mayTryAgain(),
    run: (log) => log.tryAgain(),
  },
  {
    id: 'showFailures',
    keys: 'o',
    barcode: 'LOG.FAILURES',
    run: (log) => log.showFailures(),
  },
  {
    id: 'exportLog',
    keys: 'e',
    barcode: 'LOG.EXPORT',
    when: (log) => log.mayExport(),
    run: (log) => log.export(),
  },
  { id: 'nextScan', keys: 'j', run: (log) => log.move(1) },
  { id: 'previousScan', keys: 'k', run: (log) => log.move(-1) },
])
