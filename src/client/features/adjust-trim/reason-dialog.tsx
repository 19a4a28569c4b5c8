// oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list that is searched by typing, by the ARIA
// combobox pattern
// Why a quantity is changed: a reason by its number, by its first letters, or by scan (part 2 section 2.8).
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { useReasonCodes } from '#client/api/master-data.ts'
import { outcomeOf } from '#client/input/outcomes.ts'
import { useDialogAnswers } from '#client/input/use-command-ports.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#client/ui/states.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Told } from '#commands/command.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import type { ReasonCode } from '#contract/master-data.ts'
import { refuse } from '#contract/refusals.ts'
import type { Candidate } from '#scan/classify.ts'
import { say } from '#text/say.ts'

/** Quantities in whole plants, before and after. */
export interface QuantityChange {
  readonly a: number
  readonly b: number
}

/** Asks for a reason; null when the person has left without one. */
export type AskReason = (change: QuantityChange) => Promise<string | null>

interface Asked extends QuantityChange {
  readonly answer: (reason: string | null) => void
}

/** `ask` shows the dialog and resolves with a reason code; `dialog` has to stand somewhere on the screen. */
export const useReason = (): { readonly ask: AskReason; readonly dialog: React.ReactNode } => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback<AskReason>(
    (change) =>
      new Promise((resolve) => {
        const answer = (reason: string | null) => {
          setAsked(null)
          resolve(reason)
        }
        setAsked({ ...change, answer })
      }),
    [],
  )
  return { ask, dialog: asked ? <ReasonDialog {...asked} /> : null }
}

/** The reasons that a typed text may mean: its place in the list, a code, or words of the description. */
const findReasons = (reasons: readonly ReasonCode[], typed: string): readonly ReasonCode[] => {
  const text = typed.trim().toLowerCase()
  if (text === '') return reasons
  const named = reasons.filter(({ ReasonCode: code }) => code.toLowerCase() === text)
  if (named.length > 0) return named
  if (/^\d+$/.test(text)) return reasons.slice(Number(text) - 1, Number(text))
  const words = text.split(/\s+/)
  return reasons.filter(({ ReasonCode: code, ReasonDescript: name }) => {
    const parts = `${code} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

const ReasonDialog = ({ a, b, answer }: Asked) => {
  const { items: reasons, state, problem, reload } = useReasonCodes('INVENTORY')
  const [typed, setTyped] = useState('')
  // Bound to the text it was chosen with: a scan that passes through the field, and is taken back, leaves it chosen.
  const [choice, setChoice] = useState<{ readonly code: string | null; readonly typed: string } | null>(null)
  const taken = choice?.typed === typed ? choice.code : null
  const setTaken = (code: string | null) => setChoice({ code, typed })
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const found = findReasons(reasons, typed)
  // What only one reason fits is chosen by that: a number, a code, enough letters.
  const only = typed.trim() !== '' && found.length === 1 ? found[0]?.ReasonCode : undefined
  const chosen = taken ?? only ?? null
  const nameOf = (code: string) =>
    reasons.find(({ ReasonCode: each }) => each === code)?.ReasonDescript || code

  const confirm = (): Told => {
    if (chosen === null) return refusalOutcome(refuse('reasonMissing'))
    answer(chosen)
    return undefined
  }
  const choose = (text: string): Told => {
    const [reason, ...others] = findReasons(reasons, text)
    if (!reason || others.length > 0) return refusalOutcome(refuse('reasonUnknown', { reason: text }))
    setTyped('')
    setChoice({ code: reason.ReasonCode, typed: '' })
    return outcomeOf('ok', 'trim.chosen', { reason: reason.ReasonDescript || reason.ReasonCode })
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
      take: (candidate) => {
        const text = textOf(candidate)
        if (text === undefined) return undefined
        // A barcode is for the screen below, unless a reason goes by that name.
        if (candidate.kind === 'barcode' && findReasons(reasons, text).length !== 1) return undefined
        return () => choose(text)
      },
    },
  )

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const at = found.findIndex(({ ReasonCode: code }) => code === chosen)
      const next = Math.max(0, Math.min(found.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))
      setTaken(found[next]?.ReasonCode ?? null)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen === null) setTaken(found[0]?.ReasonCode ?? null)
      else confirm()
    }
  }

  return (
    <Dialog
      open
      kind="alert"
      title={say('trim.changed', { a, b })}
      onClose={() => answer(null)}
      actions={
        <>
          <Button size="large" onClick={() => answer(null)}>
            {say('documents.cancel')}
          </Button>
          <Button
            size="large"
            look="primary"
            reason={chosen === null ? say('reasonMissing') : undefined}
            onClick={() => void confirm()}
          >
            {say('trim.confirm')}
          </Button>
        </>
      }
    >
      {state === 'loading' && <Skeleton lines={4} />}
      {problem && <ErrorState problem={{ code: 'trim.reasonsFailed' }} onRetry={reload} />}
      {state === 'ready' && (
        <div className="reasons">
          <TextField
            label={say('trim.reason')}
            hint={say('trim.reasonHint')}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={chosen === null ? undefined : `${listId}-${chosen}`}
            value={typed}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked for
            autoFocus
            enterKeyHint="done"
            onValue={setTyped}
            onKeyDown={press}
          />
          <ul id={listId} ref={list} role="listbox" aria-label={say('trim.reason')} className="reason-list">
            {found.map((reason) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are the field's above
              <li
                key={reason.ReasonCode}
                id={`${listId}-${reason.ReasonCode}`}
                role="option"
                aria-selected={reason.ReasonCode === chosen}
                className="reason"
                onClick={() => setTaken(reason.ReasonCode)}
              >
                <kbd className="key-hint">{reasons.indexOf(reason) + 1}</kbd>
                {nameOf(reason.ReasonCode)}
              </li>
            ))}
          </ul>
          {found.length === 0 && <p role="status">{say('trim.noReason')}</p>}
        </div>
      )}
    </Dialog>
  )
}

const textOf = (candidate: Candidate): string | undefined => {
  switch (candidate.kind) {
    case 'barcode':
      return candidate.barcode
    case 'number':
      return candidate.number
    case 'unknown':
      return candidate.text
    case 'command':
      return undefined
  }
}
