// The tabs of a kind that has several lists.
import { Link } from 'wouter'
import type { ListView, Mode } from '#core/kinds/kind.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import { pathTo } from '#core/wire/routes.ts'
import { say, sayCode } from '#text/say.ts'
import { codeOf } from './session/wording.ts'
import '#app/ui/tabs.css'

/** The lists of a kind, each with its own path. */
export function ListTabs({
  kind,
  mode,
  view,
}: {
  readonly kind: DocumentKind
  readonly mode: Mode
  readonly view: ListView
}) {
  return (
    <nav className="tabs" aria-label={say('documents.tabs')}>
      {mode.lists.map((each) => (
        <Link
          key={each.id}
          to={pathTo(each.route)}
          className="tab"
          aria-current={each.id === view.id ? 'page' : undefined}
        >
          {sayCode(codeOf(kind, 'list', each.id))}
        </Link>
      ))}
    </nav>
  )
}
