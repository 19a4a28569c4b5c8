import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import { addFigure } from '#tests/support/figure.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import {
  barcodeOf,
  moreLots,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

// Fields that a client may not set, in otherwise valid bodies.

// The number of a barcode with 100 plants at each of two shelves.
const twoShelves = 601
const secondShelf = stockAccount('WAT', 'B-02')

let warehouse: Warehouse
let fields = 0
beforeAll(async () => {
  const lots = moreLots(twoShelves, 1, 100)
  warehouse = await openWarehouse([...lots, ...lots.map((lot) => ({ ...lot, account: secondShelf }))])
})
afterAll(() => warehouse.close())

const queryOne = async (text: string, values: unknown[]): Promise<Record<string, unknown>> =>
  (await warehouse.database.pool.query(text, values)).rows[0] ?? {}

const forgedHeader = {
  CreatedBy: 'somebody.else',
  CreatedDateTime: '2001-01-01T00:00:00Z',
  LastChangedBy: 'somebody.else',
  OwnedBy: 'somebody.else',
  OwnedDateTime: '2001-01-01T00:00:00Z',
  TrimSeasonName: 'Forged',
  EntityName: 'Forged',
  kind: 'dump',
  number: 99_999_999,
  location: 'OXN',
  created_by: 'somebody.else',
  changed_by: 'somebody.else',
  owned_by: 'somebody.else',
  isAdmin: true,
}
const forgedLine = {
  LastChangedBy: 'somebody.else',
  AvailableQty: 999_999,
  held: 0,
  Held: 0,
  picked: 50,
  received: 50,
  ReceivedQty: 50,
  IssuanceID: '99999999',
  number: 99_999_999,
  source: { kind: 'opening', owner: 'WAT', place: '' },
  source_kind: 'opening',
  Commodity: 'BLUE',
  VarietyCode: 'DUK',
  Rate: '99',
  by: 'somebody.else',
}

