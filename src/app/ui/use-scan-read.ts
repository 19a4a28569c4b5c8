import { type RefObject, useEffect } from 'react'
import { SCAN_READ } from './scan-read.ts'

/** Calls `onScan` after a scan was read while a field had the focus. */
export function useScanRead(field: RefObject<HTMLElement | null>, onScan: () => void): void {
  useEffect(() => {
    const element = field.current
    element?.addEventListener(SCAN_READ, onScan)
    return () => element?.removeEventListener(SCAN_READ, onScan)
  })
}
