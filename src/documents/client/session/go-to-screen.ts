// Navigates to another screen of the open document.
import type { Document } from '#core/kinds/document.ts'
import type { Mode } from '#core/kinds/kind.ts'
import type { StageId } from '#core/kinds/verbs.ts'
import { pathTo } from '#core/wire/routes.ts'
import type { Session } from './session-state.ts'

// The place where the screen opens: a line, the header form, or the list of findings.
type OpenTarget = { readonly line: string } | { readonly at: 'header' | 'left' }

/** Opens another screen of the document, which keeps the reason and the quantity of the next scans. */
export function goToScreen(session: Session, stage: StageId, target?: OpenTarget): void {
  const { mode, navigate } = session.parts
  const document = session.get().sheet?.document
  if (!document) return
  session.isSwitchingScreen = true
  navigate(addressOf(mode, stage, document) + (target ? `?${new URLSearchParams({ ...target })}` : ''))
}

const addressOf = ({ routes }: Mode, stage: StageId, document: Document): string =>
  stage === 'edit'
    ? pathTo(routes.edit, { number: document.number ?? '' })
    : pathTo(routes[stage] ?? routes.detail, routes.detailParameters(document))
