// Checks whether this person may take a step on the document now.

import type { Document } from '#core/kinds/document.ts'
import { documentOffers, mayAct, mayActAt } from '#core/kinds/engine.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import type { SessionParts } from './session-parts.ts'

/** Checks the document's status, the person's rights and the location. */
export function mayStepOn(
  document: Document,
  step: string,
  { kind, mode, place, actor }: Pick<SessionParts, 'kind' | 'mode' | 'place' | 'actor'>,
): Verdict {
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
