import { type Attributes, type ComponentType, createElement, useEffect, useState } from 'react'
import { reportResult } from '#app/state/results.ts'
import { loadWithRetries } from './load-with-retries.ts'

interface OnDemandProps<Props extends object> {
  readonly load: () => Promise<{
    readonly default: ComponentType<NoInfer<Props> & { readonly onClose: () => void }>
  }>
  /** Load the code in advance. */
  readonly preload: boolean
  /** The props of the component; undefined renders nothing. */
  readonly props: (Props & Attributes) | undefined
  /** Called if the component is needed and cannot be loaded now; a notice is shown. */
  readonly onClose: () => void
}

// Timeout of a requested load, in milliseconds: a component that appears later would be a surprise.
const loadTimeoutMs = 5000

/**
 * Renders a component whose chunk is loaded on demand. A failed load renders nothing and is retried until it
 * succeeds, so that the palette works after an early loss of the network. React.lazy would unmount the screen
 * instead.
 */
export function OnDemand<Props extends object>({ load, preload, props, onClose }: OnDemandProps<Props>) {
  // The component is needed now.
  const isNeeded = props !== undefined
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>()
  const shouldLoad = loaded === undefined && (preload || isNeeded)
  useEffect(() => {
    if (!shouldLoad) return undefined
    const giveUp = () => {
      if (!isNeeded) return
      onClose()
      reportResult('error', 'notLoaded')
    }
    const timer = window.setTimeout(giveUp, loadTimeoutMs)
    const end = loadWithRetries(load, setLoaded, giveUp)
    return () => {
      window.clearTimeout(timer)
      end()
    }
  }, [load, shouldLoad, isNeeded, onClose])
  return loaded && props ? createElement(loaded.default, { ...props, onClose }) : null
}
