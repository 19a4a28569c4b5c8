// Provides the outbox to components.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AppState } from '#app/outbox/intent.ts'
import type { Outbox } from '#app/outbox/outbox.ts'
import { outbox } from '#app/outbox/page-outbox.ts'

/** Returns the page's outbox and its state; `ready`: the state is loaded. */
export function useOutbox(): { readonly box: Outbox; readonly state: AppState; readonly ready: boolean } {
  const box = outbox()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    void box.ready.then(() => setReady(true))
  }, [box])
  return { box, state: useSyncExternalStore(box.subscribe, box.state), ready }
}
