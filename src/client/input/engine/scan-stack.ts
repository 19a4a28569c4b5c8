// The places that take scans, one over the other, and which screen a scan of this moment is for.
import { orderTargets, type ScanTarget } from '#scan/route.ts'
import type { EngineTarget } from './scan-entry.ts'

/** The screen of a scan that was made where nothing takes scans. */
export const NO_SCREEN = ''
/** In place of a screen: the one that was to open did not. */
export const NEVER_OPENED = '!'

export interface ScanStack {
  /** Puts a place on top of its level until the answered function is called. */
  readonly add: (target: EngineTarget) => () => void
  /** Holds scans while a screen is on its way; ends when the answered function is called. */
  readonly pause: () => () => void
  readonly isPaused: () => boolean
  readonly all: () => readonly EngineTarget[]
  /** From the top of the stack to the bottom. */
  readonly inOrder: () => readonly EngineTarget[]
  readonly top: (level: ScanTarget['level']) => EngineTarget | undefined
  /** How many places were ever put on: what `leave` takes. */
  readonly count: () => number
  /** The screens of the first so many places are left: another one is on its way. */
  readonly leave: (count: number) => void
  /** The id of the screen in front; undefined while it is on its way. */
  readonly screen: () => string | undefined
  /** Whether the screen that a scan was made for can take it; undefined as its name: the one that was on its way. */
  readonly gate: (screen: string | undefined) => 'open' | 'screen' | 'gone'
}

/** An empty stack; `changed` is called after every change. */
export function createScanStack(changed: () => void): ScanStack {
  const targets: { readonly target: EngineTarget; readonly order: number }[] = []
  let order = 0
  let paused = 0
  /** Screens registered up to here are the ones that a command has left. */
  let arrivesAfter = 0

  const topOf = (level: ScanTarget['level']) => targets.findLast(({ target }) => target.level === level)
  const all = () => targets.map(({ target }) => target)

  return {
    add: (target) => {
      order += 1
      const added = { target, order }
      targets.push(added)
      changed()
      return () => {
        targets.splice(targets.indexOf(added), 1)
        changed()
      }
    },
    pause: () => {
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
    inOrder: () => orderTargets(all()),
    top: (level) => topOf(level)?.target,
    count: () => order,
    leave: (count) => {
      arrivesAfter = Math.max(arrivesAfter, count)
    },
    screen: () => {
      if (paused > 0) return undefined
      const top = topOf('screen')
      if (!top) return NO_SCREEN
      return top.order <= arrivesAfter ? undefined : top.target.id
    },
    gate: (screen) => {
      if (screen === NEVER_OPENED) return 'gone'
      if (screen === NO_SCREEN) return 'open'
      if (paused > 0) return 'screen'
      const top = topOf('screen')
      if (!top || top.order <= arrivesAfter) return 'screen'
      if (screen !== undefined && screen !== top.target.id) return 'gone'
      return top.target.ready === false ? 'screen' : 'open'
    },
  }
}
