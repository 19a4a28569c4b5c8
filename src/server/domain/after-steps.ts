// What comes of a step that has been taken over a whole document, beside what it does to the ledger.
import type { Kind } from '#kinds/kind.ts'
import type { StoredDocument } from '#kinds/stored.ts'
import { openAdjustmentRequest } from './adjustment-requests.ts'
import type { Stamp } from './documents-port.ts'
import type { Ports } from './ports.ts'

/** Opens a request for the lines that the step has left to decide; none where there is none. */
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
