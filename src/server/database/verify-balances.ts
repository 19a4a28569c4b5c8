// Verifies balances against movements and open lines (docs/stock-ledger.md, Hash chains).
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A balance that differs from the sum of its movements, or a reservation that differs from open lines. */
export interface BalanceFault {
  readonly what: 'qty' | 'reserved'
  readonly barcode: string
  readonly kind: string
  readonly owner: string
  readonly place: string
  readonly has: number
  readonly should: number
}

interface Row extends Record<string, unknown> {
  barcode: string
  kind: string
  owner: string
  place: string
  has: string
  should: string
}

/**
 * Compares all balances in one snapshot while the server runs. A missing balance counts as 0.
 *
 * The database computes the sums. An attacker who can replace them can also write balances;
 * the chain check detects that.
 */
export async function verifyBalances(database: Pick<Database, 'transaction'>): Promise<BalanceFault[]> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`set transaction isolation level repeatable read, read only`)
    const { rows: moved } = await transaction.execute<Row>(sql`
      with moved as (
        select barcode, to_kind as kind, to_owner as owner, to_place as place, qty from movement
        union all
        select barcode, from_kind, from_owner, from_place, -qty from movement
      ), summed as (
        select barcode, kind, owner, place, sum(qty) as qty from moved group by barcode, kind, owner, place
      )
      select barcode, kind, owner, place, coalesce(balance.qty, 0) as has, coalesce(summed.qty, 0) as should
      from balance full join summed using (barcode, kind, owner, place)
      where coalesce(balance.qty, 0) <> coalesce(summed.qty, 0)
      order by barcode, kind, owner, place`)
    const { rows: held } = await transaction.execute<Row>(sql`
      with held as (
        select barcode, source_kind as kind, source_owner as owner, source_place as place, sum(held) as held
        from document_line where held > 0 group by barcode, source_kind, source_owner, source_place
      )
      select barcode, kind, owner, place, coalesce(reserved, 0) as has, coalesce(held, 0) as should
      from balance full join held using (barcode, kind, owner, place)
      where coalesce(reserved, 0) <> coalesce(held, 0)
      order by barcode, kind, owner, place`)
    return [...moved.map((row) => faultOf('qty', row)), ...held.map((row) => faultOf('reserved', row))]
  })
}

const faultOf = (what: BalanceFault['what'], { has, should, ...at }: Row): BalanceFault => ({
  what,
  barcode: at.barcode,
  kind: at.kind,
  owner: at.owner,
  place: at.place,
  has: Number(has),
  should: Number(should),
})
