// A line's facts and controls as a card, on screens between handheld and terminal.
import type { ReactNode } from 'react'
import { useStorageName } from '#app/api/storage-name.ts'
import { useVarietyName } from '#app/api/variety-name.ts'

export interface LineLayoutProps {
  /** From `lineAttributes`. */
  readonly attributes: Readonly<Record<string, unknown>>
  readonly barcode: string
  readonly variety: string
  readonly storageLocation: string
  readonly quantity: ReactNode
  readonly actions: ReactNode
  readonly problem: string | undefined
}

/** `head`: beside the barcode. `types`: trim and stock type. `children`: below the plant's facts. */
export function LineLayout({
  attributes,
  barcode,
  variety,
  storageLocation,
  quantity,
  actions,
  problem,
  head,
  types,
  children,
  below,
}: LineLayoutProps & {
  readonly head: ReactNode
  readonly types: readonly string[]
  readonly children?: ReactNode
  readonly below?: ReactNode
}) {
  const nameOfVariety = useVarietyName()
  const nameOfStorage = useStorageName()
  return (
    <article className="line" {...attributes}>
      <div className="line-head layout-row layout-apart">
        <span className="line-barcode">{barcode}</span>
        {head}
      </div>
      <p className="line-plant layout-cut">
        {[nameOfVariety(variety), ...types, nameOfStorage(storageLocation)]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {children}
      <div className="line-work">
        {quantity}
        {actions}
      </div>
      <LineProblem problem={problem} />
      {below}
    </article>
  )
}

/** Why the line was not saved; nothing if it was. */
export function LineProblem({ problem }: { readonly problem: string | undefined }) {
  return problem === undefined ? null : (
    <p className="line-problem note tone-error" role="alert">
      {problem}
    </p>
  )
}
