// Runs steps of any document kind: locks accounts, applies effects, writes document, lines and ledger.

import { afterLineStep } from '#core/kinds/engine.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { Commodity } from '#core/wire/constants.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { openLedger } from '#server/domain/ledger.ts'
import {
  accountsOfDocumentStep,
  changeDocument,
  countedAccountsOf,
  type ShortLine,
} from './change-document.ts'
import {
  accountsOfLineSteps,
  changeLines,
  type LineOutcome,
  lineWatch,
  resolveLines,
  stepOf,
} from './change-lines.ts'
import { checkReasons, linesWithInvalidReasons } from './check-reasons.ts'
import { type DocumentPorts, lineKeyOf, type Stamp } from './documents-port.ts'
import { liveUpdateOf } from './live-update.ts'
import type { LineBody } from './read-body.ts'

type StepPorts = Pick<DocumentPorts, 'documents' | 'ledger' | 'stock' | 'references'>

const sourceOf = ({ barcode, source }: StoredLine) => ({ barcode, account: source })

/** Runs a checked document step on all lines. Writes nothing if plants are missing or a reason is invalid. */
export async function takeDocumentStep(
  ports: StepPorts,
  kind: Kind,
  step: string,
  document: StoredDocument,
  stamp: Stamp,
): Promise<Result<StoredDocument, readonly ShortLine[]>> {
  const ends = accountsOfDocumentStep(kind, step, document)
  // Steps that move nothing or return everything need no reasons.
  if (ends.length > 0) {
    const invalidLines = await linesWithInvalidReasons(ports.references, kind, document)
    if (invalidLines.length > 0) return fail(invalidLines)
  }
  const ledger = await openLedger(
    ports.ledger,
    document.lines.map(sourceOf),
    ends,
    countedAccountsOf(document),
  )
  const changed = changeDocument(kind, step, ledger, document, stamp)
  if (!changed.ok) return changed
  await ports.documents.saveLines(document.number, changed.value.lines, stamp)
  await ports.documents.touch(
    document.number,
    changed.value.status,
    stamp,
    liveUpdateOf(kind, step, document),
  )
  await ledger.write()
  return changed
}

/** Runs the requested line steps. Refused lines do not affect others. New lines are returned with ids. */
export async function takeLineSteps(
  ports: StepPorts,
  kind: Kind,
  document: StoredDocument,
  commodity: Commodity,
  requests: readonly LineBody[],
  stamp: Stamp,
): Promise<readonly LineOutcome[]> {
  const found = await resolveLines(ports.stock, kind, document, commodity, requests)
  const resolved = await checkReasons(ports.references, kind, document, found)
  const giving = resolved.flatMap(({ line }) => (line.ok ? [sourceOf(line.value)] : []))
  const ledger = await openLedger(
    ports.ledger,
    giving,
    accountsOfLineSteps(kind, document, resolved),
    lineWatch(kind, resolved),
  )
  const { document: after, outcomes } = changeLines(kind, ledger, document, resolved, stamp)
  const before = new Set(document.lines)
  const changed = after.lines.filter((line) => !before.has(line))
  if (changed.length === 0) return outcomes
  const ids = await ports.documents.saveLines(document.number, changed, stamp)
  const steps = resolved.flatMap(({ request: { to }, line }) =>
    line.ok ? (stepOf(kind, line.value, to) ?? []) : [],
  )
  await ports.documents.touch(
    document.number,
    after.status,
    stamp,
    liveUpdateOf(kind, steps[0] ?? '', document),
  )
  await ledger.write()
  return outcomes.map(({ request, result }) => {
    if (!result.ok || result.value.id !== null) return { request, result }
    return { request, result: succeed({ ...result.value, id: ids.get(lineKeyOf(result.value)) ?? null }) }
  })
}

/** Deletes a line by a checked step and releases its reservation. */
export async function removeLine(
  ports: StepPorts,
  kind: Kind,
  step: string,
  document: StoredDocument,
  line: StoredLine,
  stamp: Stamp,
): Promise<void> {
  const after = afterLineStep(kind, step, document, line)
  const ledger = await openLedger(ports.ledger, [sourceOf(line)])
  ledger.hold(sourceOf(line), (kind.effects.lines[step]?.reserves(0) ?? 0) - line.held)
  await ports.documents.deleteLine(document.number, line.id ?? '')
  await ports.documents.touch(document.number, after.status, stamp, liveUpdateOf(kind, step, document))
  await ledger.write()
}
