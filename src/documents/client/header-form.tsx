// A document's header form, built from the fields of its kind (part 2 section 2.3).

import { type FormEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import { documentAllows, mayAct } from '#core/kinds/engine.ts'
import type { Field } from '#core/kinds/header.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { NEW_DOCUMENT } from '#core/wire/routes.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { park, unpark } from '#input/kept/parked.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import { changeField } from './change-field.ts'
import { growersListedBy, shownValue, useEntities } from './entities.ts'
import { fieldFault } from './field-fault.ts'
import { sayDraft } from './header-draft.ts'
import { HeaderField } from './header-field.tsx'
import { parkingOf } from './park-document.ts'
import { createWithHeader, saveEdit } from './save-header.ts'
import { codeOf } from './session/wording.ts'
import { useBeforeLeave } from './use-before-leave.ts'
import { type HeaderFormProps, type HeaderInput, useHeaderInput } from './use-header-input.ts'
import './header-form.css'

export function HeaderForm(props: HeaderFormProps) {
  const { mode, document, ask, onCancel, refused = '' } = props
  const { form } = mode
  const existing = document !== null
  const place = usePlace()
  const run = useRun()
  const input = useHeaderInput(props)
  const { start, values, kept, merge } = input
  const entities = useEntities(growersListedBy(form, values))
  const focusable = useFocusable()
  const { failure, busy, maySave, save } = useSave(props, input)
  const change = (field: Field, value: string) =>
    changeField(input, { form, place, entities, ask, focus: focusable.focus }, field, value)
  useParking(props, input)
  useFirstFocus(props, start, focusable.focus)
  useShelfScans(props, values, change)
  const cancel = () => {
    input.drafts.write(undefined)
    onCancel()
    return undefined
  }
  useCommandPorts({ header: { maySave, save, cancel } })

  const checked = form.check(values)
  // Report it immediately: no single field is wrong. Report missing values only when saving.
  const dateProblem =
    checked !== true && checked.code === 'shipAfterArrival' ? sayCode(checked.code, checked.facts) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run('saveHeader', {}, 'key')
  }

  return (
    <form
      className="header-form layout-stack card"
      noValidate
      aria-busy={busy || undefined}
      onSubmit={submit}
    >
      {/* Enter in a field saves; lists and text areas use Enter themselves. */}
      <button type="submit" hidden tabIndex={-1} aria-label={say('answer.save')} />
      {kept !== undefined && input.hasChanges && (
        <p className="document-draft note tone-info layout-row layout-apart" role="status">
          {sayDraft(kept, document)}
          <Button look="quiet" onClick={input.discard}>
            {say('documents.dropDraft')}
          </Button>
        </p>
      )}
      <div className="header-form-fields layout-fields">
        {form.fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            values={values}
            existing={existing}
            isEdited={input.edited.has(field.name)}
            ref={focusable.refOf(field.name)}
            onValue={(value) => void change(field, value)}
          />
        ))}
      </div>
      <HeaderConflicts
        conflicts={merge.conflicts.flatMap((name) => {
          const field = form.fields.find((each) => each.name === name)
          if (!field) return []
          const value = (of: HeaderValues) => shownValue(entities, field, of)
          return [{ name, label: sayCode(field.label), mine: value(values), theirs: value(start) }]
        })}
        onChoose={merge.choose}
      />
      {dateProblem !== undefined && (
        <p className="note tone-error" role="alert">
          {dateProblem}
        </p>
      )}
      {(failure !== null || refused !== '') && (
        <p className="note tone-error" role="alert">
          {failure ?? refused}
        </p>
      )}
      <div className="layout-apart">
        <CommandButton id="cancelHeader">{say('documents.cancel')}</CommandButton>
        <CommandButton id="saveHeader" look="primary" size="large">
          {say(existing ? 'documents.update' : 'documents.create')}
        </CommandButton>
      </div>
    </form>
  )
}

// Saves one attempt at a time; the reason of a failure is shown until the next one.
function useSave(props: HeaderFormProps, input: HeaderInput) {
  const { kind, mode, document } = props
  const { values, merge } = input
  const place = usePlace()
  const { actor } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const step = document ? 'edit' : 'create'

  const maySave = (): Verdict =>
    firstRefusal(
      busy ? refuse('busy') : true,
      mayAct(mode.access, actor, step, values),
      documentAllows(kind, step, document),
      mode.form.check(values),
      mode.form.fields.every((field) => faultOf(field, values) === undefined) || refuse('formIncomplete'),
      merge.conflicts.length > 0 ? refuse('headerChanged') : true,
    )

  const save = async (cause: Cause): Promise<CommandOutcome | undefined> => {
    const verdict = maySave()
    if (verdict !== true) return outcomeOf('error', verdict.code, verdict.facts ?? {})
    setBusy(true)
    setFailure(null)
    try {
      const saved = await (document
        ? saveEdit(props, input, cause)
        : createWithHeader(props, place, input, cause))
      if (!('reason' in saved)) return saved
      const outcome = failureOf(codeOf(kind.kind, step, 'failed'), saved.reason)
      setFailure(sayCode(outcome.code, outcome.facts))
      return outcome
    } finally {
      setBusy(false)
    }
  }
  return { failure, busy, maySave, save }
}

