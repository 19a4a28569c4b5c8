// A header field that is changed while its document is under way: the received temperature (part 2 section 2.7).
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { isUnclear } from '#client/api/problem.ts'
import { failureOf, outcomeOf, untilSent } from '#client/input/engine/outcomes.ts'
import { useRun } from '#client/input/input-context.ts'
import { CommandButton } from '#client/input/palette/command-button.tsx'
import { focusHome } from '#client/ui/focus-owner.ts'
import { reasonOf, sayReply } from '#client/ui/reason.ts'
import { TextField } from '#client/ui/text-field.tsx'
import { type Cause, changeKey, type Soon } from '#commands/command.ts'
import { refusalOutcome } from '#commands/dispatch.ts'
import { LIMITS } from '#contract/limits.ts'
import { isTemperature } from '#contract/primitives.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Document } from '#kinds/document.ts'
import { say, sayCode } from '#text/say.ts'
import { fieldFault } from './field-fault.ts'
import { tellConflict } from './session/send-line.ts'
import type { DocumentSession } from './session/session.ts'
import { codeOf } from './session/tell.ts'
import './header-edit.css'

export interface EditedField {
  readonly name: string
  /** What was typed; null while it is what the server has. */
  readonly typed: string | null
  readonly type: (text: string | null) => void
  readonly input: RefObject<HTMLInputElement | null>
  readonly may: () => Verdict
  /** Saves what was typed; with nothing typed it leads to the field. */
  readonly update: (cause: Cause) => Soon
  readonly step: string
  readonly kind: string
}

/** The one header field that the session's screen can change. */
export const useHeaderEdit = (session: DocumentSession): EditedField => {
  const { core } = session
  const { workflow, mode, place, perform, notify } = core.parts
  const { kind } = workflow
  const edit = core.stage.headerEdit
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<string | null>(null)
  const unclear = useRef<{ readonly value: string; readonly idempotencyKey: string } | null>(null)
  const name = edit?.fields[0] ?? ''
  const step = edit?.step ?? ''

  const type = useCallback((text: string | null) => {
    latest.current = text
    setTyped(text)
  }, [])

  const may = useCallback((): Verdict => {
    if (step === '') return refuse('notOnThisScreen')
    return core.get().taking === null ? core.mayStep(step) : refuse('busy')
  }, [core, step])

  const update = useCallback(
    async (cause: Cause) => {
      const verdict = may()
      const document = core.get().sheet?.document
      if (verdict !== true) return refusalOutcome(verdict)
      if (!document) return refusalOutcome(refuse('stillLoading'))
      const value = latest.current?.trim()
      if (value === undefined) {
        input.current?.focus()
        input.current?.select()
        return undefined
      }
      if (!isTemperature(value)) {
        type(null)
        notify('temperatureWrong', {}, 'error')
        return outcomeOf('error', 'temperatureWrong')
      }
      const values = { ...document.header, [name]: value }
      const before = unclear.current
      const idempotencyKey = before?.value === value ? before.idempotencyKey : changeKey(cause, step)
      core.set({ taking: step })
      const result = await perform(workflow.wire.save(place, mode.id, { type: 'header', values, document }), {
        idempotencyKey,
      })
      core.set({ taking: null })
      unclear.current = !result.ok && isUnclear(result.error) ? { value, idempotencyKey } : null
      const failed = codeOf(kind, step, 'failed')
      if (!result.ok) {
        if (result.error.status === 409) {
          const told = await tellConflict(core)
          if (told) return told
        }
        return untilSent(result.error, failureOf(failed, reasonOf(result.error)))
      }
      if (!result.value.ok) return failureOf(failed, sayReply(result.value.message))
      type(null)
      focusHome()
      const done = codeOf(kind, step, 'done')
      notify(done, {}, 'ok')
      await core.load()
      return outcomeOf('ok', done)
    },
    [core, may, type, name, step, kind, workflow, mode, place, perform, notify],
  )
  return { name, typed, type, input, may, update, step, kind }
}

/** The field with its Update; for reading only where the step cannot be taken. */
export const HeaderEdit = ({
  field,
  document,
}: {
  readonly field: EditedField
  readonly document: Document
}) => {
  const run = useRun()
  const { typed, type, input, name, kind, step } = field
  const saved = document.header[name] ?? ''
  const open = field.may() === true
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void run('updateTemperature', {}, 'key')
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      type(null)
    }
  }
  return (
    <div className="header-edit">
      <TextField
        ref={input}
        label={say('receiveTemperature')}
        unit={say('celsius')}
        value={typed ?? saved}
        readOnly={!open}
        error={fieldFault({ type: 'temperature', most: LIMITS.temperature }, typed ?? saved)}
        enterKeyHint="done"
        onValue={(text) => type(text === saved ? null : text)}
        onKeyDown={press}
      />
      {open && <CommandButton id="updateTemperature">{sayCode(codeOf(kind, step))}</CommandButton>}
    </div>
  )
}
