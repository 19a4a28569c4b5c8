// What a document's screen asks of the person, and where it leads afterwards.
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useReasonCodes } from '#client/api/master-data.ts'
import { useQuestions } from '#client/input/questions/questions.tsx'
import { useReasonDialog } from '#client/input/questions/reason-dialog.tsx'
import { to } from '#contract/routes.ts'
import type { Mode } from '#kinds/kind.ts'
import type { ScreenActions } from './use-document-session.ts'

/** `dialogs` has to stand somewhere on the screen. */
export function useScreenActions(mode: Mode): {
  readonly actions: ScreenActions
  readonly dialogs: ReactNode
} {
  const questions = useQuestions()
  const reason = useReasonDialog({ DUMP: useReasonCodes('DUMP'), INVENTORY: useReasonCodes('INVENTORY') })
  const [, navigate] = useLocation()
  const { ask } = questions
  const askReason = reason.ask
  const list = mode.lists[0].route
  const actions = useMemo(
    (): ScreenActions => ({ ask, askReason, leave: () => navigate(to(list)) }),
    [ask, askReason, navigate, list],
  )
  return {
    actions,
    dialogs: (
      <>
        {questions.dialog}
        {reason.dialog}
      </>
    ),
  }
}
