import { type Attributes, type ComponentType, createElement, useEffect, useState } from 'react'
import { notify } from '#client/state/notices.ts'
import { loadWithRetries } from './load-with-retries.ts'

export interface OnDemandProps<Props extends object> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>
  /** Load it in advance. */
  readonly wanted: boolean
  /** Rendered with these and `onClose`; not rendered without. */
  readonly props: (Omit<Props, 'onClose'> & Attributes) | undefined
  /** Somebody asks for it by its props. Called, with a notice, if it cannot be loaded now. Absent: nobody has asked. */
  readonly onClose: (() => void) | undefined
}

// Whoever asked is told after this long, in milliseconds; what comes later would be a surprise.
const waitsFor = 5000

/**
 * A component of a chunk that is loaded on demand. What could not be loaded is not shown, and is tried again until it is there: chords
 * and palette would be dead for a page that lost the network as it began. React.lazy would take the screen down.
 */
export function OnDemand<Props extends object>({ load, wanted, props, onClose }: OnDemandProps<Props>) {
  const [loaded, setLoaded] = useState<{ readonly component: ComponentType<Props> }>()
  const isAsked = props !== undefined
  const fetches = loaded === undefined && (wanted || isAsked)
  useEffect(() => {
    if (!fetches) return undefined
    const miss = () => {
      if (!isAsked || !onClose) return
      onClose()
      notify('notLoaded', {}, 'error')
    }
    const timer = window.setTimeout(miss, waitsFor)
    const end = loadWithRetries(load, (module) => setLoaded({ component: module.default }), miss)
    return () => {
      window.clearTimeout(timer)
      end()
    }
  }, [load, fetches, isAsked, onClose])
  return loaded && props
    ? createElement(loaded.component, { ...props, onClose } as unknown as Props & Attributes)
    : null
}
