// Asks how a test print came out, shows advice, and offers a button that applies it and tests again.
import { useState } from 'react'
import { perform } from '#app/api/client.ts'
import { usePlace } from '#app/state/place.ts'
import { requestPrint } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import type { PrintFormat } from '#core/wire/constants.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { canRotate, ROTATIONS, type Rotation } from '#features/printing/common/printer-setup.ts'
import { DOTS_PER_INCH, type DotsPerInch } from '#features/printing/common/printing.ts'
import { say } from '#text/say.ts'
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

type TestResult = 'right' | 'half' | 'turned'

// The advice: nothing, agent and printer settings, or fields of the print server. `n` is the value to set.
type Advice =
  | { readonly do: 'nothing' | 'paper' }
  | { readonly do: 'turn'; readonly why: 'turn' | 'turned'; readonly n: Rotation }
  | { readonly do: 'dpi'; readonly n: DotsPerInch }
  | { readonly do: 'dpiMost'; readonly n: DotsPerInch }

// Returns the advice for a test result. `own` is undefined if the server does not store the loaded stock.
// Agents shrink a page wider than the stock instead of turning it (docs/print-agent.md).
function adviceFor(result: TestResult, format: PrintFormat, own: AdditionalFields | undefined): Advice {
  if (result === 'right') return { do: 'nothing' }
  if (format === 'ZPL' && result === 'half') {
    const now = own?.Dpi ?? DOTS_PER_INCH[0]
    const more = DOTS_PER_INCH.find((dpi) => dpi > now)
    return own && more ? { do: 'dpi', n: more } : { do: 'dpiMost', n: now }
  }
  if (!own || (format === 'PDF' && own.Stock === '')) return { do: 'paper' }
  return { do: 'turn', why: result === 'half' ? 'turn' : 'turned', n: nextTurn(own.Rotation, format) }
}

const nextTurn = (now: Rotation, format: PrintFormat): Rotation => {
  const all = ROTATIONS.filter((rotation) => canRotate(format, rotation))
  return all[(all.indexOf(now) + 1) % all.length] ?? 0
}
