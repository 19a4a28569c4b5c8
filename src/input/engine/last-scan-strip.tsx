import { useContext } from 'react'
import { InputContext } from '../input-context.ts'
import { ScanStrip } from './scan-strip.tsx'
import './last-scan-strip.css'

/** Reserves a fixed height for the scan strip (`scan-strip.tsx`), so that its text never moves the page. */
export function LastScanStrip() {
  const input = useContext(InputContext)
  return <div className="last-scan-strip">{input && <ScanStrip />}</div>
}
