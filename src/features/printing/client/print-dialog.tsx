// 'Print {report type}': copies and printer (part 1 section 2, shared dialogs).
import { useEffect, useEffectEvent, useState } from 'react'
import { usePlace } from '#app/state/place.ts'
import { Button } from '#app/ui/button.tsx'
import { readCount } from '#app/ui/count.ts'
import { Counter } from '#app/ui/counter.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { Skeleton } from '#app/ui/states.tsx'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { MAX_COPIES } from '#core/wire/label-barcodes.ts'
import { LIMITS } from '#core/wire/limits.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { refuse } from '#core/wire/refusals.ts'
import type { PrintJobName } from '#features/printing/common/printer-setup.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { useDialogAnswers } from '#input/engine/use-command-ports.ts'
import { say } from '#text/say.ts'
import {
  defaultPrinter,
  printerOptions,
  rememberPrinter,
  serversFor,
  usePrintServers,
} from './print-servers.ts'
import { usePrinterSetups } from './printer-setup.ts'
import './print.css'

interface PrintDialogProps {
  /** The report type, for the title. */
  readonly reportName: string
  /** The work whose printer is remembered, and that may have a proposed printer. */
  readonly work: PrintJobName
  readonly onPrint: (copies: number, server: PrintServer | null) => void
  readonly onCancel: () => void
}

export function PrintDialog({ reportName, work, onPrint, onCancel }: PrintDialogProps) {
  const { location } = usePlace()
  const { items, state: read, problem } = usePrintServers()
  const setups = usePrinterSetups()
  const state = setups.ready ? read : 'loading'
  const proposed = setups.proposalFor(work)?.PrintServer
  // Show no printer until the proposed one is loaded.
  const servers = setups.ready ? serversFor(items, ['PDF']) : []
  const [copies, setCopies] = useState(String(LIMITS.copiesDefault))
  /** The last valid number; it replaces an invalid entry or zero (part 1 section 5, print copies). */
  const [lastValid, setLastValid] = useState<number>(LIMITS.copiesDefault)
  const [chosen, setChosen] = useState<string>()
  const printer = chosen ?? defaultPrinter(servers, location, work, proposed)

  /** Enter was pressed before the printers had loaded. */
  const [isSubmitPending, setSubmitPending] = useState(false)
  const send = () => {
    const count = copies.trim() === '' ? lastValid : readCount(copies, MAX_COPIES)
    if (count === undefined) {
      return refusalOutcome(refuse('countWrong', { value: copies.trim(), most: MAX_COPIES }))
    }
    rememberPrinter(location, work, printer, { chosen: chosen !== undefined, proposed })
    onPrint(count, servers.find(({ ID }) => ID === printer) ?? null)
    return undefined
  }
  const print = () => {
    if (state !== 'loading') return send()
    setSubmitPending(true)
    return undefined
  }
  const printPending = useEffectEvent(() => {
    // Without a printer the dialog first shows that a PDF opens instead.
    if (servers.some(({ ID }) => ID === printer)) send()
  })
  // Drop the pending submit if the printers fail to load.
  if (isSubmitPending && state === 'failed') setSubmitPending(false)
  const canSubmitPending = isSubmitPending && state === 'ready'
  useEffect(() => {
    if (canSubmitPending) printPending()
  }, [canSubmitPending])
  const cancel = () => {
    onCancel()
    return undefined
  }
  useDialogAnswers(
    { print, yes: print, no: cancel },
    {
      setQuantity: (quantity) => {
        if (quantity < 1 || quantity > MAX_COPIES) return refusalOutcome(refuse('quantityZero'))
        setCopies(String(quantity))
        setLastValid(quantity)
        return outcomeOf('ok', 'print.copiesSet', { n: quantity })
      },
    },
  )
  return (
    <Dialog
      open
      title={say('print.title', { report: reportName })}
      onClose={onCancel}
      actions={
        <>
          <Button size="large" onClick={cancel}>
            {say('documents.cancel')}
          </Button>
          <Button
            size="large"
            look="primary"
            icon="print"
            busy={state === 'loading'}
            onClick={() => void print()}
          >
            {say('command.print')}
          </Button>
        </>
      }
    >
      <Counter
        label={say('print.copies')}
        text={copies}
        max={MAX_COPIES}
        onText={setCopies}
        onLeave={() => {
          const count = readCount(copies, MAX_COPIES) ?? lastValid
          setLastValid(count)
          setCopies(String(count))
        }}
        onCommit={() => void print()}
        first
      />
      {state === 'loading' &&
        (isSubmitPending ? (
          <p className="text-quiet text-strong" role="status">
            {say('print.waitsForPrinters')}
          </p>
        ) : (
          <Skeleton lines={1} />
        ))}
      {problem && (
        <p className="text-quiet text-strong" role="alert">
          {say('print.serversFailed', { location, reason: reasonOf(problem) })}
        </p>
      )}
      {state === 'ready' && servers.length === 0 && (
        <p className="text-quiet text-strong">{say('print.noServer', { location })}</p>
      )}
      {servers.length > 0 && (
        <SelectField
          label={say('print.printer')}
          value={printer}
          options={printerOptions(servers)}
          onValue={setChosen}
        />
      )}
    </Dialog>
  )
}
