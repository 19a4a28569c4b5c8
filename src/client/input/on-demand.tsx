import { type ComponentType, createElement, useEffect, useState } from 'react'

export interface OnDemandProps<Props extends object> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** Load it in advance. */
  readonly wanted: boolean
  /** Rendered with these; not rendered without. */
  readonly props: Props | undefined
}

/**
 * A component of a chunk that is loaded on demand. If loading fails, nothing is shown and the next demand
 * retries: React.lazy would take the screen down.
 */
export function OnDemand<Props extends object>({ load, wanted, props }: OnDemandProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<Props> }>()
  const fetches = loaded === undefined && (wanted || props !== undefined)
  useEffect(() => {
    if (!fetches) return undefined
    let gone = false
    load().then(
      (module) => {
        if (!gone) setLoaded({ component: module.default })
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [load, fetches])
  return loaded && props ? createElement(loaded.component, props) : null
}
