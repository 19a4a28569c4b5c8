// Checks whether this person may take a step on the document now.

import type { Document } from '#core/kinds/document.ts'
import { documentOffers, mayAct, mayActAt } from '#core/kinds/engine.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { SessionParts } from './session-parts.ts'
import type { Session } from './session-state.ts'

/** May this person take the step in this status? */
export function mayStep(session: Session, step: string): Verdict {
  const { sheet } = session.get()
  return sheet ? mayStepOn(sheet.document, step, session.parts) : refuse('stillLoading')
}

/** The same for a step of the whole document, which must not run twice at a time. */
export function mayTakeStep(session: Session, step: string): Verdict {
  const verdict = mayStep(session, step)
  return verdict === true && session.get().runningStep !== null ? refuse('busy') : verdict
}

// Checks the document's status, the person's rights and the location.
const mayStepOn = (document: Document, step: string, { kind, mode, place, actor }: SessionParts): Verdict => {
  const lineStep = kind.lineSteps[step]
  const allowed: Verdict = kind.documentSteps[step]
    ? documentOffers(kind, step, document)
    : !lineStep
      ? refuse('notOnThisScreen')
      : lineStep.during.includes(document.status)
        ? true
        : refuse('notWhileStatus', { status: document.status, number: document.number ?? '' })
  const here = mayActAt(mode.access, step, document.header, new Set([place.location]))
  return firstRefusal(
    mayAct(mode.access, actor(), step, document.header),
    allowed,
    here === true ? true : refuse('doneElsewhere', here.facts),
  )
}
