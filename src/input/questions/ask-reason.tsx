// Asks for a reason in a dialog. The dialog's code loads when the browser is idle, or when it is needed.
import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '#app/state/when-idle.ts'
import type { ReasonType } from '#core/wire/constants.ts'
import type { ReasonCode } from '#core/wire/master-data.ts'
import { useQuestionQueue } from './use-question-queue.ts'

type Loaded = typeof import('./reason-dialog.tsx').ReasonDialog
let loaded: Loaded | undefined
async function load(): Promise<Loaded> {
  loaded ??= (await import('./reason-dialog.tsx')).ReasonDialog
  return loaded
}

/** A question for a reason: the title's code, and whether the answer may apply to the next scans too. */
export interface ReasonQuestion {
  readonly code: string
  readonly facts?: Readonly<Record<string, string | number>>
  readonly type: ReasonType
  /** The barcode and its quantity in whole plants. */
  readonly about: { readonly barcode: string; readonly n: number }
  readonly mayKeep?: boolean
  /** It may remain unanswered: the person closes it or scans the next barcode. */
  readonly optional?: boolean
  /** The reason code that Enter chooses; '' for none. */
  readonly proposed?: string
}

export interface ChosenReason {
  readonly reason: string
  /** The reason's text. */
  readonly name: string
  /** Use it for the next scans too. */
  readonly keep: boolean
}

/** Asks for a reason; null if the person or `signal` closed the dialog. */
export type AskReason = (question: ReasonQuestion, signal?: AbortSignal) => Promise<ChosenReason | null>

/** The reason codes of a type. */
export interface ReasonList {
  readonly items: readonly ReasonCode[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly reload: () => Promise<readonly ReasonCode[] | null>
}
type Reasons = Readonly<Record<ReasonType, ReasonList>>

/** `ask` shows the dialog and resolves with a reason. The caller must render `dialog`. */
export function useReasonDialog(reasons: Reasons): {
  readonly ask: AskReason
  readonly dialog: React.ReactNode
} {
  const { ask: show, withdraw, first } = useQuestionQueue<ReasonQuestion, ChosenReason | null>(null)
  const [ReasonDialog, setDialog] = useState(() => loaded)
  const ask = useCallback<AskReason>(
    (question, signal) => {
      load().then((dialog) => setDialog(() => dialog), withdraw)
      return show(question, signal)
    },
    [show, withdraw],
  )
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [])
  return {
    ask,
    dialog:
      first && ReasonDialog ? (
        <ReasonDialog
          key={first.number}
          {...first.question}
          answer={first.answer}
          list={reasons[first.question.type]}
        />
      ) : null,
  }
}
