// The documents of a list that were created on this device and have no number yet.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { AppOperation, CreateIntent } from '#app/outbox/intent.ts'
import { outbox } from '#app/outbox/page-outbox.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { pathTo, ROUTES } from '#core/wire/routes.ts'
import { say } from '#text/say.ts'
import { rowLabel } from './entity-label.ts'
import './document-row.css'
import './made-here.css'

type Creation = AppOperation & { readonly intent: CreateIntent }

/**
 * The rows of the person's unnumbered documents at this place. Each row opens the document, or the outbox if
 * the server has refused it. `onNumbered`: called when a document is numbered or discarded.
 */
export function UnnumberedDocuments({
  kind,
  mode,
  onNumbered,
}: {
  readonly kind: Kind
  readonly mode: Mode
  readonly onNumbered: () => void
}) {
  const { userName } = useSession()
  const place = usePlace()
  const box = outbox()
  const { operations } = useSyncExternalStore(box.subscribe, box.state)
  const made = operations.filter(
    (each): each is Creation =>
      each.intent.type === 'create' &&
      each.user === userName &&
      each.intent.kind === kind.kind &&
      each.intent.mode === mode.id &&
      each.intent.place.location === place.location &&
      each.intent.place.season.id === place.season.id,
  )
  const n = made.length
  const before = useRef(n)
  useEffect(() => {
    if (n < before.current) onNumbered()
    before.current = n
  }, [n, onNumbered])
  if (n === 0) return null
  return (
    <ul className="made-here" aria-label={say('documents.madeHere')}>
      {made.map((each) => (
        <Row key={each.id} creation={each} mode={mode} />
      ))}
    </ul>
  )
}

const Row = ({ creation, mode }: { readonly creation: Creation; readonly mode: Mode }) => {
  const { intent, state } = creation
  const { number, values } = intent
  const needsPerson = state === 'refused' || state === 'held'
  return (
    <li className="document-row card-edge">
      <Link
        to={needsPerson ? ROUTES.outbox : pathTo(mode.routes.edit, { number })}
        className="document-row-open card-link"
      >
        <span className="document-row-line layout-words">
          <span className="document-row-number text-large made-here-number">{number}</span>
        </span>
        <span className="document-row-line layout-words made-here-facts">
          <span className="made-here-state" data-needs={needsPerson}>
            <Icon name={needsPerson ? 'warning' : 'clock'} />{' '}
            {say(needsPerson ? 'documents.madeHereNeeds' : 'documents.madeHere')}
          </span>
          <span className="document-row-entity">{rowLabel(values)}</span>
        </span>
      </Link>
    </li>
  )
}
