// Chooses what this workstation prints automatically. The default is the location's proposal.
import { useState } from 'react'
import { printsAutomatically, storeAutomaticPrinting } from '#app/state/automatic-printing.ts'
import { usePlace } from '#app/state/place.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AUTOMATIC_PRINT_JOBS } from '#features/printing/common/printer-setup.ts'
import { say } from '#text/say.ts'
import { isProposedAt } from './jobs/automatic-jobs.ts'
import { usePrinterSetups } from './printer-setup.ts'
import { sayWork } from './proposals.tsx'

export function AutomaticPrinting() {
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
