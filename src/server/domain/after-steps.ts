// What follows from a document step, besides its ledger movements.
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument } from '#core/kinds/stored.ts'
import { openAdjustmentRequest } from './adjustment-requests.ts'
import type { Stamp } from './documents-port.ts'
import type { Ports } from './ports.ts'

/** Opens an adjustment request for the lines that the step has left to decide, if any. */
export async function afterStep(
  ports: Pick<Ports, 'documents' | 'requests'>,
  { effects }: Pick<Kind, 'effects'>,
  step: string,
  document: StoredDocument,
  stamp: Stamp,
): Promise<void> {
  const left = effects.leaves?.[step]
  if (!left) return
  await openAdjustmentRequest(
    ports,
    document,
    document.lines.flatMap((line) => left(line) ?? []),
    stamp,
  )
}
