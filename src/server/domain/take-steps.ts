// Steps of any document kind, carried out: accounts locked, effects taken, document, lines and ledger written.
import type { Commodity } from '#contract/constants.ts'
import { succeed } from '#contract/result.ts'
import { afterLineStep } from '#workflows/engine.ts'
import { changeDocument, flowAccounts } from './change-document.ts'
import { aimLines, changeLines, type Kind, type LineOutcome, type LineRequest } from './change-lines.ts'
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import { openLedger } from './ledger.ts'
import type { Ports } from './ports.ts'

type Needed = Pick<Ports, 'documents' | 'ledger' | 'stock'>

const sourceOf = ({ barcode, source }: StoredLine) => ({ barcode, account: source })

/** Takes a document step that was judged, over all lines that the document has. */
export async function takeDocumentStep<DocumentSteps extends string>(
  ports: Needed,
  kind: Kind<DocumentSteps, string>,
  step: DocumentSteps,
  document: StoredDocument,
  stamp: Stamp,
): Promise<StoredDocument> {
  const receiving = flowAccounts(kind, step, document)
  const ledger = await openLedger(ports.ledger, document.lines.map(sourceOf), receiving)
  const after = changeDocument(kind, step, ledger, document, stamp)
  await ports.documents.saveLines(document.number, after.lines, stamp)
  await ports.documents.touch(document.number, after.status, stamp)
  await ledger.write()
  return after
}

/** Takes the line steps that are asked for; those refused leave the others saved. New lines come back with their ids. */
export async function takeLineSteps<DocumentSteps extends string, LineSteps extends string>(
  ports: Needed,
  kind: Kind<DocumentSteps, LineSteps>,
  document: StoredDocument,
  commodity: Commodity,
  requests: readonly LineRequest[],
  stamp: Stamp,
): Promise<readonly LineOutcome[]> {
  const aimed = await aimLines(ports.stock, kind.effects, document, commodity, requests)
  const giving = aimed.flatMap(({ line }) => (line.ok ? [sourceOf(line.value)] : []))
  const ledger = await openLedger(ports.ledger, giving)
  const { document: after, outcomes } = changeLines(kind, ledger, document, aimed)
  const changed = after.lines.filter((line) => !document.lines.includes(line))
  if (changed.length === 0) return outcomes
  const ids = await ports.documents.saveLines(document.number, changed, stamp)
  await ports.documents.touch(document.number, after.status, stamp)
  await ledger.write()
  return outcomes.map(({ request, result }) => {
    if (!result.ok || result.value.id !== null) return { request, result }
    return { request, result: succeed({ ...result.value, id: ids.get(result.value.barcode) ?? null }) }
  })
}

/** Takes a line away by a step that was judged: what it holds is let go. */
export async function removeLine<LineSteps extends string>(
  ports: Needed,
  { rules, effects }: Kind<string, LineSteps>,
  step: LineSteps,
  document: StoredDocument,
  line: StoredLine,
  stamp: Stamp,
): Promise<void> {
  const after = afterLineStep(rules, step, document, line)
  const ledger = await openLedger(ports.ledger, [sourceOf(line)])
  ledger.hold(sourceOf(line), effects.lines[step](0) - line.held)
  await ports.documents.deleteLine(document.number, line.id ?? '')
  await ports.documents.touch(document.number, after.status, stamp)
  await ledger.write()
}
