// A record form built from the field table of its kind. Input survives a reload or refusal. Another user's
// changes are shown next to it and never overwritten unseen.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { perform } from '#app/api/client.ts'
import { useLocations } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { checkRecord } from '#features/maintenance/common/check-record.ts'
import {
  MaintainedRecord,
  type RecordKind,
  type RecordValues,
  RIGHTS_PRESETS,
  rulesOf,
  setOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import { prepareMaintenanceCall } from '#features/maintenance/common/maintenance-calls.ts'
import { failureOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { questionOfIrreversible } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say, sayCode } from '#text/say.ts'
import { reloadKind } from './kinds.ts'
import { RecordField } from './record-field.tsx'
import { printedTextOf, UnprintableLetters } from './unprintable-letters.tsx'
import { copyValues, isSameField, type RecordInput, useRecordInput } from './use-record-input.ts'

interface FormProps {
  readonly kind: RecordKind
  /** null: a new record. */
  readonly record: MaintainedRecord | null
  /** `rest` is the record key if input typed during the save is still unsaved. */
  readonly onSaved: (rest: string | null) => void
  readonly onCancel: () => void
}

// The problem state of a conflict: the refusal, and the current record.
const conflictSchema = v.object({
  refusal: v.object({
    code: v.string(),
    facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
  record: v.optional(MaintainedRecord),
})

export function RecordForm({ kind, record, onSaved, onCancel }: FormProps) {
  const input = useRecordInput(kind, record)
  const { base, values, setValues, isChanged: changed, isOvertaken } = input
  const [asked, setAsked] = useState(false)
  /** The text when a field last lost the focus. */
  const [entered, setEntered] = useState(() => printedTextOf(kind, values))
  const form = useRef<HTMLFormElement>(null)
  const locations = useLocations().items.map(({ Code }) => Code)
  const run = useRun()
  const sending = useSendRecord({ kind, record, input }, async (sent, now, hasUnsavedInput) => {
    setAsked(false)
    setEntered(printedTextOf(kind, sent))
    await reloadKind(kind)
    onSaved(hasUnsavedInput ? now.Key : null)
  })
  const { refused, setRefused, failed, setFailed } = sending
  const failure = failed ?? (isOvertaken && base ? say('recordChanged', { by: base.ChangedBy }) : null)

  const faults = checkRecord(kind, values, base?.Values ?? null, locations)
  const errorOf = (name: string): string | undefined => {
    const fault = faults.find(({ field }) => field === name)
    return asked && fault ? sayCode(fault.code, fault.facts) : refused[name]
  }

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('.control:not([readonly])')?.focus()
  }, [])

  const save = (cause: Cause): RunOutcome | Promise<RunOutcome> => {
    setAsked(true)
    const [first] = faults
    if (!first) return sending.send(cause, base?.Active ?? true, values)
    form.current?.querySelector<HTMLElement>(`[name="record-${first.field}"]`)?.focus()
    const names = faults.map(({ field }) => sayCode(`record.${field}`)).join(', ')
    return { tone: 'error', code: 'recordIncomplete', facts: { fields: names } }
  }
  const dialog = useRecordCommands({ kind, record, input, sending, save, onCancel })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run('saveHeader', {}, 'key')
  }
  const set = (name: string) => (value: string | readonly string[]) => {
    setValues((now) => ({ ...now, [name]: value }))
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([field]) => field !== name)))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- any of its fields
    <form
      ref={form}
      className="layout-stack"
      noValidate
      onSubmit={submit}
      onBlur={() => setEntered(printedTextOf(kind, values))}
    >
      {dialog}
      {input.isRestored && !isOvertaken && changed && (
        <p className="callout tone-warning" role="status">
          {say('documents.draftKept')} <Button onClick={input.drop}>{say('documents.dropDraft')}</Button>
        </p>
      )}
      {failure !== null && (
        <div className="callout tone-warning" role="alert">
          <p>{failure}</p>
          {isOvertaken && (
            <Button
              onClick={() => {
                input.drop()
                setFailed(null)
                onSaved(null)
              }}
            >
              {say('records.takeTheirs')}
            </Button>
          )}
        </div>
      )}
      <div className="layout-fields">
        {rulesOf(kind).fields.map((field) => {
          const { name } = field
          const other =
            isOvertaken && base && !isSameField(base.Values, values, name) ? base.Values : undefined
          return (
            <div key={name} className="record-field layout-list" data-control={field.control.type}>
              <RecordField
                field={field}
                value={values[name] ?? ''}
                existing={record !== null}
                error={errorOf(name)}
                theirs={other && (textOf(other, name) || setOf(other, name).join(', '))}
                onValue={set(name)}
              />
              {field.control.type === 'securityKeys' && (
                <div className="actions" role="group" aria-labelledby="record-presets">
                  <span id="record-presets">{say('records.presets')}</span>
                  {presets.map((preset) => (
                    <Button key={preset} onClick={() => void run('grantRights', { preset }, 'button')}>
                      {say(`preset.${preset}`)}
                    </Button>
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </div>
      <UnprintableLetters text={entered} />
      <div className="page-actions">
        <CommandButton id="saveHeader" look="primary">
          {say(record === null ? 'documents.create' : 'answer.save')}
        </CommandButton>
        <CommandButton id="cancelHeader">{say('documents.cancel')}</CommandButton>
        {record !== null && (
          <CommandButton id="switchRecord" look={record.Active ? 'danger' : 'secondary'}>
            {say(record.Active ? 'records.deactivate' : 'records.activate')}
          </CommandButton>
        )}
      </div>
    </form>
  )
}

interface RecordOnForm {
  readonly kind: RecordKind
  readonly record: MaintainedRecord | null
  readonly input: RecordInput
}

// Sends the record. `onSaved` gets the values as sent, the saved record, and whether later input is unsaved.
const useSendRecord = (
  { kind, record, input }: RecordOnForm,
  onSaved: (sent: RecordValues, now: MaintainedRecord, hasUnsavedInput: boolean) => Promise<void>,
) => {
  const { base } = input
  const [busy, setBusy] = useState(false)
  /** Why a field was refused, by its name. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState<string | null>(null)

  const showProblem = (problem: ApiProblem): RunOutcome => {
    const conflict = v.safeParse(conflictSchema, problem.state)
    setRefused(
      Object.fromEntries(
        (problem.fields ?? []).map(({ path, expected }) => [
          path.replace(/^body\.Values\./, ''),
          sayCode(expected),
        ]),
      ),
    )
    if (problem.code !== 'state_conflict' || !conflict.success) {
      setFailed(reasonOf(problem))
      return failureOf('records.failed', reasonOf(problem))
    }
    const { refusal, record: now } = conflict.output
    const sentence = sayCode(refusal.code, refusal.facts)
    if (refusal.code === 'recordChanged' && now) input.follow(now)
    setFailed(sentence)
    return failureOf('records.failed', sentence)
  }

  const send = async (cause: Cause, active: boolean, sent: RecordValues): Promise<RunOutcome> => {
    setBusy(true)
    setFailed(null)
    const result = await perform(
      prepareMaintenanceCall(
        'maintenance.save',
        {
          params: { kind },
          body: {
            Key: record?.Key ?? null,
            Version: base?.Version ?? 0,
            Active: active,
            Values: copyValues(sent),
          },
        },
        (answer) => answer.Record,
      ),
      { idempotencyKey: changeKey(cause, 'record') },
    )
    setBusy(false)
    if (!result.ok) return showProblem(result.error)
    const hasUnsavedInput = input.saved(sent, result.value)
    await onSaved(sent, result.value, hasUnsavedInput)
    const code = base === null ? 'records.made' : 'records.saved'
    return { tone: 'ok', code, facts: { key: result.value.Key } }
  }
  return { busy, refused, setRefused, failed, setFailed, send }
}

// The form's commands. Returns the dialog of their question.
const useRecordCommands = ({
  kind,
  record,
  input: { base, isChanged: changed, isOvertaken, setValues, drop },
  sending: { busy, send },
  save,
  onCancel,
}: RecordOnForm & {
  readonly sending: ReturnType<typeof useSendRecord>
  readonly save: (cause: Cause) => RunOutcome | Promise<RunOutcome>
  readonly onCancel: () => void
}): ReactNode => {
  const questions = useQuestions()
  const maySave = (): Verdict => {
    if (busy) return refuse('busy')
    return changed || isOvertaken || record === null ? true : refuse('recordUnchanged')
  }
  const cancel = () => {
    drop()
    onCancel()
    return undefined
  }
  const canGrant = kind === 'people'
  useCommandPorts({
    header: { maySave, save, cancel },
    record: {
      maySwitch: () => {
        if (busy) return refuse('busy')
        if (!base) return refuse('recordUnsaved')
        return changed ? refuse('recordUnsaved') : true
      },
      switch: async (cause) => {
        if (!base) return undefined
        const code = base.Active ? 'records.deactivateAsk' : 'records.activateAsk'
        const reply = await questions.ask(questionOfIrreversible(code, { key: base.Key }))
        return reply === 'yes' ? send(cause, !base.Active, base.Values) : undefined
      },
      mayGrant: () => (canGrant ? true : refuse('notOnThisScreen')),
      grant: (named) => {
        const preset = presets.find((each) => each.toLowerCase() === named.trim().toLowerCase())
        if (!preset) return { tone: 'error', code: 'presetUnknown', facts: { presets: presets.join(', ') } }
        setValues((now) => ({ ...now, Keys: [...RIGHTS_PRESETS[preset]] }))
        return { tone: 'ok', code: 'records.granted', facts: { preset: say(`preset.${preset}`) } }
      },
    },
  })
  useScanTarget({ level: 'screen', id: `record.${kind}.${record?.Key ?? 'New'}`, accepts: () => undefined })
  return questions.dialog
}

const presets = [
  'picker',
  'receiver',
  'lead',
  'readOnly',
] as const satisfies readonly (keyof typeof RIGHTS_PRESETS)[]
