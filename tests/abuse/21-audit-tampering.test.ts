import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChainFault, verifyChains } from '#server/database/verify-chains.ts'
import { addFigure } from '#tests/support/figure.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// A person with write access to the database disables its triggers and changes the history.

const lot = barcodeOf(1)
let warehouse: Warehouse
const query = (text: string, values?: unknown[]) => warehouse.database.pool.query(text, values)
const verify = () => verifyChains(warehouse.database)
// The ids of a lot's movements, in order.
const movementsOf = async (barcode: string): Promise<string[]> =>
  (await query('select id from movement where barcode = $1 order by position', [barcode])).rows.map(
    ({ id }) => String(id),
  )

// Changes movements with the triggers off. Returns the faults that the check finds.
async function tamper(work: () => Promise<unknown>): Promise<readonly ChainFault[]> {
  await query('alter table movement disable trigger user')
  try {
    await work()
  } finally {
    await query('alter table movement enable trigger user')
  }
  return (await verify()).faults
}

async function adjust(barcode: string, from: number, to: number): Promise<void> {
  const body = {
    TransactionType: 'ADJUST',
    TransactionReason: 'OPENING',
    InventoryLocation: 'WAT',
    StorageLocation: 'A-01',
    BarcodeID: barcode,
    Qty: to,
    SourceLoc: 'WAT',
    DestinationLoc: 'WAT',
    StorageType: 'INVENTORY',
    TrimSeason: 'S1',
  }
  const { status } = await warehouse.clerk('ada.admin').call('POST', 'plantinventory', { body })
  if (status !== 200) throw new Error(`${barcode} was not taken from ${from} to ${to}`)
}

beforeAll(async () => {
  warehouse = await openWarehouse()
  for (const quantity of [101, 90, 95, 80]) await adjust(lot, 0, quantity)
  await adjust(barcodeOf(2), 100, 99)
  await query('create table kept as select * from movement')
  await query('create table kept_chain as select * from movement_chain')
})
afterEach(async () => {
  await query('alter table movement disable trigger user')
  await query('delete from movement')
  await query('insert into movement overriding system value select * from kept')
  await query('alter table movement enable trigger user')
  await query('delete from movement_chain')
  await query('insert into movement_chain select * from kept_chain')
})
afterAll(() => warehouse.close())

