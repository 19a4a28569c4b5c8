// /Print/New/: adds a print server for the chosen location; `?id=` edits an existing one.
import { useSearch } from 'wouter'
import { reasonOf } from '#app/ui/reason.ts'
import { EmptyState, ErrorState, Skeleton } from '#app/ui/states.tsx'
import { say } from '#text/say.ts'
import { PrintServerForm } from './print-server-form.tsx'
import { usePrintServers } from './print-servers.ts'
import { DEFAULT_FIELDS } from './printer-fields.tsx'
import { usePrinterSetups } from './printer-setup.ts'

export function NewPrintServerScreen() {
  const id = new URLSearchParams(useSearch()).get('id')
  const setups = usePrinterSetups()
  return id === null ? (
    <PrintServerForm before={null} ownBefore={setups.offered ? DEFAULT_FIELDS : null} />
  ) : (
    <EditPrintServer key={id} id={id} />
  )
}

const EditPrintServer = ({ id }: { readonly id: string }) => {
  const servers = usePrintServers()
  const setups = usePrinterSetups()
  const problem = servers.problem ?? setups.problem
  if (problem) {
    return (
      <ErrorState
        problem={{ code: 'printers.failed', detail: reasonOf(problem) }}
        onRetry={() => {
          servers.reload()
          setups.reload()
        }}
      />
    )
  }
  // Wait for fresh data, so that the form does not overwrite another user's change.
  if (!servers.fresh || !setups.fresh) return <Skeleton lines={6} />
  const before = servers.items.find(({ ID }) => ID === id)
  if (!before) return <EmptyState heading icon="search" title={say('printers.gone')} />
  return (
    <PrintServerForm before={before} ownBefore={setups.offered ? (setups.of(id) ?? DEFAULT_FIELDS) : null} />
  )
}
