// Asks for the reason of a write-off, return or different count: by number, first letters, or scan (part 1
// section 2, 'Dump detail'; part 2 section 2.8).
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { RunOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import type { ReasonCode } from '#core/wire/master-data.ts'
import { refuse } from '#core/wire/refusals.ts'
import { say, sayCode } from '#text/say.ts'
import { outcomeOf } from '../engine/outcomes.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import { AnswerList } from './answer-list.tsx'
import type { ChosenReason, ReasonList, ReasonQuestion } from './ask-reason.tsx'
import { findReason, findReasons, nameReason } from './find-reasons.ts'
import { textOfScan } from './text-of-scan.ts'
import './reason.css'

/** Loaded on demand (`ask-reason.tsx`): the first scan does not need it. */
export function ReasonDialog({
  code: title,
  facts,
  about,
  mayKeep = false,
  optional = false,
  proposed = '',
  answer,
  list,
}: ReasonQuestion & {
  readonly answer: (chosen: ChosenReason | null) => void
  readonly list: ReasonList
}) {
  const { items: reasons, state, reload } = list
  const [keep, setKeep] = useState(false)
  const { typed, setTyped, chosen, setChosenCode, loadingReason, choose } = useReasonChoice(list, proposed)
  const field = useRef<HTMLInputElement>(null)
  const keepId = useId()
  // The list may load after the dialog opens.
  useEffect(() => {
    if (state === 'ready') field.current?.focus()
  }, [state])
  const confirm = async (): Promise<RunOutcome> => {
    const reason = loadingReason.current ? await loadingReason.current : chosen
    if (!reason) return refusalOutcome(refuse('reasonMissing'))
    answer({ reason: reason.ReasonCode, name: nameReason(reason), keep })
    return undefined
  }
  useDialogAnswers(
    {
      yes: confirm,
      no: () => {
        answer(null)
        return undefined
      },
    },
    {
      chooseReason: choose,
      // A number before a barcode is its quantity, even if the question has just appeared.
      takeDigits: () => {
        const digits = field.current?.value ?? ''
        if (!/^[0-9]+$/.test(digits)) return ''
        setTyped('')
        return digits
      },
      handleScan: (candidate) => {
        const text = textOfScan(candidate)
        if (text === undefined) return undefined
        // A barcode is for the screen below, unless it matches a reason's code.
        if (candidate.kind === 'barcode' && findReasons(reasons, text).length !== 1) return undefined
        return () => choose(text)
      },
      onQueuedScan: (candidate) => {
        if (optional && candidate.kind === 'barcode') answer(null)
      },
    },
  )

  // Enter confirms a chosen reason, otherwise focuses the search field.
  const confirmOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (chosen) void confirm()
    else field.current?.focus()
  }

  return (
    <Dialog
      open
      kind="alert"
      title={sayCode(title, facts)}
      onClose={() => answer(null)}
      actions={
        <>
          <Button size="large" onClick={() => answer(null)}>
            {say(optional ? 'reason.skip' : 'documents.cancel')}
          </Button>
          <Button
            size="large"
            look="primary"
            reason={chosen ? undefined : say('reasonMissing')}
            onClick={() => void confirm()}
          >
            {say('reason.confirm')}
          </Button>
        </>
      }
    >
      <p className="reason-about">{say('reason.about', about)}</p>
      {state === 'loading' && <Skeleton lines={4} />}
      {state === 'failed' && <ErrorState problem={{ code: 'reason.failed' }} onRetry={() => void reload()} />}
      {state === 'ready' && (
        <div className="layout-list">
          <AnswerList
            field={field}
            label={say('reason.label')}
            hint={say(optional ? 'reason.hintOptional' : 'reason.hint')}
            options={reasons}
            find={(text) => findReasons(reasons, text)}
            chosen={chosen}
            typed={typed}
            onType={setTyped}
            onChoose={({ ReasonCode: code }) => setChosenCode(code)}
            onEnter={(first) => {
              if (!chosen) setChosenCode(first?.ReasonCode ?? null)
              else void confirm()
            }}
            renderOption={nameReason}
            emptyText={say('reason.none')}
          />
          {mayKeep && (
            <>
              <Checkbox
                label={say('reason.keep')}
                checked={keep}
                aria-describedby={keepId}
                onValue={setKeep}
                onKeyDown={confirmOnEnter}
              />
              <p id={keepId} className="text-quiet">
                {say('reason.keepKeys')}
              </p>
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

// The typed text, and the reason that it or a scan chooses.
function useReasonChoice({ items: reasons, state, reload }: ReasonList, proposed: string) {
  const [typed, setTyped] = useState('')
  // The choice is valid only for its text, so a scan whose keys pass through the field does not clear it.
  const [choice, setChoice] = useState<{ readonly code: string | null; readonly typed: string } | null>(
    proposed === '' ? null : { code: proposed, typed: '' },
  )
  const isListed = reasons.some(({ ReasonCode: code }) => code === choice?.code)
  const chosenCode = choice?.typed === typed && isListed ? choice.code : null
  const setChosenCode = (code: string | null) => setChoice({ code, typed })
  const found = findReasons(reasons, typed)
  // A single matching reason (by number, code or letters) is chosen.
  const onlyMatch = typed.trim() !== '' && found.length === 1 ? found[0]?.ReasonCode : undefined
  const chosen = reasons.find(({ ReasonCode: code }) => code === (chosenCode ?? onlyMatch))
  // The reason of a scan that arrived before the list was loaded.
  const loadingReason = useRef<Promise<ReasonCode | undefined>>(undefined)
  const choose = async (text: string): Promise<RunOutcome> => {
    let codes: readonly ReasonCode[] | null = reasons
    if (state !== 'ready') {
      const loading = reload()
      const match = loading.then((loaded) => findReason(loaded ?? [], text))
      loadingReason.current = match
      codes = await loading
      if (loadingReason.current === match) loadingReason.current = undefined
    }
    if (codes === null) return outcomeOf('error', 'reason.failed')
    const reason = findReason(codes, text)
    if (!reason) return refusalOutcome(refuse('reasonUnknown', { reason: text }))
    setTyped('')
    setChoice({ code: reason.ReasonCode, typed: '' })
    return outcomeOf('ok', 'reason.chosen', { reason: nameReason(reason) })
  }
  return { typed, setTyped, chosen, setChosenCode, loadingReason, choose }
}
