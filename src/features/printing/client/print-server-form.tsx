// The form of a print server: a new one for the chosen location, or an existing one.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { PRINT_FORMATS } from '#core/wire/constants.ts'
import { LIMITS, PRINT_AGENT_PORT } from '#core/wire/limits.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { firstRefusal, refuse, type Verdict } from '#core/wire/refusals.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { PrintServerBody } from '#features/printing/common/printing.ts'
import { failureOf, outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useRun } from '#input/input-context.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say, sayCode } from '#text/say.ts'
import { AgentPrinters } from './agent-printers.tsx'
import { checkPrinterChange } from './check-printer-change.ts'
import { mayChangePrinters, useReloadPrintServers } from './print-servers.ts'
import { type AdditionalFields, PrinterFields, supportedFields } from './printer-fields.tsx'
import { useReloadPrinterSetups } from './printer-setup.ts'
import { hasValues, type PrinterValues, savePrinterRequest } from './save-printer.ts'
import { useRepeatableCall } from './use-repeatable-call.ts'
import './print.css'

const FIELDS = ['PrintServer', 'Port', 'PrintLocation'] as const
type FieldName = (typeof FIELDS)[number]

const errorCodes = {
  PrintServer: 'printers.hostWrong',
  Port: 'printers.portWrong',
  PrintLocation: 'printers.nameWrong',
} as const satisfies Readonly<Record<FieldName, string>>

export function PrintServerForm({
  before,
  ownBefore,
}: {
  /** null: a new one. */
  readonly before: PrintServer | null
  /** null: the server does not support the additional fields. */
  readonly ownBefore: AdditionalFields | null
}) {
  const { location } = usePlace()
  const run = useRun()
  const [values, setValues] = useState<PrinterValues>({
    PrintServer: before?.PrintServer ?? '',
    Port: before?.Port ?? String(PRINT_AGENT_PORT),
    PrintLocation: before?.PrintLocation ?? '',
  })
  const [format, setFormat] = useState(before?.PrintFormat ?? 'PDF')
  const [own, setOwn] = useState(ownBefore)
  const [opened] = useState(before?.LastChangedDateTime)
  /** Fields that have lost the focus; only their errors are shown. */
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const touchAll = () => setTouched(new Set(FIELDS))
  const failure = useSavePrinter({ before, values, format, own, touchAll })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const errorText = (name: FieldName) =>
    touched.has(name) && isInvalid(values, name) ? say(errorCodes[name]) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    touchAll()
    void run('saveHeader', {}, 'key')
  }
  const set = (name: FieldName) => (value: string) => setValues((now) => ({ ...now, [name]: value }))
  const bind = (name: FieldName) => ({
    value: values[name],
    required: true,
    error: errorText(name),
    onValue: set(name),
    onBlur: () => setTouched((now) => new Set([...now, name])),
  })
  return (
    <form className="page-narrow" noValidate aria-labelledby="print-new-title" onSubmit={submit}>
      {/* Lets Enter in a field save. */}
      <button type="submit" hidden tabIndex={-1} aria-label={say(before ? 'answer.save' : 'printers.add')} />
      <h1 id="print-new-title">
        {before ? say('printers.edit', { printer: before.PrintLocation }) : say('printers.new')}
      </h1>
      <p>
        {say('printers.location')}: <strong>{before?.PrinterLocation || location}</strong>
      </p>
      <TextField
        ref={first}
        label={say('printers.host')}
        hint={say('printers.hostHint')}
        maxLength={LIMITS.comments}
        autoCapitalize="off"
        {...bind('PrintServer')}
      />
      <TextField label={say('printers.port')} inputMode="numeric" maxLength={5} {...bind('Port')} />
      <TextField
        label={say('printers.name')}
        hint={say('printers.nameHint')}
        maxLength={LIMITS.comments}
        autoCapitalize="off"
        {...bind('PrintLocation')}
      />
      <AgentPrinters
        host={isInvalid(values, 'PrintServer') ? '' : values.PrintServer}
        port={values.Port}
        chosen={values.PrintLocation}
        onChoose={set('PrintLocation')}
      />
      <SelectField
        label={say('printers.format')}
        value={format}
        options={[
          { value: 'PDF', label: say('printers.formatPdf') },
          { value: 'ZPL', label: say('printers.formatZpl') },
        ]}
        onValue={(value) => setFormat(PRINT_FORMATS.find((each) => each === value) ?? 'PDF')}
      />
      {own && <PrinterFields format={format} value={supportedFields(own, format)} onValue={setOwn} />}
      {failure !== null && (
        <p className="callout tone-warning" role="alert">
          {failure}
          {before && before.LastChangedDateTime !== opened && ` ${sayCurrentValues(before)}`}
        </p>
      )}
      <div className="layout-apart">
        <CommandButton id="cancelHeader">{say('documents.cancel')}</CommandButton>
        <CommandButton id="saveHeader" look="primary" size="large">
          {say(before ? 'answer.save' : 'printers.add')}
        </CommandButton>
      </div>
    </form>
  )
}

