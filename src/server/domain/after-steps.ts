// Runs the follow-up work of document steps.
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import { openAdjustmentRequest } from './adjustment-requests.ts'
import type { Stamp } from './documents-port.ts'
import type { Ports } from './ports.ts'

/** Opens an adjustment request for the lines that still need a decision, if any. */
export async function afterStep(
  ports: Pick<Ports, 'documents' | 'requests'>,
  { effects }: Pick<Kind, 'effects'>,
  step: string,
  document: StoredDocument,
  stamp: Stamp,
): Promise<void> {
  const requestLineOf = effects.requestLines?.[step]
  if (!requestLineOf) return
  await openAdjustmentRequest(
    ports,
    document,
    document.lines.flatMap((line) => requestLineOf(line) ?? []),
    stamp,
  )
}
