// A document's header form, built from the fields of its kind (part 2 section 2.3).

import { valibotResolver } from '@hookform/resolvers/valibot'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Controller, type Control as FormControl, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { heldOutcome, within } from '#app/outbox/server-reply.ts'
import { isDisconnected } from '#app/state/online.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { today } from '#app/ui/today.ts'
import { type Cause, type CommandOutcome, changeKey } from '#core/commands/command.ts'
import type { Document, HeaderValues } from '#core/kinds/document.ts'
import { documentAllows, mayAct } from '#core/kinds/engine.ts'
import type { Field, HeaderForm as FormOfKind } from '#core/kinds/header.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { NEW_DOCUMENT } from '#core/wire/routes.ts'
import { failureOf, outcomeOf, withServerMessage } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { park, unpark } from '#input/kept/parked.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { type AskPerson, questionOfPickup } from '#input/questions/question.ts'
import { say, sayCode } from '#text/say.ts'
import type { changeHeader } from './change-header.ts'
import { createDocument } from './create-document.ts'
import { destinationValues, growersListedBy, shownValue, useEntities } from './entities.ts'
import { fieldFault } from './field-fault.ts'
import { HeaderConflicts } from './header-conflicts.tsx'
import {
  addToHeaderDraft,
  createHeaderDraftStore,
  draftOf,
  headerDraftName,
  sayDraft,
  sideOf,
} from './header-draft.ts'
import { HeaderField } from './header-field.tsx'
import { parkingOf } from './park-document.ts'
import { codeOf } from './session/wording.ts'
import { useBeforeLeave } from './use-before-leave.ts'
import { useHeaderMerge } from './use-header-merge.ts'
import './header-form.css'

export interface HeaderFormProps {
  readonly kind: Kind
  readonly mode: Mode
  /** null: a new document. */
  readonly document: Document | null
  readonly ask: AskPerson
  readonly onSaved: (number: string | null) => void
  readonly onCancel: () => void
  /** Stores an edit of an existing document. */
  readonly onChange?: (
    seen: HeaderValues,
    values: HeaderValues,
    cause: Cause,
  ) => ReturnType<typeof changeHeader>
  /** The sentence that explains why the edit in the draft was refused. */
  readonly refused?: string
}

// Maximum wait for the server's reply to an edit; 0 without a network.
const replyTimeoutMs = 700

type Values = Record<string, string>

// Validates each field; the form's own check decides whether it can be saved.
const schemaOf = (form: FormOfKind) =>
  v.pipe(
    v.record(v.string(), v.string()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { name, control } of form.fields) {
        const value = dataset.value[name] ?? ''
        const message = fieldFault(control, value)
        if (message === undefined) continue
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: name, value }],
        })
      }
    }),
  )

