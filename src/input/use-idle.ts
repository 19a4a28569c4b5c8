import { useEffect, useState } from 'react'
import { whenIdle } from '#app/state/when-idle.ts'

/** Returns true once the browser has been idle. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle
}
