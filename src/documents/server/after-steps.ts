// Runs the follow-up work of document steps.
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { DocumentPorts, Stamp } from './documents-port.ts'

/** Opens an adjustment request for the lines that still need a decision, if any. */
export async function afterStep(
  ports: Pick<DocumentPorts, 'documents' | 'requests'>,
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

// Opens a request with one line for each differing line. Does nothing without differing lines.
async function openAdjustmentRequest(
  ports: Pick<DocumentPorts, 'documents' | 'requests'>,
  of: StoredDocument,
  differing: readonly StoredLine[],
  stamp: Stamp,
): Promise<void> {
  if (differing.length === 0) return
  const { location, seasonId } = of
  const number = await ports.documents.create(
    { kind: 'request', mode: 'inventory', status: 'OPEN', location, seasonId },
    stamp,
    { step: 'create', concerns: [location] },
  )
  await ports.requests.insert(number, of.number)
  const lines = differing.map((line) => ({ ...line, id: null, status: 'OPEN' as const, held: 0 }))
  await ports.documents.saveLines(number, lines, stamp)
}
