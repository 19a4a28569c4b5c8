// Shows a screen's questions, one after the other. The person can press, type or scan each answer.
import { useMemo } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FIRST_FOCUS } from '#app/ui/focus-owner.ts'
import type { DialogPort } from '#core/commands/context.ts'
import { sayCode } from '#text/say.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import { useInput } from '../input-context.ts'
import { writeKeys } from '../palette/key-hint.ts'
import type { AskPerson, Question, Reply } from './question.ts'
import { type PendingQuestion, useQuestionQueue } from './use-question-queue.ts'

/** `ask` shows a question and resolves with its answer. The caller must render `dialog`. */
export function useQuestions(): {
  readonly ask: AskPerson
  readonly dialog: React.ReactNode
} {
  const { ask, first } = useQuestionQueue<Question, Reply>('dismissed')
  return { ask, dialog: first ? <QuestionDialog key={first.number} {...first} /> : null }
}

const QuestionDialog = ({ question, answer }: PendingQuestion<Question, Reply>) => {
  const answers = useMemo((): DialogPort['answers'] => {
    const reply = (id: Reply) => () => {
      answer(id)
      return undefined
    }
    return Object.fromEntries(question.answers.map(({ id }) => [id, reply(id)]))
  }, [question, answer])
  const byNumber = question.numbered
    ? {
        choose: (number: number) => {
          const chosen = question.answers[number - 1]
          if (chosen) answer(chosen.id)
          return undefined
        },
      }
    : {}
  useDialogAnswers(answers, byNumber)
  const { registry } = useInput()
  return (
    <Dialog
      open
      kind="alert"
      title={sayCode(question.code, question.facts)}
      onClose={() => answer('dismissed')}
      actions={question.answers.map(({ id, label, look, first }, index) => {
        const [key] = writeKeys(registry.byId(id))
        const hint = question.numbered ? String(index + 1) : key
        return (
          <Button
            key={id}
            size="large"
            {...(look && { look })}
            {...(hint !== undefined && { hint })}
            {...(first && FIRST_FOCUS)}
            onClick={() => answer(id)}
          >
            {sayCode(label, question.facts)}
          </Button>
        )
      })}
    >
      {question.detail !== undefined && <p>{sayCode(question.detail, question.facts)}</p>}
    </Dialog>
  )
}
