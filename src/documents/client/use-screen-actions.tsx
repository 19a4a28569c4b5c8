// The dialogs and navigation of a document's screen.
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useReasonCodes } from '#app/api/master-data.ts'
import type { Mode } from '#core/kinds/kind.ts'
import { pathTo } from '#core/wire/routes.ts'
import { useReasonDialog } from '#input/questions/ask-reason.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { useShelfDialog } from '#input/questions/shelf-dialog.tsx'
import { useFindingsSheet } from './findings-sheet.tsx'
import type { ScreenActions } from './use-document-session.ts'

/** The caller must render `dialogs`. */
export function useScreenActions(mode: Mode): {
  readonly actions: ScreenActions
  readonly dialogs: ReactNode
} {
  const questions = useQuestions()
  const reason = useReasonDialog({ DUMP: useReasonCodes('DUMP'), INVENTORY: useReasonCodes('INVENTORY') })
  const shelf = useShelfDialog()
  const left = useFindingsSheet()
  const [, navigate] = useLocation()
  const { ask } = questions
  const askReason = reason.ask
  const askShelf = shelf.ask
  const findings = left.sheet
  const list = mode.lists[0].route
  const actions = useMemo(
    (): ScreenActions => ({ ask, askReason, askShelf, findings, leave: () => navigate(pathTo(list)) }),
    [ask, askReason, askShelf, findings, navigate, list],
  )
  return {
    actions,
    dialogs: (
      <>
        {left.dialog}
        {questions.dialog}
        {shelf.dialog}
        {reason.dialog}
      </>
    ),
  }
}
