import { useContext } from 'react'
import { InputContext } from '../input-context.ts'
import { OnDemand } from '../on-demand.tsx'

const loadStrip = () => import('./scan-strip.tsx')
const none = {}

/** Reserves the space of the last-scan strip (`scan-strip.tsx`) until its code is loaded. */
export function LastScanStrip() {
  const input = useContext(InputContext)
  return (
    <div style={{ minBlockSize: '3rem' }}>
      <OnDemand load={loadStrip} wanted props={input ? none : undefined} />
    </div>
  )
}
