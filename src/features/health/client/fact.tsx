import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

/** A line of the health check; `good` is undefined while unknown. */
export function Fact({
  name,
  good,
  children,
}: {
  readonly name: string
  readonly good: boolean | undefined
  readonly children: ReactNode
}) {
  return (
    <div className="fact layout-apart" data-good={good}>
      <dt>{name}</dt>
      <dd>
        {good === undefined ? <Spinner /> : <Icon name={good ? 'check' : 'error'} />} {children}
      </dd>
    </div>
  )
}
