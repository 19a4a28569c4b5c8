import { type Attributes, type ComponentType, createElement, useEffect, useState } from 'react'
import { reportResult } from '#app/state/results.ts'
import { loadWithRetries } from './load-with-retries.ts'

export interface OnDemandProps<Props extends object> {
  readonly load: () => Promise<{
    readonly default: ComponentType<NoInfer<Props> & { readonly onClose: () => void }>
  }>
  /** Load it in advance. */
  readonly wanted: boolean
  /** Rendered with these and `onClose`; not rendered without. */
  readonly props: (Props & Attributes) | undefined
  /** Called, with a notice, if it is waited for and cannot be loaded now. */
  readonly onClose: () => void
}

// Whoever asked is told after this long, in milliseconds; what comes later would be a surprise.
const waitsFor = 5000

/**
 * A component of a chunk that is loaded on demand. What could not be loaded is not shown, and is tried again
 * until it is there: the palette would be dead for a page that lost the network as it began. React.lazy would
 * take the screen down.
 */
export function OnDemand<Props extends object>({ load, wanted, props, onClose }: OnDemandProps<Props>) {
  // Somebody waits for it.
  const asked = props !== undefined
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>()
  const fetches = loaded === undefined && (wanted || asked)
  useEffect(() => {
    if (!fetches) return undefined
    const miss = () => {
      if (!asked) return
      onClose()
      reportResult('error', 'notLoaded')
    }
    const timer = window.setTimeout(miss, waitsFor)
    const end = loadWithRetries(load, setLoaded, miss)
    return () => {
      window.clearTimeout(timer)
      end()
    }
  }, [load, fetches, asked, onClose])
  return loaded && props ? createElement(loaded.default, { ...props, onClose }) : null
}
