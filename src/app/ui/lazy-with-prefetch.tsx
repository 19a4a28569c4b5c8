// Lazy components that can be prefetched: a component that is loaded already renders without a fallback.
import { type ComponentType, lazy, useState } from 'react'

interface LazyWithPrefetch<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Loads the code; a failed load is retried when the component is rendered. */
  readonly fetch: () => Promise<void>
}

/** A component that `load` loads; it must be inside a `Suspense`. */
export function lazyWithPrefetch<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyWithPrefetch<Props> {
  let loadedComponent: ComponentType<Props> | undefined
  const fetchOnce = async () => {
    loadedComponent ??= await load()
    return loadedComponent
  }
  const LazyComponent = lazy(async () => ({ default: await fetchOnce() }))
  // Keeps the component type while mounted: another type would remount and lose its state.
  const Component = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loadedComponent ?? LazyComponent)
    return <Shown {...props} />
  }
  return { Component, fetch: async () => void (await fetchOnce()) }
}
