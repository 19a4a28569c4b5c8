// Holds scans from the reason to the last question of a correction, so that none runs between two dialogs.
import { useEffect, useMemo, useRef } from 'react'
import { useInput } from '#input/input-context.ts'

export interface ScanHolds {
  /** Holds scans; the returned function ends that. */
  readonly hold: () => () => void
  /** Is the screen closed? */
  readonly isGone: () => boolean
}

/** All holds end with the screen. */
export function useScanHolds(): ScanHolds {
  const { engine } = useInput()
  const held = useRef(new Set<() => void>())
  const gone = useRef(false)
  useEffect(() => {
    const all = held.current
    gone.current = false
    return () => {
      gone.current = true
      for (const remove of all) remove()
      all.clear()
    }
  }, [])
  return useMemo(
    () => ({
      hold: () => {
        const remove = engine.addTarget({ id: 'dialog', level: 'dialog', accepts: () => undefined })
        held.current.add(remove)
        return () => {
          if (held.current.delete(remove)) remove()
        }
      },
      isGone: () => gone.current,
    }),
    [engine],
  )
}