// Parks a form that is left with unsaved changes, so that the palette offers it.
function useParking({ kind, mode, document }: HeaderFormProps, { drafts }: HeaderInput): void {
  useBeforeLeave(
    useCallback(() => {
      const isKept = drafts.isStored()
      if (document) {
        if (isKept) park(parkingOf(kind, mode, document, 'edit'))
        return
      }
      const parking = {
        route: mode.routes.edit,
        parameters: { number: NEW_DOCUMENT },
        name: sayCode(codeOf(kind.kind, 'new')),
        code: 'parked.newHeader',
        facts: {},
      }
      if (isKept) park(parking)
      else unpark(parking)
    }, [drafts, kind, mode, document]),
  )
}

interface Focusable {
  readonly focus: () => void
}

// The fields by name, to focus one.
function useFocusable() {
  const fields = useRef(new Map<string, Focusable>())
  const focus = useCallback((name: string) => fields.current.get(name)?.focus(), [])
  const refOf = (name: string) => (field: Focusable | null) => {
    if (field) fields.current.set(name, field)
    else fields.current.delete(name)
  }
  return { focus, refOf }
}

// Focuses the first editable field when the form opens.
function useFirstFocus(
  { mode: { form }, document }: HeaderFormProps,
  start: HeaderValues,
  focus: (name: string) => void,
): void {
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    const first = form.fields.find(
      (field) => field.control.type !== 'shown' && isEditable(field, start, document !== null),
    )
    if (first) focus(first.name)
  }, [form, document, start, focus])
}

// A shelf can be scanned into its field: other codes are barcodes, numbers or commands.
function useShelfScans(
  { kind, mode, document }: HeaderFormProps,
  values: HeaderValues,
  change: (field: Field, value: string) => Promise<void>,
): void {
  useScanTarget({
    level: 'field',
    id: ['header', kind.kind, mode.id].join('.'),
    ignoresFocus: true,
    accepts: () => undefined,
    handleScan: (candidate) => {
      const shelf = mode.form.fields.find(
        (field) => field.control.type === 'shelf' && isEditable(field, values, document !== null),
      )
      if (!shelf || candidate.kind !== 'unknown' || candidate.text === '') return undefined
      const { text } = candidate
      return async () => {
        await change(shelf, text)
        return outcomeOf('ok', 'documents.shelfScanned', { shelf: text })
      }
    },
  })
}

const isEditable = ({ hidden, locked }: Field, values: HeaderValues, existing: boolean) =>
  !hidden?.(values, existing) && !locked?.(values, existing)

const faultOf = ({ name, control }: Field, values: HeaderValues) => fieldFault(control, values[name] ?? '')

const FormField = ({
  field,
  values,
  existing,
  isEdited,
  ref,
  onValue,
}: {
  readonly field: Field
  readonly values: HeaderValues
  readonly existing: boolean
  /** Only an edited field shows its error. */
  readonly isEdited: boolean
  readonly ref: Ref<Focusable>
  readonly onValue: (value: string) => void
}) =>
  field.hidden?.(values, existing) ? null : (
    <HeaderField
      ref={ref}
      field={field}
      values={values}
      value={values[field.name] ?? ''}
      locked={field.locked?.(values, existing) ?? false}
      error={isEdited ? faultOf(field, values) : undefined}
      onValue={onValue}
    />
  )

// A header field that two people have changed, with both values to choose from.
interface HeaderConflict {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

const HeaderConflicts = ({
  conflicts,
  onChoose,
}: {
  readonly conflicts: readonly HeaderConflict[]
  readonly onChoose: (name: string, value: 'mine' | 'theirs') => void
}) =>
  conflicts.map(({ name, label, mine, theirs }) => {
    const facts = { field: label, mine: shown(mine), theirs: shown(theirs) }
    return (
      <div key={name} className="header-form-conflict note tone-error layout-row" role="alert">
        <p>{say('documents.headerConflict', facts)}</p>
        <Button onClick={() => onChoose(name, 'mine')}>{say('documents.keepMine', facts)}</Button>
        <Button onClick={() => onChoose(name, 'theirs')}>{say('documents.takeTheirs', facts)}</Button>
      </div>
    )
  })

const shown = (value: string) => (value === '' ? say('documents.emptyField') : value)