describe('Abuse 3: mass assignment', () => {
  test('the server sets the creator, owner and location of a document', async () => {
    const pia = warehouse.clerk('pia.picker')
    const tag = await pia.create(forgedHeader)
    fields += Object.keys(forgedHeader).length
    const row = await queryOne('select * from document where number = $1', [Number(tag)])
    expect(row).toMatchObject({
      kind: 'issuance',
      status: 'OPEN',
      location: 'WAT',
      created_by: 'pia.picker',
      changed_by: 'pia.picker',
      owned_by: null,
    })
    expect(new Date(String(row.created_at)).getFullYear()).toBeGreaterThan(2020)
    await pia.save({ TagNbr: tag, ...forgedHeader, Comments: 'edited' })
    expect(
      await queryOne('select created_by, changed_by, owned_by, location from document where number = $1', [
        Number(tag),
      ]),
    ).toEqual({
      created_by: 'pia.picker',
      changed_by: 'pia.picker',
      owned_by: null,
      location: 'WAT',
    })
  })

  test('a step writes only its own fields of a line', async () => {
    const pia = warehouse.clerk('pia.picker')
    const tag = await pia.create()
    await pia.order(tag, barcodeOf(1), 10, { line: forgedLine })
    fields += Object.keys(forgedLine).length
    expect(await queryOne('select * from document_line where number = $1', [Number(tag)])).toMatchObject({
      status: 'RESERVED',
      ordered: 10,
      picked: null,
      received: null,
      held: 10,
      barcode: barcodeOf(1),
      source_kind: 'stock',
      source_owner: 'WAT',
      changed_by: 'pia.picker',
    })
    const plants = await queryOne('select commodity, variety_code, rate from barcode where barcode = $1', [
      barcodeOf(1),
    ])
    expect(plants).toEqual({ commodity: 'STRAW', variety_code: 'ALB', rate: '0.125' })
  })

  // Only A-01 has plants of the barcode. The others have none, or belong to a grower or another location.
  test.each(['A-01', 'B-99', '', '#GRG1', 'WAT', 'SAL', 'WAT/A-01', "A-01' or '1'='1"])(
    'a second shelf without the plants is refused: "%s"',
    async (StorageLocation) => {
      const pia = warehouse.clerk('pia.picker')
      const tag = await pia.create()
      await pia.order(tag, barcodeOf(5), 5)
      const before = await queryOne('select sum(reserved)::int as reserved from balance where barcode = $1', [
        barcodeOf(5),
      ])
      const line = { StorageLocation, IsSecondShelf: true }
      fields += 1
      const { body } = await pia.order(tag, barcodeOf(5), 3, { line })
      expect(JSON.stringify(body)).not.toContain('RESERVED successfully')
      expect(
        await queryOne(
          `select (select count(*)::int from document_line where number = $1) as lines,
             (select sum(reserved)::int from balance where barcode = $2) as reserved`,
          [Number(tag), barcodeOf(5)],
        ),
      ).toEqual({ lines: 1, ...before })
    },
  )

  test('a document that allows a barcode once refuses a second line of it', async () => {
    const line = { StorageLocation: 'B-02', IsSecondShelf: true }
    const ravi = new TransferClerk(warehouse.clerk('ravi.receiver'))
    const number = await ravi.create()
    await ravi.order(number, barcodeOf(twoShelves), 5)
    fields += 1
    expect(JSON.stringify((await ravi.order(number, barcodeOf(twoShelves), 3, { line })).body)).not.toContain(
      'RESERVED successfully',
    )
    expect(
      await queryOne('select count(*)::int as lines from document_line where number = $1', [Number(number)]),
    ).toEqual({
      lines: 1,
    })
  })

  test('a status is reached only by its steps, never by a field of the body', async () => {
    const pia = warehouse.clerk('pia.picker')
    for (const Status of ['SHIPPED', 'CANCELLED', 'PICKED', 'DUMPED', 'CLOSED', 'POSTED', 'ACCEPT']) {
      expect((await pia.save<ProblemBody>({ Status })).status, Status).toBeGreaterThanOrEqual(400)
    }
    const tag = await pia.create()
    const saved = await pia.order(tag, barcodeOf(2), 10)
    const id = saved.body.InventoryLines[0]?.ID ?? null
    // Tries to ship without a pick, to pick without an order, and to reopen.
    for (const [Status, ID] of [
      ['SHIPPED', id],
      ['CANCELLED', id],
      ['OPEN', id],
      ['PICKED', null],
      ['SHIPPED', null],
    ] as const) {
      const barcode = ID === null ? barcodeOf(3) : barcodeOf(2)
      const { status, body } = await pia.save<{ InventoryLines?: { Message: string }[] }>(
        { TagNbr: tag, Status: 'RESERVED' },
        [{ ID, BarcodeID: barcode, Status, PickQty: 10, OrderQty: 10, StorageLocation: 'A-01' }],
      )
      const message = body.InventoryLines?.[0]?.Message ?? ''
      expect(status === 200 && / successfully/.test(message), `${Status} of ${String(ID)}: ${message}`).toBe(
        false,
      )
    }
    expect((await pia.ship<ProblemBody>(tag)).status).toBe(409)
    expect(
      await queryOne('select status, picked from document_line where number = $1', [Number(tag)]),
    ).toEqual({
      status: 'RESERVED',
      picked: null,
    })
  })

  test('a movement names the person of the token, whatever the body contains', async () => {
    const body = {
      TransactionType: 'ADJUST',
      TransactionReason: 'OPENING',
      InventoryLocation: 'WAT',
      StorageLocation: 'A-01',
      BarcodeID: barcodeOf(4),
      Qty: 90,
      SourceLoc: 'OXN',
      DestinationLoc: 'OXN',
      StorageType: 'INVENTORY',
      TrimSeason: 'S1',
      LastChangedBy: 'somebody.else',
      by: 'somebody.else',
      from: { kind: 'stock', owner: 'OXN', place: 'D-01' },
      at: '2001-01-01',
      hash: 'x',
      position: 99,
    }
    fields += 7
    expect((await warehouse.call('ada.admin', 'POST', 'plantinventory', { body })).status).toBe(200)
    const row = await queryOne('select * from movement where barcode = $1 order by id desc limit 1', [
      barcodeOf(4),
    ])
    expect(row).toMatchObject({ by: 'ada.admin', from_owner: 'WAT', to_owner: 'WAT', qty: 10, position: 2 })
    expect(new Date(String(row.at)).getFullYear()).toBeGreaterThan(2020)
  })

  test('a record of Maintenance has its own fields, and rights come from groups and keys alone', async (context) => {
    const save = (username: string, kind: string, record: object) =>
      warehouse.call(username, 'POST', `maintenance/records/${kind}`, { body: record })
    const person = {
      Key: null,
      Version: 0,
      Active: true,
      Values: {
        UserName: 'new.person',
        Name: 'New',
        Role: 'super-admin',
        Locations: ['WAT'],
        Keys: ['ISSUANCEADMINKEY'],
        rank: '2',
        Rank: '2',
        groups: ['trimline-super-admins'],
        isAdmin: 'true',
      },
      ChangedBy: 'somebody.else',
      ChangedAt: '2001-01-01',
    }
    fields += 6
    const saved = await save('ada.admin', 'people', person)
    expect(saved.status).toBe(200)
    const { Record } = (await saved.json()) as { Record: { ChangedBy: string; Values: object } }
    expect(Record.ChangedBy).toBe('ada.admin')
    expect(Object.keys(Record.Values).toSorted()).toEqual(['Keys', 'Locations', 'Name', 'Role', 'UserName'])
    expect(await queryOne('select * from person where username = $1', ['new.person'])).toEqual({
      username: 'new.person',
      name: 'New',
      role: 'super-admin',
      active: true,
    })
    // A key that does not exist, and a rank that the person does not have.
    const unknown = { ...person, Values: { ...person.Values, UserName: 'other.person', Keys: ['ROOTKEY'] } }
    expect((await save('ada.admin', 'people', unknown)).status).toBe(400)
    expect((await save('pia.picker', 'people', person)).status).toBe(403)
    addFigure(context, `foreign fields sent: ${fields}; stored: 0`)
  })
})
