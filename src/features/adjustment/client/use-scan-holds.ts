// Holds scans from the reason to the last question of a correction, so that none runs between dialogs.
import { useEffect, useMemo, useRef } from 'react'
import { useInput } from '#input/input-context.ts'

export interface ScanHolds {
  /** Holds scans until the returned function is called. */
  readonly hold: () => () => void
  /** Is the screen closed? */
  readonly isUnmounted: () => boolean
}

/** Returns the scan holds of a screen; all of them end when it unmounts. */
export function useScanHolds(): ScanHolds {
  const { engine } = useInput()
  const removers = useRef(new Set<() => void>())
  const isUnmounted = useRef(false)
  useEffect(() => {
    const all = removers.current
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      for (const remove of all) remove()
      all.clear()
    }
  }, [])
  return useMemo(
    () => ({
      hold: () => {
        const remove = engine.addTarget({ id: 'dialog', level: 'dialog', accepts: () => undefined })
        removers.current.add(remove)
        return () => {
          if (removers.current.delete(remove)) remove()
        }
      },
      isUnmounted: () => isUnmounted.current,
    }),
    [engine],
  )
}
