// Unsaved input on all screens of a document: from the open screen, and from storage for the others.
import type { Unfinished } from '#core/kinds/findings.ts'
import { stageOf } from '#core/kinds/screens.ts'
import { openWorksheet, pendingEntries } from '#core/kinds/worksheet.ts'
import { withDrafts } from './line-drafts.ts'
import type { Session } from './session-state.ts'

/** Returns the unsaved lines by screen, if they can still be saved; empty before the document is loaded. */
export function unsavedOf(session: Session): Unfinished['unsaved'] {
  const { kind, stage: here, drafts } = session.parts
  const { sheet } = session.get()
  if (!sheet) return []
  return STAGES.filter((stage) => kind.stages[stage] !== undefined).flatMap((stage) => {
    const { step } = stageOf(kind, stage).lineAction
    if (kind.lineSteps[step]?.during.includes(sheet.document.status) !== true) return []
    if (stage === here) return pendingEntries(sheet).map((entry) => ({ entry, stage }))
    const kept = drafts(stage).read()
    const opened = openWorksheet(sheet.document)
    return kept ? pendingEntries(withDrafts(kind, opened, kept)).map((entry) => ({ entry, stage })) : []
  })
}

export const STAGES = ['edit', 'detail', 'receive'] as const
