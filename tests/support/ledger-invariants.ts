import type { Pool } from 'pg'

// The invariants of the plant ledger: each query finds violations. `ONLY` limits the search to some barcodes.
const invariants = {
  'the balances of a barcode add up to 0': `
    select barcode, sum(qty)::text as found from balance
    where ONLY(barcode)
    group by barcode having sum(qty) <> 0`,
  'a balance is the sum of its movements': `
    with moved as (
      select barcode, to_kind as kind, to_owner as owner, to_place as place, qty from movement
      where ONLY(barcode)
      union all
      select barcode, from_kind, from_owner, from_place, -qty from movement
      where ONLY(barcode)
    ), summed as (select barcode, kind, owner, place, sum(qty) as qty from moved group by 1, 2, 3, 4)
    select barcode, balance.qty || ' <> ' || summed.qty as found
    from (select * from balance where ONLY(barcode)) as balance
    full join summed using (barcode, kind, owner, place)
    where coalesce(balance.qty, 0) <> coalesce(summed.qty, 0)`,
  'a movement follows the one before it of its barcode, and the last is the end of the chain': `
    with chained as (
      select movement, barcode, id, position, hash, lag(hash, 1, ''::bytea) over chain as before,
        row_number() over chain as place, lead(id) over chain is null as last
      from movement where ONLY(barcode) window chain as (partition by barcode order by position, id)
    )
    select barcode, id::text as found from chained left join movement_chain as ended using (barcode)
    where position <> place or chained.hash <> movement_hash(movement, place::int, before)
      or (last and (ended.movements, ended.hash) is distinct from (position, chained.hash))`,
  'reserved lies between 0 and the quantity': `
    select barcode, kind || ' ' || reserved || ' of ' || qty as found from balance
    where (ONLY(barcode))
      and (reserved < 0 or (kind not in ('opening', 'adjusted') and (reserved > qty or qty < 0)))`,
  'reserved is what open lines hold': `
    with held as (
      select barcode, source_kind as kind, source_owner as owner, source_place as place, sum(held) as held
      from document_line where held > 0 and (ONLY(barcode)) group by 1, 2, 3, 4
    )
    select barcode, coalesce(reserved, 0) || ' <> ' || coalesce(held, 0) as found
    from (select * from balance where ONLY(barcode)) as balance
    full join held using (barcode, kind, owner, place)
    where coalesce(reserved, 0) <> coalesce(held, 0)`,
  'a movement has a cause, a user and a time': `
    select barcode, id::text as found from movement
    where (ONLY(barcode))
      and (by = '' or at is null or (reason = '' and not exists (
        select from document_line where document_line.id = movement.line_id
          and document_line.number = movement.document_number and document_line.barcode = movement.barcode)))`,
  'a line holds what its status says': `
    select document_line.barcode, document_line.id::text as found
    from document_line join document using (number)
    where (ONLY(document_line.barcode)) and document.kind in ('issuance', 'transfer')
      and not case document_line.status
        when 'RESERVED' then held = ordered and picked is null and document.status = 'RESERVED'
        when 'PICKED' then held = picked and picked > 0 and document.status = 'RESERVED'
        when 'SHIPPED' then held = 0 and document.status = 'SHIPPED' and received is null and picked = (
          select sum(qty) from movement where line_id = document_line.id and to_kind in ('issued', 'transit'))
        when 'RECEIVED' then held = 0 and document.kind = 'transfer' and received is not null
          and document.status in ('SHIPPED', 'RECEIVED')
          and received * (document.status = 'RECEIVED')::int = (
            select coalesce(sum(qty), 0) from movement where line_id = document_line.id and to_kind = 'stock')
        when 'CANCELLED' then held = 0 and document.status = 'CANCELLED'
        else false end`,
  'a dumped or returned line holds and has moved what its status says': `
    select document_line.barcode, document_line.id::text as found
    from document_line join document using (number), lateral (
      select coalesce(sum(qty), 0) as qty from movement
      where line_id = document_line.id and movement.reason = document_line.reason
        and case document.kind when 'dump' then from_kind in ('stock', 'grower-storage') and to_kind = 'dumped'
          else from_kind = 'issued' and to_kind in ('grower-storage', 'dumped') end) as moved
    where (ONLY(document_line.barcode)) and document.kind in ('dump', 'return')
      and not (picked is null and received is null and reason <> '' and case document_line.status
        when 'OPEN' then document.status = 'OPEN' and moved.qty = 0
          and held = case document.kind when 'dump' then ordered else 0 end
        when 'DUMPED' then document.kind = 'dump' and document.status in ('OPEN', 'DUMPED')
          and held = 0 and moved.qty = ordered and ordered > 0
        when 'POSTED' then document.kind = 'return' and document.status = 'POSTED'
          and held = 0 and moved.qty = ordered and ordered > 0
        when 'CANCELLED' then document.kind = 'dump' and document.status = 'CANCELLED'
          and held = 0 and moved.qty = 0
        else false end)`,
  'a counted line holds nothing and has moved what its status says': `
    select document_line.barcode, document_line.id::text as found
    from document_line join document using (number), lateral (
      select coalesce(document_line.received, document_line.picked, 0) as qty) as counted, lateral (
      select 100 * abs(counted.qty - ordered) > greatest(1000, 2 * ordered) as is_so) as beyond, lateral (
      select coalesce(sum(case to_kind when 'stock' then movement.qty else -movement.qty end), 0) as qty
      from movement where line_id = document_line.id) as moved
    where (ONLY(document_line.barcode)) and document.kind = 'count'
      and not (held = 0 and picked is not null and reason <> '' and counted_by <> '' and counted_after is not null
        and source_kind = 'stock' and source_owner = document.location
        and moved.qty = case document_line.status when 'CLOSED' then counted.qty - ordered else 0 end
        and case document_line.status
          when 'COUNTED' then document.status = 'OPEN' and received is null and not beyond.is_so
          when 'RECOUNT' then document.status = 'OPEN' and received is null and beyond.is_so
          when 'RECOUNTED' then document.status = 'OPEN' and received is not null
          when 'CLOSED' then document.status = 'CLOSED' and not beyond.is_so
          when 'REQUESTED' then document.status = 'CLOSED' and exists (
            select from adjustment_request join document_line as asked using (number)
            where of_number = document.number and asked.barcode = document_line.barcode
              and asked.picked = document_line.ordered and asked.received = counted.qty)
          when 'CANCELLED' then document.status = 'CANCELLED'
          else false end)`,
  'what is asked of a count is what it left, and moves nothing until it is accepted': `
    select document_line.barcode, document_line.id::text as found
    from document_line join adjustment_request using (number) join document as of on of.number = of_number
    where (ONLY(document_line.barcode)) and of.kind = 'count'
      and not (of.status = 'CLOSED' and counted_after is not null and (document_line.status = 'ACCEPT'
        or not exists (select from movement where line_id = document_line.id)))`,
  'a dump, return or count that is done has lines': `
    select '' as barcode, number::text as found from document
    where kind in ('dump', 'return', 'count') and status in ('DUMPED', 'POSTED', 'CLOSED') and (EVERYWHERE) and not exists (
      select from document_line where document_line.number = document.number)`,
  'what is on its way, missing or owed belongs to a transfer that waits for it': `
    with waiting as (
      select document_line.barcode, document.number::text as transfer, document.location,
        document_line.picked as on_its_way, 0 as owed
      from document_line join document using (number)
      where document.kind = 'transfer' and document.status = 'SHIPPED'
        and (ONLY(document_line.barcode))
      union all
      select document_line.barcode, adjustment_request.of_number::text, document.location,
        greatest(picked - received, 0), greatest(received - picked, 0)
      from document_line join document using (number) join adjustment_request using (number)
        join transfer on transfer.number = adjustment_request.of_number
      where document_line.status = 'OPEN' and (ONLY(document_line.barcode))
    )
    select barcode, transfer || ' ' || sum(qty) as found from (
      select barcode, transfer, on_its_way - owed as qty from waiting
      union all
      select barcode, case kind when 'transit' then owner else place end, -qty from balance
      where (kind = 'transit' or (kind = 'adjusted' and place <> ''))
        and (ONLY(barcode))
    ) as compared group by barcode, transfer having sum(qty) <> 0`,
  'a document without lines is open or cancelled': `
    select '' as barcode, number::text as found from document
    where kind in ('issuance', 'transfer') and (EVERYWHERE)
      and (status = 'OPEN') is distinct from (status <> 'CANCELLED' and not exists (
        select from document_line where document_line.number = document.number))`,
  'a request is closed once all its lines are decided': `
    select '' as barcode, number::text as found from document
    where kind = 'request' and (EVERYWHERE)
      and (status = 'OPEN') is distinct from exists (
        select from document_line where document_line.number = document.number and document_line.status = 'OPEN')`,
} as const

// One statement, so that all queries see the same snapshot. A condition like `$1 is null or …` would hide
// the filter from the planner and read every table in full.
const violationsSql = Object.entries(invariants)
  .map(([name, query]) => `select '${name}' as name, broken.* from (${query}) as broken`)
  .join(' union all ')
const violationsOfAllSql = violationsSql
  .replaceAll(/ONLY\([a-z_.]+\)/g, 'true')
  .replaceAll('(EVERYWHERE)', 'true')
const violationsOfSomeSql = violationsSql
  .replaceAll(/ONLY\(([a-z_.]+)\)/g, '$1 = any ($$1)')
  .replaceAll('(EVERYWHERE)', 'false')

/** Returns the violated invariants as text, for all barcodes or for some. Empty if there are none. */
export async function findBrokenInvariants(
  pool: Pick<Pool, 'query'>,
  barcodes: readonly string[] | null = null,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; barcode: string; found: string }>(
    barcodes === null
      ? { name: 'broken-invariants', text: violationsOfAllSql }
      : { name: 'broken-invariants-of', text: violationsOfSomeSql, values: [barcodes] },
  )
  return rows.map(({ name, barcode, found }) => `Not so: ${name}: ${barcode} ${found}`)
}