const isInvalid = (values: PrinterValues, name: FieldName): boolean =>
  !v.is(PrintServerBody.entries[name], values[name])

// The commands that save and leave the form. Returns why it was not saved; null if it was not tried or was.
const useSavePrinter = ({
  before,
  values,
  format,
  own,
  touchAll,
}: {
  readonly before: PrintServer | null
  readonly values: PrinterValues
  readonly format: PrintServer['PrintFormat']
  readonly own: AdditionalFields | null
  /** Shows the errors of all fields. */
  readonly touchAll: () => void
}): string | null => {
  const { location } = usePlace()
  const { actor, admin } = useSession()
  const [, navigate] = useLocation()
  const reloadServers = useReloadPrintServers()
  const reloadSetups = useReloadPrinterSetups()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const performOnce = useRepeatableCall('printserver')
  const maySave = (): Verdict =>
    firstRefusal(
      busy ? refuse('busy') : true,
      mayChangePrinters({ actor, admin }),
      FIELDS.some((name) => isInvalid(values, name)) ? refuse('formIncomplete') : true,
    )
  const save = async (cause: Cause): Promise<CommandOutcome | undefined> => {
    const verdict = maySave()
    if (verdict !== true) {
      touchAll()
      return refusalOutcome(verdict)
    }
    const saving = savePrinterRequest(before, values, {
      location,
      format,
      own: own && supportedFields(own, format),
    })
    setBusy(true)
    setFailure(null)
    const result = await performOnce(saving, cause)
    setBusy(false)
    const refusal = result.ok
      ? await checkPrinterChange(location, result.value, (all) => all.some((each) => hasValues(values, each)))
      : reasonOf(result.error)
    if (refusal !== undefined) {
      const failed = before ? 'printers.saveFailed' : 'printers.addFailed'
      const outcome = failureOf(failed, refusal)
      setFailure(sayCode(outcome.code, outcome.facts))
      // Load another user's change, so that the next save is based on it.
      if (before && !result.ok && result.error.status === 409)
        await Promise.all([reloadServers(), reloadSetups()])
      return outcome
    }
    await Promise.all([reloadServers(), reloadSetups()])
    const facts = { printer: values.PrintLocation.trim() }
    navigate(ROUTES.print)
    return outcomeOf('ok', before ? 'printers.saved' : 'printers.added', facts)
  }
  useCommandPorts({
    header: {
      maySave,
      save,
      cancel: () => {
        navigate(ROUTES.print)
        return undefined
      },
    },
  })
  useScanTarget({ level: 'screen', id: `print.new.${location}`, accepts: () => undefined })
  return failure
}

const sayCurrentValues = ({
  PrintLocation: printer,
  PrintServer: host,
  Port: port,
  PrintFormat: format,
}: PrintServer) => say('printers.now', { printer, host, port, format })
