// Exports the outbox as a file.
import { writeCsv, writeTime } from '#app/ui/csv.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { say } from '#text/say.ts'
import type { PendingLane } from './pending-operations.ts'

/** Saves the operations as a CSV file through the browser. Returns false if that fails. */
export function exportPending(lanes: readonly PendingLane[]): boolean {
  const name = `outbox-${writeTime(Date.now()).slice(0, 10)}.csv`
  return saveFile(name, 'text/csv;charset=utf-8', writeCsv(rowsOf(lanes)))
}

// Returns a header and a row per operation; the last columns are for support.
const rowsOf = (lanes: readonly PendingLane[]): readonly (readonly string[])[] => [
  [
    say('outbox.csv.document'),
    say('outbox.csv.what'),
    say('outbox.csv.barcode'),
    say('outbox.csv.quantity'),
    say('outbox.csv.when'),
    say('outbox.csv.state'),
    say('outbox.csv.why'),
    say('outbox.csv.user'),
    say('outbox.csv.id'),
    say('outbox.csv.answer'),
  ],
  ...lanes.flatMap(({ name, rows }) =>
    rows.map(({ operation: { at, user, id, why: given }, action, barcode, quantity, status, why }) => [
      name,
      action,
      barcode,
      quantity === undefined ? '' : String(quantity),
      writeTime(at),
      say(`outbox.state.${status}`),
      why,
      user,
      id,
      given?.raw ?? '',
    ]),
  ),
]
