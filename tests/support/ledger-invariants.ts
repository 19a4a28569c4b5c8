import type { Pool } from 'pg'

// The five invariants of the plant ledger, each as a query that finds what breaks it. `$1` narrows the search to some
// barcodes; null asks about all.
const invariants = {
  'the balances of a barcode add up to 0': `
    select barcode, sum(qty)::text as found from balance
    where $1::text[] is null or barcode = any ($1)
    group by barcode having sum(qty) <> 0`,
  'a balance is the sum of its movements': `
    with moved as (
      select barcode, to_kind as kind, to_owner as owner, to_place as place, qty from movement
      where $1::text[] is null or barcode = any ($1)
      union all
      select barcode, from_kind, from_owner, from_place, -qty from movement
      where $1::text[] is null or barcode = any ($1)
    ), summed as (select barcode, kind, owner, place, sum(qty) as qty from moved group by 1, 2, 3, 4)
    select barcode, balance.qty || ' <> ' || summed.qty as found
    from (select * from balance where $1::text[] is null or barcode = any ($1)) as balance
    full join summed using (barcode, kind, owner, place)
    where coalesce(balance.qty, 0) <> coalesce(summed.qty, 0)`,
  'reserved lies between 0 and the quantity': `
    select barcode, kind || ' ' || reserved || ' of ' || qty as found from balance
    where ($1::text[] is null or barcode = any ($1))
      and (reserved < 0 or (kind not in ('opening', 'adjusted') and (reserved > qty or qty < 0)))`,
  'reserved is what open lines hold': `
    with held as (
      select barcode, source_kind as kind, source_owner as owner, source_place as place, sum(held) as held
      from document_line where held > 0 and ($1::text[] is null or barcode = any ($1)) group by 1, 2, 3, 4
    )
    select barcode, coalesce(reserved, 0) || ' <> ' || coalesce(held, 0) as found
    from (select * from balance where $1::text[] is null or barcode = any ($1)) as balance
    full join held using (barcode, kind, owner, place)
    where coalesce(reserved, 0) <> coalesce(held, 0)`,
  'a movement has a cause, a user and a time': `
    select barcode, id::text as found from movement
    where ($1::text[] is null or barcode = any ($1))
      and (by = '' or at is null or (reason = '' and not exists (
        select from document_line where document_line.id = movement.line_id
          and document_line.number = movement.document_number and document_line.barcode = movement.barcode)))`,
  'a line holds what its status says': `
    select document_line.barcode, document_line.id::text as found
    from document_line join document using (number)
    where ($1::text[] is null or document_line.barcode = any ($1)) and document.kind = 'issuance' and not case document_line.status
      when 'RESERVED' then held = ordered and picked is null and document.status = 'RESERVED'
      when 'PICKED' then held = picked and picked > 0 and document.status = 'RESERVED'
      when 'SHIPPED' then held = 0 and document.status = 'SHIPPED' and picked = (
        select sum(qty) from movement where line_id = document_line.id and to_kind = 'issued')
      when 'CANCELLED' then held = 0 and document.status = 'CANCELLED'
      else false end`,
  'a document without lines is open or cancelled': `
    select '' as barcode, number::text as found from document
    where kind = 'issuance' and ($1::text[] is null)
      and (status = 'OPEN') is distinct from (status <> 'CANCELLED' and not exists (
        select from document_line where document_line.number = document.number))`,
} as const

// One statement: all of them look at the same moment, while others go on working.
const anyBroken = Object.entries(invariants)
  .map(([name, query]) => `select '${name}' as name, broken.* from (${query}) as broken`)
  .join(' union all ')

/** What breaks the ledger's invariants, in words; empty when all is well. Asks about all barcodes, or only about some. */
export async function findBrokenInvariants(
  pool: Pick<Pool, 'query'>,
  barcodes: readonly string[] | null = null,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; barcode: string; found: string }>({
    name: 'broken-invariants',
    text: anyBroken,
    values: [barcodes],
  })
  return rows.map(({ name, barcode, found }) => `Not so: ${name}: ${barcode} ${found}`)
}
