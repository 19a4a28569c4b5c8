// Requests automatic printing after a document's end, once for each end that the server has confirmed.
import { configAtom } from '#app/state/config.ts'
import { requestPrint } from '#app/state/printing.ts'
import { store } from '#app/state/store.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Kind, Mode } from '#core/kinds/kind.ts'
import { reportOf } from '#core/kinds/screens.ts'
import type { AutomaticPrintStep } from '#features/printing/common/printer-setup.ts'

// By the final status of a step, because `complete` receives a transfer but dumps a dump.
const printMoments: Readonly<Record<string, AutomaticPrintStep>> = { SHIPPED: 'ship', RECEIVED: 'receive' }

/** Requests automatic printing after this step; other steps and foreign servers print nothing. */
export function printAfter(
  { documentSteps }: Pick<Kind, 'documentSteps'>,
  mode: Mode,
  step: string,
  document: Document,
): void {
  const moment = printMoments[documentSteps[step]?.to ?? '']
  if (!moment || !store.get(configAtom)?.extensions.includes('printers')) return
  const labels = new Map<string, number>()
  for (const { barcode, received } of document.lines) {
    if (received !== null && received > 0) labels.set(barcode, (labels.get(barcode) ?? 0) + received)
  }
  requestPrint({
    kind: 'ended',
    moment,
    ...reportOf(mode, document),
    items: [...labels].map(([barcode, n]) => ({ barcode, labels: n })),
  })
}
