// Asks how a test print came out, shows advice, and offers a button that applies it and tests again.
import { useState } from 'react'
import { perform } from '#app/api/client.ts'
import { usePlace } from '#app/state/place.ts'
import { requestPrint } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import type { PrintServer } from '#features/printing/common/print-server.ts'
import { say } from '#text/say.ts'
import { type Advice, adviceFor, type TestResult } from './advice.ts'
import { type AdditionalFields, DEFAULT_FIELDS } from './printer-fields.tsx'
import { usePrinterSetups, useReloadPrinterSetups } from './printer-setup.ts'
import { savePrinterRequest } from './save-printer.ts'

const RESULTS = ['right', 'half', 'turned'] as const satisfies readonly TestResult[]

export function TestAdvice({
  server,
  mayChange,
}: {
  readonly server: PrintServer
  readonly mayChange: Verdict
}) {
  const { location } = usePlace()
  const setups = usePrinterSetups()
  const reloadSetups = useReloadPrinterSetups()
  const [result, setResult] = useState<TestResult>()
  const [busy, setBusy] = useState(false)
  const own = setups.offered ? (setups.of(server.ID) ?? DEFAULT_FIELDS) : undefined
  const advice = result && adviceFor(result, server.PrintFormat, own)
  const setAndTest = async (change: Partial<AdditionalFields>) => {
    if (!own) return
    setBusy(true)
    const saving = savePrinterRequest(server, server, {
      location,
      format: server.PrintFormat,
      own: { Dpi: own.Dpi, Rotation: own.Rotation, Stock: own.Stock, ...change },
    })
    const saved = await perform(saving)
    await reloadSetups()
    setBusy(false)
    if (!saved.ok) {
      const what = say('printers.saveFailed')
      reportResult('error', 'withReason', { what, reason: reasonOf(saved.error) })
      return
    }
    setResult(undefined)
    requestPrint({ kind: 'test', server })
  }
  return (
    <div className="print-test">
      <p id={`tested-${server.ID}`}>{say('printers.tested')}</p>
      <div
        className="print-server-actions layout-buttons"
        role="group"
        aria-labelledby={`tested-${server.ID}`}
      >
        {RESULTS.map((each) => (
          <Button
            key={each}
            aria-pressed={each === result}
            {...(each === result && { icon: 'check' })}
            onClick={() => setResult(each)}
          >
            {say(`printers.test.${each}`)}
          </Button>
        ))}
      </div>
      <div role="status">{advice && <p>{sayAdvice(advice)}</p>}</div>
      {advice && (advice.do === 'turn' || advice.do === 'dpi') && (
        <div>
          {mayChange === true ? (
            <Button
              look="primary"
              icon="print"
              busy={busy}
              onClick={() =>
                void setAndTest(advice.do === 'turn' ? { Rotation: advice.n } : { Dpi: advice.n })
              }
            >
              {say(advice.do === 'turn' ? 'printers.advice.turnNow' : 'printers.advice.dpiNow', {
                n: advice.n,
              })}
            </Button>
          ) : (
            <p>{say('printers.advice.ask')}</p>
          )}
        </div>
      )}
    </div>
  )
}

const sayAdvice = (advice: Advice): string => {
  switch (advice.do) {
    case 'nothing':
      return say('printers.advice.right')
    case 'paper':
      return say('printers.advice.paper')
    case 'turn':
      return say(`printers.advice.${advice.why}`, { n: advice.n })
    case 'dpi':
      return say('printers.advice.dpi', { n: advice.n })
    case 'dpiMost':
      return say('printers.advice.dpiMost', { n: advice.n })
  }
}
