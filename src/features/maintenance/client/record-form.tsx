// A record's form, drawn from its kind's table. Input survives a reload and a refusal; another person's
// changes are shown beside it, and never overwritten unseen.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { perform } from '#app/api/client.ts'
import { useLocations } from '#app/api/master-data.ts'
import type { ApiProblem } from '#app/api/problem.ts'
import { createSharedDraft, readDraft } from '#app/state/drafts.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { type Cause, changeKey, type RunOutcome } from '#core/commands/command.ts'
import { checkRecord } from '#core/wire/check-record.ts'
import { askExtension } from '#core/wire/extension-calls.ts'
import {
  MaintainedRecord,
  type RecordKind,
  type RecordValues,
  RIGHTS_PRESETS,
  rulesOf,
  setOf,
  textOf,
} from '#core/wire/maintenance.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { failureOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { questionOfEnd } from '#input/questions/question.ts'
import { useQuestions } from '#input/questions/questions.tsx'
import { say, sayCode } from '#text/say.ts'
import { reloadKind } from './kinds.ts'
import { PaperLetters, paperTextOf } from './paper-letters.tsx'
import { RecordField } from './record-field.tsx'

interface FormProps {
  readonly kind: RecordKind
  /** null: a new record. */
  readonly record: MaintainedRecord | null
  readonly onSaved: () => void
  readonly onCancel: () => void
}

// The changed fields, and the oldest version of the record that one of them was typed over.
const draftSchema = v.object({
  version: v.number(),
  fields: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
})
type RecordDraft = v.InferOutput<typeof draftSchema>

// The state of a conflict: the refusal, and the current record.
const conflictSchema = v.object({
  refusal: v.object({
    code: v.string(),
    facts: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  }),
  record: v.optional(MaintainedRecord),
})

const emptyOf = (kind: RecordKind): RecordValues =>
  Object.fromEntries(
    rulesOf(kind).fields.map(({ name, control }) => [
      name,
      control.type === 'securityKeys' || control.type === 'locations' ? [] : '',
    ]),
  )

const copyOf = (value: string | readonly string[]): string | string[] =>
  typeof value === 'string' ? value : [...value]

const isSame = (one: RecordValues, other: RecordValues, field: string): boolean =>
  textOf(one, field) === textOf(other, field) &&
  setOf(one, field).toSorted().join() === setOf(other, field).toSorted().join()

