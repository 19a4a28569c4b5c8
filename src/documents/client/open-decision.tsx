// Lines that other people must decide on, with a link to their adjustment request.
import { Link } from 'wouter'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import { adjustmentRequests } from '#core/kinds/adjustment/rules.ts'
import type { Document } from '#core/kinds/document.ts'
import { mayOpen } from '#core/kinds/engine.ts'
import type { Stage } from '#core/kinds/kind.ts'
import { pathTo } from '#core/wire/routes.ts'
import { sayCode } from '#text/say.ts'
import { codeOf, factsOfDecision } from './session/wording.ts'
import './open-decision.css'

export function OpenDecision({ stage, document }: { readonly stage: Stage; readonly document: Document }) {
  const { actor, locations } = useSession()
  const decision = stage.openDecision?.(document)
  if (!decision) return null
  const facts = factsOfDecision(decision)
  const opens =
    decision.request !== '' &&
    mayOpen(adjustmentRequests.access, actor) === true &&
    locations.includes(decision.location)
  return (
    <p className="open-decision note tone-warning layout-row" role="status">
      <Icon name="warning" />
      <span>{sayCode(codeOf(document.kind, 'decision'), facts)}</span>
      {opens && (
        <Link className="button" href={pathTo(adjustmentRequests.route, { number: decision.request })}>
          {sayCode(codeOf(document.kind, 'decision', 'open'), facts)}
        </Link>
      )}
    </p>
  )
}
