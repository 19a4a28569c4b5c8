// /Print/: prints labels of a barcode and manages the location's print servers.
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { printsAutomatically, storeAutomaticPrinting } from '#app/state/automatic-printing.ts'
import { configAtom } from '#app/state/config.ts'
import { usePlace } from '#app/state/place.ts'
import { useSession } from '#app/state/session.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { AUTOMATIC_PRINT_JOBS } from '#features/printing/common/printer-setup.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { useCommandPorts } from '#input/engine/use-command-ports.ts'
import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useQuestions } from '#input/questions/questions.tsx'
import { say } from '#text/say.ts'
import { JobList } from './job-list.tsx'
import { isProposedAt } from './jobs/automatic-jobs.ts'
import { LabelForm } from './label-form.tsx'
import { PrintServerList } from './print-server-list.tsx'
import { mayChangePrinters, usePrintServers } from './print-servers.ts'
import { usePrinterSetups } from './printer-setup.ts'
import { Proposals, sayWork } from './proposals.tsx'
import './print.css'

export function PrintScreen() {
  const { actor, admin } = useSession()
  const { ask: askPerson, dialog } = useQuestions()
  const extended = useAtomValue(configAtom)?.extensions.includes('printing') ?? false
  const servers = usePrintServers()
  const query = useSearch()
  const mayChange = mayChangePrinters({ actor, admin })
  return (
    <div className="layout-stack">
      {dialog}
      <h1>{say('screen.print')}</h1>
      {extended ? (
        // Remount the form for another barcode.
        <LabelForm key={query} given={new URLSearchParams(query)} servers={servers} mayChange={mayChange} />
      ) : (
        <NoLabels mayChange={mayChange} />
      )}
      <JobList />
      <AutomaticPrinting />
      <PrintServerList servers={servers} mayChange={mayChange} mayTest={extended} ask={askPerson} />
      {mayChange === true && <Proposals servers={servers} />}
    </div>
  )
}

// The server has print servers but makes no labels.
const NoLabels = ({ mayChange }: { readonly mayChange: Verdict }) => {
  const place = usePlace()
  useCommandPorts({
    labels: {
      choose: () => outcomeOf('error', 'labels.notOffered'),
      mayAddServer: () => mayChange,
      maySwitchPassport: () => refuse('notOnThisScreen'),
      switchPassport: () => undefined,
    },
  })
  useScanTarget({ level: 'screen', id: `print.${place.location}`, accepts: () => undefined })
  return <EmptyState icon="print" title={say('labels.notOffered')} />
}

// Chooses what this workstation prints automatically. The default is the location's proposal.
const AutomaticPrinting = () => {
  const { location } = usePlace()
  const setups = usePrinterSetups()
  const [, setChanges] = useState(0)
  if (!setups.offered || !setups.ready || setups.problem) return null
  return (
    <section className="layout-stack" aria-labelledby="by-itself-title">
      <h2 id="by-itself-title">{say('byItself.title')}</h2>
      <p className="text-quiet text-strong">{say('byItself.note')}</p>
      <div className="print-by-itself">
        {AUTOMATIC_PRINT_JOBS.map(({ work, moment }) => (
          <Checkbox
            key={`${work} ${moment}`}
            label={say(moment === 'ship' ? 'proposals.onShipOf' : 'proposals.onReceiveOf', {
              work: sayWork(work),
            })}
            checked={
              printsAutomatically(location, work, moment) ?? isProposedAt(setups.proposalFor(work), moment)
            }
            onValue={(on) => {
              storeAutomaticPrinting(location, work, moment, on)
              setChanges((n) => n + 1)
            }}
          />
        ))}
      </div>
    </section>
  )
}
