import { type ComponentType, createElement, useEffect, useState } from 'react'

export interface LateProps<Props extends object> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** Fetched ahead, shown or not. */
  readonly wanted: boolean
  /** Shown with these; not shown without. */
  readonly props: Props | undefined
}

/**
 * A component of a chunk that is fetched once it is wanted. A fetch that fails (no network) leaves the page as it is, and
 * the next time it is wanted tries again: unlike React.lazy, which would take the screen down with it.
 */
export function Late<Props extends object>({ load, wanted, props }: LateProps<Props>) {
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
