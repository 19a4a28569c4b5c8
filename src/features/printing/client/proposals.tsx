// Edits the default printers and automatic printing of the location. Each choice is saved immediately.
import { useRef, useState } from 'react'
import { perform } from '#app/api/client.ts'
import { usePlace } from '#app/state/place.ts'
import { reportResult } from '#app/state/results.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import {
  AUTOMATIC_PRINT_JOBS,
  type DefaultPrinter,
  PRINT_JOB_NAMES,
  type PrintJobName,
  preparePrinterCall,
} from '#features/printing/common/printer-setup.ts'
import { say } from '#text/say.ts'
import { useTemplates } from './label-templates.ts'
import { type PrintServers, printerOptions, serversFor } from './print-servers.ts'
import { usePrinterSetups, useReloadPrinterSetups } from './printer-setup.ts'

/** Returns a work's display name. */
export function sayWork(work: PrintJobName): string {
  if (work === 'Labels') return say('proposals.labels')
  return work === 'Command sheet' ? say('print.sheet') : work
}

export function Proposals({ servers }: { readonly servers: PrintServers }) {
  const { location } = usePlace()
  const setups = usePrinterSetups()
  if (!setups.offered || !setups.ready || setups.problem || servers.items.length === 0) return null
  return (
    <section className="layout-stack" aria-labelledby="proposals-title">
      <h2 id="proposals-title">{say('proposals.title')}</h2>
      <p className="text-quiet text-strong">{say('proposals.note', { location })}</p>
      <ul className="print-proposals" aria-label={say('proposals.title')}>
        {PRINT_JOB_NAMES.map((work) => (
          <li key={work}>
            <Proposal work={work} servers={servers} known={setups.proposalFor(work)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Proposal = ({
  work,
  servers,
  known,
}: {
  readonly work: PrintJobName
  readonly servers: PrintServers
  readonly known: DefaultPrinter | undefined
}) => {
  const { location } = usePlace()
  const reloadSetups = useReloadPrinterSetups()
  const templates = useTemplates(location, work === 'Labels')
  /** The unsaved choices, shown while they are sent and the stored values reload. */
  const [chosen, setChosen] = useState<DefaultPrinter>()
  const none: DefaultPrinter = { Work: work, PrintServer: '', Template: '', OnShip: false, OnReceive: false }
  const now = chosen ?? known ?? none
  const name = sayWork(work)
  const saveQueue = useRef(Promise.resolve())
  const pendingChanges = useRef<Partial<DefaultPrinter>[]>([])
  const saved = useRef(now)
  // Send changes one after the other, because the server keeps the last one that arrives.
  const save = (change: Partial<DefaultPrinter>) => {
    if (pendingChanges.current.length === 0) saved.current = now
    pendingChanges.current.push(change)
    setChosen({ ...now, ...change })
    saveQueue.current = saveQueue.current.then(() => send(change))
    return saveQueue.current
  }
  const send = async (change: Partial<DefaultPrinter>) => {
    const values = { ...saved.current, ...change }
    const body = { Location: location, ...values, Seen: saved.current }
    const result = await perform(preparePrinterCall('printers.propose', { body }, ({ Message }) => Message))
    if (result.ok) saved.current = values
    await reloadSetups()
    pendingChanges.current.shift()
    if (result.ok) {
      reportResult('ok', 'proposals.saved', { location, work: name })
      return
    }
    reportResult('error', 'withReason', { what: say('proposals.failed'), reason: reasonOf(result.error) })
    const stillPending = pendingChanges.current
    setChosen(stillPending.length > 0 ? Object.assign({}, saved.current, ...stillPending) : undefined)
  }
  const moments = AUTOMATIC_PRINT_JOBS.filter((each) => each.work === work).map(({ moment }) => moment)
  return (
    <article className="card print-proposal" aria-label={name}>
      <SelectField
        label={say('proposals.printerFor', { work: name })}
        value={now.PrintServer}
        placeholder={say('proposals.none')}
        // Offer no new tab: an automatic print has no user action to open one.
        options={printerOptions(
          serversFor(servers.items, work === 'Labels' ? ['PDF', 'ZPL'] : ['PDF']),
        ).slice(0, -1)}
        onValue={(PrintServer) => void save({ PrintServer })}
      />
      {work === 'Labels' && templates.items.length > 0 && (
        <SelectField
          label={say('proposals.templateFor')}
          value={now.Template}
          placeholder={say('proposals.usual')}
          options={templates.items.map(({ Id, Name }) => ({ value: Id, label: Name }))}
          onValue={(Template) => void save({ Template })}
        />
      )}
      {moments.includes('ship') && (
        <Checkbox
          label={say('proposals.onShip')}
          aria-label={say('proposals.onShipOf', { work: name })}
          checked={now.OnShip}
          onValue={(OnShip) => void save({ OnShip })}
        />
      )}
      {moments.includes('receive') && (
        <Checkbox
          label={say('proposals.onReceive')}
          aria-label={say('proposals.onReceiveOf', { work: name })}
          checked={now.OnReceive}
          onValue={(OnReceive) => void save({ OnReceive })}
        />
      )}
    </article>
  )
}
