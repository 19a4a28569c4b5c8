// Plants that go from account to account, with the document's line as their cause.
import type { Stamp, StoredDocument, StoredLine } from './documents.ts'
import type { Flow, Flows } from './effects/effects.ts'
import type { AccountOf, Movement } from './ledger.ts'

/** Both ends of what goes when these lines are given to `flows`, so that they can be locked together. */
export const endsOf = (
  flows: Flows,
  document: StoredDocument,
  lines: readonly StoredLine[],
): readonly AccountOf[] =>
  lines.flatMap((line) =>
    flows(document, line).flatMap(({ from, to }) => [
      { barcode: line.barcode, account: from },
      { barcode: line.barcode, account: to },
    ]),
  )

/** What goes, as the ledger writes it; a flow of no plants is none. */
export const movementsOf = (
  flows: Flows,
  document: StoredDocument,
  line: StoredLine,
  stamp: Stamp,
): readonly Movement[] =>
  flows(document, line)
    .filter(({ qty }) => qty > 0)
    .map((flow) => movementOf(document, line, flow, stamp))

/** A flow as the ledger writes it, with the line and its reason as the cause. */
export const movementOf = (
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
