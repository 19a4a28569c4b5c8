// Applies valid rows to the ledger (docs/stock-ledger.md, What each step does): stock at a new place comes
// from `opening`, a different quantity is corrected against `adjusted`, an equal one changes nothing.
import { IMPORT_REASON, type ImportError } from '#contract/stock-import.ts'
import { adjustedAccount, openingAccount } from '#kinds/accounts.ts'
import { type AccountOf, type Balance, type LedgerPort, openLedger } from '../ledger.ts'
import type { PlantFacts, StockPort } from '../stock.ts'
import type { ImportRow } from './read-row.ts'
import { differingFact } from './seen-rows.ts'

/** Known barcodes before an import, and past imports. */
export interface StockImportPort {
  /** Facts of the known barcodes, and quantities and reservations of their accounts; not locked. */
  readonly known: (barcodes: readonly string[]) => Promise<{
    readonly plants: readonly PlantFacts[]
    readonly balances: readonly Balance[]
  }>
  readonly note: (note: ImportNote) => Promise<void>
  /** The latest imports, newest first. */
  readonly past: () => Promise<
    readonly {
      readonly At: string
      readonly By: string
      readonly FileName: string
      readonly Rows: number
      readonly Opened: number
      readonly Adjusted: number
      readonly Unchanged: number
      readonly Refused: number
    }[]
  >
}

/** Number of rows by result. */
export interface ImportCounts {
  readonly rows: number
  readonly opened: number
  readonly adjusted: number
  readonly unchanged: number
  readonly refused: number
}

export interface ImportNote extends ImportCounts {
  readonly by: string
  readonly fileName: string
}

interface AppliedRows extends Omit<ImportCounts, 'rows' | 'refused'> {
  /** One for each row that the stock does not allow. */
  readonly errors: readonly ImportError[]
}

export interface ImportPorts {
  readonly imports: StockImportPort
  readonly stock: Pick<StockPort, 'record'>
  readonly ledger: LedgerPort
}

interface Judged {
  /** Rows that agree with the known facts of their barcode, and their balance before. */
  readonly fitting: readonly { readonly row: ImportRow; readonly before: Balance | undefined }[]
  readonly unknown: readonly ImportRow[]
  readonly errors: readonly ImportError[]
}

async function judge(imports: StockImportPort, rows: readonly ImportRow[]): Promise<Judged> {
  const known = await imports.known([...new Set(rows.map(({ plant }) => plant.barcode))])
  const plants = new Map(known.plants.map((plant) => [plant.barcode, plant]))
  const balances = new Map(known.balances.map((balance) => [keyOf(balance), balance]))
  const errors: ImportError[] = []
  const fitting = rows.flatMap((row) => {
    const before = plants.get(row.plant.barcode)
    const other = before && differingFact(row, before)
    if (!other) return [{ row, before: balances.get(keyOf(accountOf(row))) }]
    const Facts = { value: row.plant.barcode, ...other }
    errors.push({ Line: row.line, Column: 'Barcode', Code: 'rowOtherPlants', Facts })
    return []
  })
  const unknown = rows.filter(({ plant }) => !plants.has(plant.barcode))
  return { fitting, unknown, errors }
}

/** What `applyRows` would do now; writes nothing. */
export async function checkRows({ imports }: ImportPorts, rows: readonly ImportRow[]): Promise<AppliedRows> {
  const { fitting, errors } = await judge(imports, rows)
  const refused = fitting.filter(({ row, before }) => before && row.quantity < before.reserved)
  const good = fitting.filter((each) => !refused.includes(each))
  const countOf = (is: (each: (typeof good)[number]) => boolean) => good.filter(is).length
  return {
    opened: countOf(({ before }) => !before),
    adjusted: countOf(({ row, before }) => before !== undefined && before.qty !== row.quantity),
    unchanged: countOf(({ row, before }) => before?.qty === row.quantity),
    errors: [...errors, ...refused.map(({ row, before }) => reservedError(row, before?.reserved ?? 0))],
  }
}

/** Writes rows; no two may name the same account of a barcode. Inside a transaction. */
export async function applyRows(
  { imports, stock, ledger: port }: ImportPorts,
  by: string,
  rows: readonly ImportRow[],
): Promise<AppliedRows> {
  const { fitting, unknown, errors: misfits } = await judge(imports, rows)
  await stock.record(unknown.map(({ plant }) => plant))
  const changing = fitting.filter(({ row, before }) => before?.qty !== row.quantity)
  const ledger = await openLedger(
    port,
    [],
    changing.flatMap(({ row, before }) => endsOf(row, before === undefined)),
  )
  const errors: ImportError[] = [...misfits]
  let opened = 0
  let adjusted = 0
  let unchanged = fitting.length - changing.length
  for (const { row, before } of changing) {
    const isNew = before === undefined
    const outcome = set(ledger, row, isNew, by)
    if (outcome === 'same') unchanged += 1
    else if (outcome !== 'done') errors.push(outcome)
    else if (isNew) opened += 1
    else adjusted += 1
  }
  await ledger.write()
  return { opened, adjusted, unchanged, errors }
}

const reservedError = ({ line, plant }: ImportRow, n: number): ImportError => ({
  Line: line,
  Column: 'Quantity',
  Code: 'rowReserved',
  Facts: { value: plant.barcode, n },
})

const accountOf = ({ plant, account }: ImportRow): AccountOf => ({ barcode: plant.barcode, account })

const keyOf = ({ barcode, account }: AccountOf): string =>
  JSON.stringify([barcode, account.kind, account.owner, account.place])

const contraOf = ({ account }: ImportRow, isNew: boolean) =>
  isNew ? openingAccount(account.owner) : adjustedAccount(account.owner)

// The accounts of a row; a new barcode with 0 takes nothing from `opening`.
function endsOf(row: ImportRow, isNew: boolean): readonly AccountOf[] {
  const own = accountOf(row)
  if (isNew && row.quantity === 0) return [own]
  return [own, { barcode: own.barcode, account: contraOf(row, isNew) }]
}

function set(
  ledger: Awaited<ReturnType<typeof openLedger>>,
  row: ImportRow,
  isNew: boolean,
  by: string,
): 'done' | 'same' | ImportError {
  const own = accountOf(row)
  const now = ledger.quantity(own)
  if (row.quantity === now) return isNew ? 'done' : 'same'
  const contra = contraOf(row, isNew)
  const entry = { by, barcode: own.barcode, cause: { reason: IMPORT_REASON }, claimedAt: null }
  const moved =
    row.quantity > now
      ? ledger.move({ ...entry, from: contra, to: own.account, qty: row.quantity - now })
      : ledger.move({ ...entry, from: own.account, to: contra, qty: now - row.quantity })
  return moved ? 'done' : reservedError(row, now - ledger.available(own))
}
