// Lists the location's print servers: test, change, remove, add.
import { useState } from 'react'
import { useLocation } from 'wouter'
import { perform } from '#app/api/client.ts'
import { usePlace } from '#app/state/place.ts'
import { requestPrint } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'
import { Button } from '#app/ui/button.tsx'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import type { PrintServer } from '#core/wire/print-server.ts'
import type { Verdict } from '#core/wire/refusals.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { type AskPerson, questionOfIrreversible } from '#input/questions/question.ts'
import { say, sayCode } from '#text/say.ts'
import { checkPrinterChange } from './check-printer-change.ts'
import { type PrintServers, useReloadPrintServers } from './print-servers.ts'
import { TestAdvice } from './test-advice.tsx'

export function PrintServerList({
  servers,
  mayChange,
  mayTest,
  ask,
}: {
  readonly servers: PrintServers
  readonly mayChange: Verdict
  /** The server has a test page. */
  readonly mayTest: boolean
  readonly ask: AskPerson
}) {
  const { location } = usePlace()
  return (
    <section className="layout-stack" aria-labelledby="print-servers-title">
      <div className="layout-row layout-apart">
        <h2 id="print-servers-title">{say('printers.title')}</h2>
        <CommandButton id="newPrintServer" icon="plus">
          {say('command.newPrintServer')}
        </CommandButton>
      </div>
      {servers.state === 'loading' && <Skeleton lines={2} />}
      {servers.problem && (
        <ErrorState
          problem={{ code: 'printers.failed', detail: reasonOf(servers.problem) }}
          onRetry={servers.reload}
        />
      )}
      {servers.state === 'ready' && !servers.problem && servers.items.length === 0 && (
        <EmptyState icon="print" title={say('printers.none', { location })} />
      )}
      {servers.items.length > 0 && (
        <ul className="layout-stack" aria-label={say('printers.title')}>
          {servers.items.map((server) => (
            <li key={server.ID}>
              <ServerRow server={server} mayChange={mayChange} mayTest={mayTest} ask={ask} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const ServerRow = ({
  server,
  mayChange,
  mayTest,
  ask,
}: {
  readonly server: PrintServer
  readonly mayChange: Verdict
  readonly mayTest: boolean
  readonly ask: AskPerson
}) => {
  const { location } = usePlace()
  const reloadServers = useReloadPrintServers()
  const [, navigate] = useLocation()
  const [tested, setTested] = useState(false)
  const printer = server.PrintLocation
  const refused = mayChange === true ? undefined : sayCode(mayChange.code, mayChange.facts)
  const remove = async () => {
    if ((await ask(questionOfIrreversible('printers.removeAsk', { printer, location }))) !== 'yes') return
    const result = await perform(
      preparePrintCall(
        'printservers.delete',
        { params: { id: server.ID ?? '' }, query: { changed: server.LastChangedDateTime } },
        ({ Message }) => Message,
      ),
    )
    const reason = result.ok
      ? await checkPrinterChange(location, result.value, (all) => all.every(({ ID }) => ID !== server.ID))
      : reasonOf(result.error)
    if (reason === undefined) reportResult('ok', 'printers.removed', { printer })
    else {
      reportResult('error', 'withReason', { what: say('printers.removeFailed'), reason })
    }
    await reloadServers()
  }
  return (
    <article className="card print-server" aria-label={printer}>
      <p className="print-server-name text-large">{printer}</p>
      <p className="print-server-where">
        {server.PrintServer}:{server.Port}
      </p>
      <span className="chip">{server.PrintFormat}</span>
      <span className="print-server-actions layout-buttons">
        {mayTest && (
          <Button
            icon="print"
            aria-label={say('printers.testOf', { printer })}
            onClick={() => {
              requestPrint({ kind: 'test', server })
              setTested(true)
            }}
          >
            {say('printers.test')}
          </Button>
        )}
        <Button
          icon="edit"
          aria-label={say('printers.changeOf', { printer })}
          reason={refused}
          onClick={() => navigate(`${ROUTES.printNew}?${new URLSearchParams({ id: server.ID ?? '' })}`)}
        >
          {say('printers.change')}
        </Button>
        <Button
          look="danger"
          icon="trash"
          aria-label={say('printers.removeOf', { printer })}
          reason={refused}
          onClick={() => void remove()}
        >
          {say('printers.remove')}
        </Button>
      </span>
      {tested && <TestAdvice server={server} mayChange={mayChange} />}
    </article>
  )
}
