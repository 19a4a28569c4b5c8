// Loads the printing code for the first print job. It stays mounted, so that a job continues after its screen
// is closed.
import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { fetchLater } from '#app/state/fetch-later.ts'
import { mayHaveLeftJobs, printRequestsAtom, removePrintRequest } from '#app/state/printing.ts'
import { reportResult } from '#app/state/results.ts'

export function Printing() {
  const [request] = useAtomValue(printRequestsAtom)
  const [host, setHost] = useState<{ readonly component: ComponentType }>()
  // At the start, ask about interrupted jobs.
  const [left] = useState(mayHaveLeftJobs)
  const wanted = host === undefined && (request ?? left)
  useEffect(() => {
    if (!wanted) return
    fetchLater(import('#features/printing/client/print-host.tsx')).then(
      ({ PrintHost }) => setHost({ component: PrintHost }),
      () => {
        if (wanted !== true) removePrintRequest(wanted)
        reportResult('error', 'notLoaded')
      },
    )
  }, [wanted])
  return host ? <host.component /> : null
}
