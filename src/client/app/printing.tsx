// Loads the printing code when something is to be printed. It stays mounted: a job continues after its screen
// is closed.
import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '#client/state/notices.ts'
import { printRequestsAtom, takePrintRequest } from '#client/state/printing.ts'

export function Printing() {
  const [request] = useAtomValue(printRequestsAtom)
  const [host, setHost] = useState<{ readonly component: ComponentType }>()
  const wanted = host === undefined ? request : undefined
  useEffect(() => {
    if (!wanted) return
    import('#client/features/print/print-host.tsx').then(
      ({ PrintHost }) => setHost({ component: PrintHost }),
      () => {
        takePrintRequest(wanted)
        notify('print.notLoaded', {}, 'error')
      },
    )
  }, [wanted])
  return host ? <host.component /> : null
}
