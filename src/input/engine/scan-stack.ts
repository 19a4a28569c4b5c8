// Keeps the stack of scan targets and finds the target screen of a scan.
import { orderTargets, type ScanTarget } from '#core/scan/route.ts'
import type { EngineTarget } from './scan-entry.ts'

/** Target of a scan that was made on a page without a target screen. */
export const NO_SCREEN = ''
/** Target of a scan whose screen did not open. */
export const NEVER_OPENED = '!'

export type ScanStack = ReturnType<typeof createScanStack>

/** Creates an empty stack; calls `changed` after each change. */
export function createScanStack(changed: () => void) {
  const targets: { readonly target: EngineTarget; readonly order: number }[] = []
  let order = 0
  let paused = 0
  // Screens with this order or a lower one were left by a command.
  let lastLeftOrder = 0

  const topOf = (level: ScanTarget['level']) => targets.findLast(({ target }) => target.level === level)
  const all = (): readonly EngineTarget[] => targets.map(({ target }) => target)

  return {
    /** Adds a target on top of its level; returns a function that removes it. */
    add: (target: EngineTarget): (() => void) => {
      order += 1
      const added = { target, order }
      targets.push(added)
      changed()
      return () => {
        targets.splice(targets.indexOf(added), 1)
        changed()
      }
    },
    /** Holds scans while a screen loads; returns a function that ends this. */
    pause: (): (() => void) => {
      paused += 1
      let ended = false
      return () => {
        if (ended) return
        ended = true
        paused -= 1
        changed()
      }
    },
    isPaused: () => paused > 0,
    all,
    /** From top to bottom. */
    inOrder: () => orderTargets(all()),
    top: (level: ScanTarget['level']): EngineTarget | undefined => topOf(level)?.target,
    /** Number of targets ever added. */
    count: () => order,
    /** The screens among the first `count` targets are closing, and another screen is loading. */
    leave: (count: number): void => {
      lastLeftOrder = Math.max(lastLeftOrder, count)
    },
    /** The id of the top screen; undefined while it is loading. */
    screen: (): string | undefined => {
      if (paused > 0) return undefined
      const top = topOf('screen')
      if (!top) return NO_SCREEN
      return top.order <= lastLeftOrder ? undefined : top.target.id
    },
    /** Can the scan's screen take it? undefined means the screen that was loading. */
    gate: (screen: string | undefined): 'open' | 'screen' | 'gone' => {
      if (screen === NEVER_OPENED) return 'gone'
      if (screen === NO_SCREEN) return 'open'
      if (paused > 0) return 'screen'
      const top = topOf('screen')
      if (!top || top.order <= lastLeftOrder) return 'screen'
      if (screen !== undefined && screen !== top.target.id) return 'gone'
      return top.target.ready === false ? 'screen' : 'open'
    },
  }
}
