// Components whose code comes when it is first shown, or before: what is there already is drawn at once.
import { type ComponentType, lazy, useState } from 'react'

export interface Later<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Fetches the code; a failed fetch is tried again when it is shown. */
  readonly fetch: () => Promise<void>
}

/** A component that `load` fetches; around it there must be a `Suspense`. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let there: ComponentType<Props> | undefined
  const fetchOnce = async () => {
    there ??= await load()
    return there
  }
  const InTime = lazy(async () => ({ default: await fetchOnce() }))
  // The same one for as long as it is mounted: another one would begin anew.
  const Component = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => there ?? InTime)
    return <Shown {...props} />
  }
  return { Component, fetch: async () => void (await fetchOnce()) }
}
