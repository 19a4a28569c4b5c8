// Parks an unfinished document when it is left, so that the palette offers it.

import type { Document } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { progressOf } from '#core/kinds/progress.ts'
import { type DocumentToPark, park, unpark } from '#input/kept/parked.ts'
import { sayCode } from '#text/say.ts'
import { draftsOf } from './session/line-drafts.ts'
import type { DocumentSession } from './session/session.ts'
import { unsavedOf } from './session/unsaved.ts'
import { codeOf } from './session/wording.ts'

/** Parks a document that has unsaved lines or is partly done; otherwise removes its entry. */
export function parkDocument({ core }: DocumentSession): void {
  const { sheet, fieldTyped } = core.get()
  const { kind, mode, stage } = core.parts
  if (!sheet) return
  const { document } = sheet
  const parking = parkingOf(kind, mode, document, stage)
  const [elsewhere] = unsavedOf(core).filter((each) => each.stage !== stage)
  const { done, total } = progressOf(core.stage, document)
  const { step } = core.stage.lineAction
  const isOpen = kind.lineSteps[step]?.during.includes(document.status) ?? false
  if (isOpen && draftsOf(sheet, fieldTyped)) park({ ...parking, code: 'parked.unsaved' })
  else if (elsewhere) park(parkingOf(kind, mode, document, elsewhere.stage))
  else if (isOpen && done > 0 && done < total)
    park({ ...parking, code: 'parked.halfDone', facts: { done, total } })
  else unpark(parking)
}

/** The parking entry of a document on one of its screens. */
export function parkingOf(
  kind: Kind,
  mode: Mode,
  document: Document,
  stage: 'edit' | 'detail' | 'receive',
): DocumentToPark {
  return {
    route: mode.routes[stage] ?? mode.routes.detail,
    parameters: stage === 'edit' ? { number: document.number ?? '' } : mode.routes.detailParameters(document),
    name: sayCode(codeOf(kind.kind, 'one'), { number: document.number ?? '' }),
    code: 'parked.unsaved',
    facts: {},
  }
}