describe('Abuse 21: audit tampering', () => {
  test('movements that the server wrote pass the check', async (context) => {
    const { movements, lots, faults, mark, matchesMark } = await verify()
    expect(faults).toEqual([])
    const { rows } = await query('select count(*) as n, count(distinct barcode) as lots from movement')
    expect([movements, lots]).toEqual([Number(rows[0].n), Number(rows[0].lots)])
    expect(matchesMark).toBe(undefined)
    expect((await verifyChains(warehouse.database, mark)).matchesMark).toBe(true)
    addFigure(context, `movements checked: ${movements} of ${lots} lots`)
  })

  test.each([
    ['quantity', 'qty = qty + 1'],
    ['person', "by = 'somebody.else'"],
    ['time', "at = at - interval '1 day'"],
    ['reason', "reason = 'UNSOLD'"],
    ['place', "to_place = to_place || 'x'"],
    ['claimed time', 'claimed_at = now()'],
    ['hash', "hash = sha256('anything')"],
  ])('a changed %s is found, with its movement', async (_, change) => {
    const [, second] = await movementsOf(lot)
    const faults = await tamper(() => query(`update movement set ${change} where id = $1`, [second]))
    expect(faults[0]).toEqual({ what: 'changed', barcode: lot, movement: second })
    expect(faults.every(({ barcode }) => barcode === lot)).toBe(true)
  })

  test('a character that moves from one field to the next is found', async () => {
    const [, second] = await movementsOf(lot)
    const faults = await tamper(() =>
      query(
        'update movement set to_owner = to_owner || left(to_place, 1), to_place = substr(to_place, 2) where id = $1',
        [second],
      ),
    )
    expect(faults).toEqual([{ what: 'changed', barcode: lot, movement: second }])
  })

  test('a deleted movement is found: in the middle, at the end, and all of a lot', async () => {
    const [, second] = await movementsOf(lot)
    expect(await tamper(() => query('delete from movement where id = $1', [second]))).toEqual([
      { what: 'missing', barcode: lot, from: 2, to: 2 },
    ])
    const last = (await movementsOf(lot)).at(-1)
    expect(await tamper(() => query('delete from movement where id = $1', [last]))).toContainEqual({
      what: 'missing',
      barcode: lot,
      from: 5,
      to: 5,
    })
    expect(await tamper(() => query('delete from movement where barcode = $1', [lot]))).toEqual([
      { what: 'missing', barcode: lot, from: 1, to: 5 },
    ])
  })

  test('an inserted movement is found: beside the chain, at its end, and with another barcode', async () => {
    const [, second] = await movementsOf(lot)
    const insert = (position: string, hash: string, barcode = lot) =>
      tamper(() =>
        query(
          `insert into movement (by, barcode, from_kind, from_owner, from_place, to_kind, to_owner, to_place, qty, reason, position, hash)
           select by, $2, from_kind, from_owner, from_place, to_kind, to_owner, to_place, 5, reason, ${position}, ${hash}
           from movement where id = $1`,
          [second, barcode],
        ),
      )
    const added = { what: 'added', barcode: lot, movement: expect.any(String) }
    expect(await insert('0', "''::bytea")).toEqual([added])
    expect(await insert('2', 'hash')).toEqual([added, added])
    expect(await insert('6', "sha256('x')")).toEqual([added, added, added])
    expect(await insert('1', "sha256('x')", barcodeOf(12))).toContainEqual({
      ...added,
      barcode: barcodeOf(12),
    })
  })

  test('two movements that swapped their places or contents are found', async () => {
    const [first, second] = await movementsOf(lot)
    const swapped = await tamper(() =>
      query(
        `update movement set qty = other.qty, position = other.position from movement as other
         where movement.id = any ($1) and other.id = any ($1) and other.id <> movement.id`,
        [[first, second]],
      ),
    )
    expect(swapped).toEqual([
      { what: 'changed', barcode: lot, movement: second },
      { what: 'changed', barcode: lot, movement: first },
      expect.anything(),
    ])
  })

  test('a movement that was moved to another lot is missing in the first and added in the second', async () => {
    const last = (await movementsOf(lot)).at(-1)
    const faults = await tamper(() =>
      query('update movement set barcode = $2 where id = $1', [last, barcodeOf(2)]),
    )
    expect(faults).toEqual([
      { what: 'missing', barcode: lot, from: 5, to: 5 },
      { what: 'added', barcode: barcodeOf(2), movement: last },
    ])
  })

  test('a chain whose end was changed or removed is found', async () => {
    const end = (change: string) => tamper(() => query(`${change} where barcode = $1`, [lot]))
    expect(await end("update movement_chain set hash = sha256('x')")).toEqual([{ what: 'end', barcode: lot }])
    expect((await end('delete from movement_chain')).map(({ what }) => what)).toEqual(Array(5).fill('added'))
  })

  test('a chain that is recomputed as a whole is consistent, but does not match an earlier mark', async () => {
    const { mark } = await verify()
    const [, second] = await movementsOf(lot)
    const faults = await tamper(async () => {
      await query('update movement set qty = qty + 7 where id = $1', [second])
      await query('delete from movement_chain')
      await query(CHAIN_AGAIN)
    })
    expect(faults).toEqual([])
    expect((await verifyChains(warehouse.database, mark)).matchesMark).toBe(false)
  })

  test('a mark stays valid while work continues', async () => {
    const { mark } = await verify()
    await adjust(lot, 80, 70)
    await adjust(barcodeOf(3), 100, 40)
    const { faults, matchesMark, mark: later } = await verifyChains(warehouse.database, mark)
    expect({ faults, asMarked: matchesMark }).toEqual({ faults: [], asMarked: true })
    expect(later).not.toEqual(mark)
  })
})

// Recomputes all chains, as a person with the database's password could.
const CHAIN_AGAIN = `DO $$
DECLARE
  one movement;
  before text := '';
  place integer;
  hash_before bytea;
BEGIN
  FOR one IN SELECT * FROM movement ORDER BY barcode, id LOOP
    IF one.barcode <> before THEN
      before := one.barcode;
      place := 0;
      hash_before := ''::bytea;
    END IF;
    place := place + 1;
    hash_before := movement_hash(one, place, hash_before);
    UPDATE movement SET position = place, hash = hash_before WHERE id = one.id;
  END LOOP;
  INSERT INTO movement_chain (barcode, movements, hash)
    SELECT DISTINCT ON (barcode) barcode, position, hash FROM movement ORDER BY barcode, position DESC;
END;
$$;`
