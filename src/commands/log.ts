// Commands of the scan log.
import type { CommandId } from '#contract/command-ids.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, LogPort } from './context.ts'

const onLog =
  (may: (log: LogPort) => Verdict = () => true) =>
  ({ log }: CommandContext): Verdict =>
    log ? may(log) : refuse('notOnThisScreen')

const move = (id: CommandId, keys: string, by: 1 | -1): Command => ({
  id,
  scope: 'log',
  keys,
  when: onLog(),
  run: ({ log }) => {
    log?.move(by)
    return undefined
  },
})

export const logCommands: readonly Command[] = [
  {
    id: 'tryAgain',
    leaves: true,
    scope: 'log',
    keys: 'r, f4',
    barcode: 'AGAIN',
    when: onLog((log) => log.mayTryAgain()),
    run: ({ log }) => log?.tryAgain(),
  },
  {
    id: 'showFailures',
    scope: 'log',
    keys: 'o',
    barcode: 'LOG.FAILURES',
    when: onLog(),
    run: ({ log }) => log?.showFailures(),
  },
  {
    id: 'exportLog',
    scope: 'log',
    keys: 'e',
    barcode: 'LOG.EXPORT',
    when: onLog((log) => log.mayExport()),
    run: ({ log }) => log?.export(),
  },
  move('nextScan', 'j', 1),
  move('previousScan', 'k', -1),
]
