// What a document has left for others to decide: which lines differ, and the way to the request that was opened for it.
import { Link } from 'wouter'
import { useSession } from '#client/state/session.ts'
import { Icon } from '#client/ui/icon.tsx'
import { to } from '#contract/routes.ts'
import { adjustmentRequests } from '#kinds/adjustment/rules.ts'
import type { Document } from '#kinds/document.ts'
import { mayOpen } from '#kinds/engine.ts'
import type { Stage } from '#kinds/kind.ts'
import { sayCode } from '#text/say.ts'
import { codeOf, factsOfLeft } from './session/tell.ts'
import './left-to-decide.css'

export const LeftToDecide = ({ stage, document }: { readonly stage: Stage; readonly document: Document }) => {
  const { actor, locations } = useSession()
  const left = stage.leaves?.(document)
  if (!left) return null
  const facts = factsOfLeft(left)
  const opens =
    left.request !== '' &&
    mayOpen(adjustmentRequests.access, actor) === true &&
    locations.includes(left.location)
  return (
    <p className="left-to-decide" role="status">
      <Icon name="warning" />
      <span>{sayCode(codeOf(document.kind, 'left'), facts)}</span>
      {opens && (
        <Link className="button" href={to(adjustmentRequests.route, { number: left.request })}>
          {sayCode(codeOf(document.kind, 'left', 'open'), facts)}
        </Link>
      )}
    </p>
  )
}
