import { type ComponentType, createElement, useEffect, useState } from 'react'
import { loadWithRetries } from './load-with-retries.ts'

export interface OnDemandProps<Props extends object> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** Load it in advance. */
  readonly wanted: boolean
  /** Rendered with these; not rendered without. */
  readonly props: Props | undefined
}

/**
 * A component of a chunk that is loaded on demand. What could not be loaded is not shown, and is tried again until it is there: chords
 * and palette would be dead for a page that lost the network as it began. React.lazy would take the screen down.
 */
export function OnDemand<Props extends object>({ load, wanted, props }: OnDemandProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<Props> }>()
  const fetches = loaded === undefined && (wanted || props !== undefined)
  useEffect(
    () => (fetches ? loadWithRetries(load, (module) => setLoaded({ component: module.default })) : undefined),
    [load, fetches],
  )
  return loaded && props ? createElement(loaded.component, props) : null
}
