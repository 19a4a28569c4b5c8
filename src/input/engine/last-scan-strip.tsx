import { useContext } from 'react'
import { InputContext } from '../input-context.ts'
import { ScanStrip } from './scan-strip.tsx'
import './last-scan-strip.css'

/** The space of the last-scan strip (`scan-strip.tsx`): always the same, whatever the strip says. */
export function LastScanStrip() {
  const input = useContext(InputContext)
  return <div className="last-scan-strip">{input && <ScanStrip />}</div>
}
