// Moves plants between accounts, with the document's line as the cause.
import type { Flow, Flows } from '#core/kinds/effects.ts'
import type { StoredDocument, StoredLine } from '#core/kinds/stored.ts'
import type { AccountOf, Ledger, Movement } from '#server/domain/ledger.ts'
import type { Stamp } from './documents-port.ts'

/** The accounts that `flows` moves plants between, to lock them together. */
export function accountsOfFlows(
  flows: Flows,
  document: StoredDocument,
  lines: readonly StoredLine[],
): readonly AccountOf[] {
  return lines.flatMap((line) =>
    flows.between(document, line).map((account) => ({ barcode: line.barcode, account })),
  )
}

/** The ledger movements of a line, based on the locked balances. Flows of 0 plants are omitted. */
export function movementsOf(
  flows: Flows,
  ledger: Pick<Ledger, 'balances'>,
  document: StoredDocument,
  line: StoredLine,
  stamp: Stamp,
): readonly Movement[] {
  return flows
    .of(document, line, ledger.balances(line.barcode))
    .filter(({ qty }) => qty > 0)
    .map((flow) => movementOf(document, line, flow, stamp))
}

// A flow as a ledger movement, with the line and its reason as the cause.
const movementOf = (
  { kind, number }: StoredDocument,
  { id, barcode, reason }: StoredLine,
  flow: Flow,
  { by, claimedAt }: Stamp,
): Movement => ({
  ...flow,
  by,
  barcode,
  cause: { document: { kind, number, lineId: id ?? '' }, reason },
  claimedAt,
})