export function HeaderForm({
  kind,
  mode,
  document,
  ask,
  onSaved,
  onCancel,
  onChange,
  refused = '',
}: HeaderFormProps) {
  const place = usePlace()
  const { actor } = useSession()
  const run = useRun()
  const { form, access } = mode
  const existing = document !== null
  const step = existing ? 'edit' : 'create'
  const draft = headerDraftName(kind, mode, place, document?.number ?? null)
  const start = useMemo<Values>(
    () => ({ ...(document ? document.header : form.start(place, actor, today())) }),
    [document, form, place, actor],
  )
  const drafts = useMemo(() => createHeaderDraftStore(kind, draft, !existing), [kind, draft, existing])
  const [kept] = useState(() => drafts.read())
  const schema = useMemo(() => schemaOf(form), [form])
  const { control, setValue, getValues, reset, setFocus } = useForm<Values>({
    defaultValues: { ...start, ...(kept && sideOf(kept, 'mine')) },
    resolver: valibotResolver(schema),
    mode: 'onChange',
  })
  const watched = useWatch({ control })
  const values = useMemo<Values>(
    () => Object.fromEntries(Object.entries(watched).map(([name, value]) => [name, value ?? ''])),
    [watched],
  )
  const entities = useEntities(growersListedBy(form, values))
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = useCallback(
    (name: string, text: string) => setValue(name, text, { shouldDirty: true, shouldValidate: true }),
    [setValue],
  )
  const merge = useHeaderMerge(
    kind.header,
    // A new document has no earlier values that others could have changed.
    { ...start, ...(kept && existing && sideOf(kept, 'seen')) },
    start,
    values,
    set,
  )
  const { seen, conflicts } = merge
  const changed = draftOf(seen, values, document) !== undefined

  useEffect(() => {
    drafts.write(draftOf(seen, values, document))
  }, [drafts, seen, values, document])

  // Parks a form that is left with unsaved changes, so that the palette offers it.
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

  // Focuses the first editable field when the form opens.
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    const first = form.fields.find(
      ({ control: { type }, hidden, locked }) =>
        type !== 'shown' && !hidden?.(start, existing) && !locked?.(start, existing),
    )
    if (first) setFocus(first.name)
  }, [form, existing, start, setFocus])

  const checked = form.check(values)
  // Report it immediately: no single field is wrong. Report missing values only when saving.
  const dateProblem =
    checked !== true && checked.code === 'shipAfterArrival' ? sayCode(checked.code, checked.facts) : undefined

  const maySave = (): Verdict =>
    firstRefusal(
      busy ? refuse('busy') : true,
      mayAct(access, actor, step, values),
      documentAllows(kind, step, document),
      form.check(values),
      v.is(schema, values) ? true : refuse('formIncomplete'),
      conflicts.length > 0 ? refuse('headerChanged') : true,
    )

  const failed = (reason: string): CommandOutcome => {
    const outcome = failureOf(codeOf(kind.kind, step, 'failed'), reason)
    setFailure(sayCode(outcome.code, outcome.facts))
    return outcome
  }
  const saved = (number: string | null, message = ''): CommandOutcome => {
    drafts.write(undefined)
    const done = codeOf(kind.kind, step, 'done')
    onSaved(number)
    return withServerMessage(outcomeOf('ok', done, { number: number ?? '' }), message)
  }

  /** Saves a new document on this device, then waits a moment for the server's reply with its number. */
  const create = async (cause: Cause): Promise<CommandOutcome> => {
    const sent = { ...getValues() }
    const created = await createDocument(kind, mode, place, sent, changeKey(cause, 'header'))
    if (created.type === 'notSaved' || created.type === 'notSure')
      return failed(say(`outbox.${created.type}`))
    if (created.type === 'refused') return failed(created.reason)
    // Later input becomes a change of the new document.
    if (created.number !== null)
      addToHeaderDraft(kind, headerDraftName(kind, mode, place, created.number), {
        seen: sent,
        values: getValues(),
      })
    if (created.type === 'created') return saved(created.number)
    drafts.write(undefined)
    onSaved(created.number)
    if (created.type === 'held') return heldOutcome(created.number, created.why)
    return outcomeOf('ok', 'documents.createdHere', { number: created.number })
  }

  /** Saves an edit on this device. The session reopens the form if the server refuses it during the wait. */
  const saveEdit = async (cause: Cause): Promise<CommandOutcome> => {
    const sent = { ...getValues() }
    const stored = await onChange?.(seen, sent, cause)
    if (!stored?.ok) return failed(say(`outbox.${stored?.error ?? 'notSaved'}`))
    drafts.write(draftOf(sent, getValues(), document))
    const { value: here } = stored
    const wait = isDisconnected() ? 0 : replyTimeoutMs
    const reply = here.later && (await within(here.later, wait))
    onSaved(document?.number ?? null)
    return reply ?? here
  }

  const save = async (cause: Cause): Promise<CommandOutcome | undefined> => {
    const verdict = maySave()
    if (verdict !== true) return outcomeOf('error', verdict.code, verdict.facts ?? {})
    setBusy(true)
    setFailure(null)
    try {
      return await (document === null ? create(cause) : saveEdit(cause))
    } finally {
      setBusy(false)
    }
  }

  const cancel = () => {
    drafts.write(undefined)
    onCancel()
    return undefined
  }
  useCommandPorts({ header: { maySave, save, cancel } })
  // A shelf can be scanned into its field: other codes are barcodes, numbers or commands.
  useScanTarget({
    level: 'field',
    id: ['header', kind.kind, mode.id].join('.'),
    ignoresFocus: true,
    accepts: () => undefined,
    handleScan: (candidate) => {
      const shelf = form.fields.find(
        ({ control: { type }, hidden, locked }) =>
          type === 'shelf' && !hidden?.(values, existing) && !locked?.(values, existing),
      )
      if (!shelf || candidate.kind !== 'unknown' || candidate.text === '') return undefined
      const { text } = candidate
      return async () => {
        await change(shelf, text)
        return outcomeOf('ok', 'documents.shelfScanned', { shelf: text })
      }
    },
  })

  const change = async (field: Field, value: string) => {
    const before = { ...getValues() }
    set(field.name, value)
    // Another type has other destinations: clear the chosen one.
    for (const { name: other, control: pointer } of form.fields) {
      if (pointer.type !== 'entity' || pointer.of(before) === pointer.of(getValues())) continue
      set(other, '')
      for (const [name, text] of Object.entries(destinationValues(entities, undefined, ''))) set(name, text)
    }
    if (field.control.type !== 'entity') return
    const kind = field.control.of(getValues())
    if (kind === 'location') return
    for (const [name, text] of Object.entries(destinationValues(entities, kind, value))) set(name, text)
    const grower = kind === 'grower' ? entities.grower(value) : undefined
    if (value === '' || !form.needsConfirmation?.(getValues(), grower, place)) return
    const pickup = grower?.PickUpLocationId ?? ''
    const question = questionOfPickup({
      grower: shownValue(entities, field, getValues()),
      pickup: entities.nameOf('location', pickup),
      here: entities.nameOf('location', place.location),
    })
    if ((await ask(question)) === 'continue') return
    set(field.name, '')
    for (const [name, text] of Object.entries(destinationValues(entities, undefined, ''))) set(name, text)
    setFocus(field.name)
  }

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
      {kept !== undefined && changed && (
        <p className="document-draft note tone-info layout-row layout-apart" role="status">
          {sayDraft(kept, document)}
          <Button
            look="quiet"
            onClick={() => {
              reset(start)
              merge.restart()
            }}
          >
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
            control={control}
            onValue={(value) => void change(field, value)}
          />
        ))}
      </div>
      <HeaderConflicts
        conflicts={conflicts.flatMap((name) => {
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

const FormField = ({
  field,
  values,
  existing,
  control,
  onValue,
}: {
  readonly field: Field
  readonly values: HeaderValues
  readonly existing: boolean
  readonly control: FormControl<Values>
  readonly onValue: (value: string) => void
}) => {
  if (field.hidden?.(values, existing)) return null
  return (
    <Controller
      name={field.name}
      control={control}
      render={({ field: bound, fieldState }) => (
        <HeaderField
          ref={bound.ref}
          field={field}
          values={values}
          value={bound.value ?? ''}
          locked={field.locked?.(values, existing) ?? false}
          error={fieldState.error?.message}
          onBlur={bound.onBlur}
          onValue={onValue}
        />
      )}
    />
  )
}