export function RecordForm({ kind, record, onSaved, onCancel }: FormProps) {
  const { fields } = rulesOf(kind)
  const draftName = `record.${kind}.${record?.Key ?? ''}`
  const [start] = useState(() => record?.Values ?? emptyOf(kind))
  const [drafts] = useState(() =>
    createSharedDraft<RecordDraft>(draftName, {
      isWhole: record === null,
      readStored: () => readDraft(draftName, draftSchema),
      join: (draft, { version }) => ({ ...draft, version: Math.min(version, draft.version) }),
    }),
  )
  const [kept] = useState(drafts.read)
  // Input from before another person's change stays, beside the current values.
  const overtaken = record !== null && kept !== undefined && kept.version !== record.Version
  const [values, setValues] = useState<RecordValues>({ ...start, ...kept?.fields })
  const [theirs, setTheirs] = useState<MaintainedRecord | null>(overtaken ? record : null)
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(
    overtaken ? say('recordChanged', { by: record.ChangedBy }) : null,
  )
  const [busy, setBusy] = useState(false)
  /** As it was when a field was left. */
  const [entered, setEntered] = useState(() => paperTextOf(kind, values))
  const form = useRef<HTMLFormElement>(null)
  const locations = useLocations().items.map(({ Code }) => Code)
  const questions = useQuestions()
  const run = useRun()

  const base = theirs ?? record
  const changed = fields.some(({ name }) => !isSame(values, base?.Values ?? start, name))
  const faults = checkRecord(kind, values, base?.Values ?? null, locations)
  const errorOf = (name: string): string | undefined => {
    const fault = faults.find(({ field }) => field === name)
    return asked && fault ? sayCode(fault.code, fault.facts) : refused[name]
  }

  useEffect(() => {
    const own = fields.filter(({ name }) => !isSame(values, base?.Values ?? start, name))
    drafts.write(
      own.length === 0
        ? undefined
        : {
            version: record?.Version ?? 0,
            fields: Object.fromEntries(own.map(({ name }) => [name, copyOf(values[name] ?? '')])),
          },
    )
  }, [drafts, fields, base, start, record, values])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('.control:not([readonly])')?.focus()
  }, [])

  const takeProblem = (problem: ApiProblem): RunOutcome => {
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
      setFailure(reasonOf(problem))
      return failureOf('records.failed', reasonOf(problem))
    }
    const { refusal, record: now } = conflict.output
    if (refusal.code === 'recordChanged' && now) setTheirs(now)
    const sentence = sayCode(refusal.code, refusal.facts)
    setFailure(sentence)
    return failureOf('records.failed', sentence)
  }

  const send = async (cause: Cause, active: boolean, sent: RecordValues): Promise<RunOutcome> => {
    setBusy(true)
    setFailure(null)
    const result = await perform(
      askExtension(
        'maintenance.save',
        {
          params: { kind },
          body: {
            Key: record?.Key ?? null,
            Version: base?.Version ?? 0,
            Active: active,
            Values: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, copyOf(value)])),
          },
        },
        (answer) => answer.Record,
      ),
      { idempotencyKey: changeKey(cause, 'record') },
    )
    setBusy(false)
    if (!result.ok) return takeProblem(result.error)
    drafts.write(undefined)
    await reloadKind(kind)
    const code = base === null ? 'records.made' : 'records.saved'
    onSaved()
    return { tone: 'ok', code, facts: { key: result.value.Key } }
  }

  const maySave = (): Verdict => {
    if (busy) return refuse('busy')
    return changed || theirs || record === null ? true : refuse('recordUnchanged')
  }
  const save = (cause: Cause): RunOutcome | Promise<RunOutcome> => {
    setAsked(true)
    const [first] = faults
    if (first) {
      const control = form.current?.querySelector<HTMLElement>(`[name="record-${first.field}"]`)
      control?.focus()
      const names = faults.map(({ field }) => sayCode(`record.${field}`)).join(', ')
      return { tone: 'error', code: 'recordIncomplete', facts: { fields: names } }
    }
    return send(cause, base?.Active ?? true, values)
  }
  const cancel = () => {
    drafts.write(undefined)
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
        const reply = await questions.ask(questionOfEnd(code, { key: base.Key }))
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

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run('saveHeader', {}, 'key')
  }
  const set = (name: string) => (value: string | readonly string[]) => {
    setValues((now) => ({ ...now, [name]: value }))
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([field]) => field !== name)))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- which of its fields was left does not matter
    <form
      ref={form}
      className="record-form"
      noValidate
      onSubmit={submit}
      onBlur={() => setEntered(paperTextOf(kind, values))}
    >
      {questions.dialog}
      {kept && !overtaken && changed && (
        <p className="callout warning" role="status">
          {say('documents.draftKept')}{' '}
          <Button onClick={() => setValues(start)}>{say('documents.dropDraft')}</Button>
        </p>
      )}
      {failure !== null && (
        <div className="callout warning" role="alert">
          <p>{failure}</p>
          {theirs && (
            <Button
              onClick={() => {
                drafts.write(undefined)
                setValues(theirs.Values)
                setTheirs(null)
                setFailure(null)
                onSaved()
              }}
            >
              {say('records.takeTheirs')}
            </Button>
          )}
        </div>
      )}
      <div className="record-fields">
        {fields.map((field) => {
          const { name } = field
          const other = theirs && !isSame(theirs.Values, values, name) ? theirs.Values : undefined
          return (
            <div key={name} className="record-field" data-control={field.control.type}>
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
      <PaperLetters text={entered} />
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

const presets = [
  'picker',
  'receiver',
  'lead',
  'readOnly',
] as const satisfies readonly (keyof typeof RIGHTS_PRESETS)[]
