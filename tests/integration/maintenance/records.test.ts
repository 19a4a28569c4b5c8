import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  MaintainedRecord,
  RecordDetail,
  RecordKind,
  RecordValues,
} from '#features/maintenance/common/maintenance.ts'
import { type Clerk, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let ada: Clerk
let sam: Clerk
let pia: Clerk

beforeAll(async () => {
  warehouse = await openWarehouse()
  ada = warehouse.clerk('ada.admin')
  sam = warehouse.clerk('sam.super')
  pia = warehouse.clerk('pia.picker')
})
afterAll(() => warehouse.close())

interface Sent {
  readonly key?: string | null
  readonly version?: number
  readonly active?: boolean
}
const send = <Body = { Record: MaintainedRecord }>(
  clerk: Clerk,
  kind: RecordKind,
  values: RecordValues,
  { key = null, version = 0, active = true }: Sent = {},
) =>
  clerk.call<Body>('POST', `maintenance/records/${kind}`, {
    body: { Key: key, Version: version, Active: active, Values: values },
  })
const detail = async (kind: RecordKind, key: string) =>
  (await ada.get<RecordDetail>(`maintenance/records/${kind}/${encodeURIComponent(key)}`)).body
const list = async (kind: RecordKind, query: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await ada.get<{ Records: MaintainedRecord[]; TotalRowCount: number }>(
    `maintenance/records/${kind}`,
    query,
  )
  expect(status).toBe(200)
  return body
}
const keys = (page: { Records: readonly MaintainedRecord[] }) => page.Records.map(({ Key }) => Key)
// Changes one field of a record in its current state.
const change = async (kind: RecordKind, key: string, values: RecordValues, active?: boolean) => {
  const { Record: now } = await detail(kind, key)
  return send(
    ada,
    kind,
    { ...now.Values, ...values },
    { key, version: now.Version, active: active ?? now.Active },
  )
}

const grower = (id: string, more: RecordValues = {}): RecordValues => ({
  Id: id,
  GrowerEntity: `Grower ${id}`,
  Commodity: 'STRAW',
  PickUpLocationId: '',
  GrowingArea: '',
  GrowingDistrict: '',
  VendorInvoiceAccNum: '',
  FieldType: '',
  ...more,
})

describe('every kind', () => {
  const examples: Readonly<Record<RecordKind, { values: RecordValues; key: string; edit: RecordValues }>> = {
    people: {
      values: {
        UserName: 'Olga.Office@Example.com',
        Name: 'Olga',
        Role: 'office',
        Keys: ['DUMPKEY', 'ADJUSTINVENTORYKEY', 'DUMPKEY'],
        Locations: ['WAT'],
      },
      key: 'olga.office@example.com',
      edit: { Keys: ['DUMPHOMEKEY'], Locations: ['SAL', 'WAT'] },
    },
    growers: { values: grower('G50'), key: 'G50', edit: { PickUpLocationId: 'SAL' } },
    nurseries: { values: { Id: 'N50', Name: 'Fifty' }, key: 'N50', edit: { Name: 'Fifty-one' } },
    varieties: {
      values: { Code: 'SEA', Descript: 'Seascape', Commodity: 'STRAW', VarietyID: '' },
      key: 'SEA',
      edit: { Descript: 'Seascape improved' },
    },
    trimTypes: { values: { Id: '9', TrimType: 'Plug' }, key: '9', edit: { TrimType: 'Tray plug' } },
    seasons: {
      values: { Id: 'R7', TrimSeason: 'Rasp 2027', Commodity: 'RASP' },
      key: 'R7',
      edit: { TrimSeason: 'Raspberry 2027' },
    },
    locations: {
      values: { Code: 'FRE', Descript: 'Fresno', LocalTimeZone: 'America/Los_Angeles' },
      key: 'FRE',
      edit: { LocalTimeZone: 'America/Denver' },
    },
    reasonCodes: {
      values: { ReasonType: 'DUMP', ReasonCode: 'SUNBURN', ReasonDescript: 'Burnt by the sun' },
      key: 'DUMP:SUNBURN',
      edit: { ReasonDescript: 'Sunburn' },
    },
  }

  test.each(Object.entries(examples))(
    '%s are created, found, changed, deactivated and activated',
    async (name, example) => {
      const kind = name as RecordKind
      const { values, key, edit } = example
      const made = await send(ada, kind, values)
      expect(made).toMatchObject({ status: 200, body: { Record: { Key: key, Version: 1, Active: true } } })
      const title = key.split(':').at(-1) ?? ''
      expect(keys(await list(kind, { search: title }))).toContain(key)
      expect((await change(kind, key, edit)).body.Record).toMatchObject({ Version: 2, Values: edit })
      expect((await change(kind, key, {}, false)).body.Record).toMatchObject({ Version: 3, Active: false })
      expect(keys(await list(kind, { search: title }))).not.toContain(key)
      expect(keys(await list(kind, { search: title, active: 'inactive' }))).toContain(key)
      expect((await change(kind, key, {}, true)).body.Record).toMatchObject({ Version: 4, Active: true })
      const { Changes } = await detail(kind, key)
      expect(Changes.map(({ Action, By }) => `${Action} ${By}`)).toEqual([
        'ACTIVATE ada.admin',
        'DEACTIVATE ada.admin',
        'EDIT ada.admin',
        'CREATE ada.admin',
      ])
      expect(Changes.at(-2)).toMatchObject({ Before: made.body.Record.Values, After: edit })
      expect(Date.parse(Changes[0]?.At ?? '')).toBeGreaterThan(0)
    },
  )
})

test('a person’s rights apply from the next request, and are read back as they were given', async () => {
  await change('people', 'ravi.receiver', { Keys: ['ISSUANCEADMINKEY'], Locations: ['SAL'] })
  const ravi = warehouse.clerk('ravi.receiver')
  const held = await ravi.get<{ Result: { securityItem: string }[] }>('userroles', {
    username: 'ravi.receiver',
  })
  expect(held.body.Result.map(({ securityItem }) => securityItem)).toEqual(['ISSUANCEADMINKEY'])
  const places = await ravi.get<{ Result: { location: string }[] }>('userdcs', { username: 'ravi.receiver' })
  expect(places.body.Result.map(({ location }) => location)).toEqual(['SAL'])
  const at = (inventorylocation: string) => ravi.get('issuance', { trimseasonid: 'S1', inventorylocation })
  expect([(await at('SAL')).status, (await at('WAT')).status]).toEqual([200, 403])
  await change('people', 'ravi.receiver', {}, false)
  expect((await at('SAL')).status).toBe(403)
})

test('of two people who edit the same entry the later one is refused, and nothing is overwritten', async () => {
  const { Record: seen } = await detail('growers', 'G1')
  const first = await send(
    sam,
    'growers',
    { ...seen.Values, GrowingArea: 'North' },
    { key: 'G1', version: seen.Version },
  )
  expect(first.status).toBe(200)
  const second = await send<ProblemBody & { state: { record: MaintainedRecord } }>(
    ada,
    'growers',
    { ...seen.Values, GrowingArea: 'South' },
    { key: 'G1', version: seen.Version },
  )
  expect(second).toMatchObject({
    status: 409,
    body: {
      state: {
        refusal: { code: 'recordChanged', facts: { by: 'sam.super' } },
        record: { Version: seen.Version + 1 },
      },
    },
  })
  const { Record: now } = await detail('growers', 'G1')
  expect(now).toMatchObject({ Version: seen.Version + 1, Values: { GrowingArea: 'North' } })
})

test('of two simultaneous changes one is saved', async () => {
  const { Record: seen } = await detail('nurseries', 'N1')
  const answers = await Promise.all(
    [ada, sam].map((clerk, at) =>
      send(
        clerk,
        'nurseries',
        { ...seen.Values, Name: `Nursery ${at}` },
        { key: 'N1', version: seen.Version },
      ),
    ),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

test('saving equal values is not a change', async () => {
  const before = await detail('varieties', 'MON')
  expect((await change('varieties', 'MON', {})).body.Record.Version).toBe(before.Record.Version)
  expect((await detail('varieties', 'MON')).Changes).toEqual(before.Changes)
})

test.each([
  ['growers', grower('G 1!'), 'body.Values.Id', 'fieldNotCode'],
  ['growers', grower('G60', { GrowerEntity: ' ' }), 'body.Values.GrowerEntity', 'fieldRequired'],
  ['growers', grower('G60', { Commodity: 'KIWI' }), 'body.Values.Commodity', 'fieldNotChoice'],
  ['growers', grower('G60', { PickUpLocationId: 'OLD' }), 'body.Values.PickUpLocationId', 'fieldNotLocation'],
  ['growers', grower('G60', { GrowingArea: 'x'.repeat(51) }), 'body.Values.GrowingArea', 'fieldTooLong'],
  ['growers', grower('G60', { GrowerEntity: 'Alder\u202Esmraf' }), 'body.Values.GrowerEntity', 'fieldHidden'],
  ['growers', grower('G60', { GrowerEntity: 'Alder\u200BFarms' }), 'body.Values.GrowerEntity', 'fieldHidden'],
  ['growers', grower('G60', { GrowerEntity: 'Alder\nFarms' }), 'body.Values.GrowerEntity', 'fieldHidden'],
  ['growers', grower('G60', { GrowingArea: 'North\u2066' }), 'body.Values.GrowingArea', 'fieldHidden'],
  ['people', { UserName: 'mallory', Name: '\u061CMallory\u2060' }, 'body.Values.Name', 'fieldHidden'],
  [
    'locations',
    { Code: 'X1', Descript: 'X', LocalTimeZone: 'Mars/Base' },
    'body.Values.LocalTimeZone',
    'fieldNotTimeZone',
  ],
  ['people', { UserName: 'a b', Name: 'A' }, 'body.Values.UserName', 'fieldNotUserName'],
  ['people', { UserName: 'a', Name: 'A', Keys: ['SKELETONKEY'] }, 'body.Values.Keys', 'fieldNotKey'],
  ['people', { UserName: 'a', Name: 'A', Locations: ['NOPE'] }, 'body.Values.Locations', 'fieldNotLocation'],
  [
    'varieties',
    { Code: 'V', Descript: 'V', Commodity: 'STRAW', VarietyID: '1.5' },
    'body.Values.VarietyID',
    'fieldNotNumber',
  ],
] as const)('%s refuse %j: %s %s', async (kind, values, path, expected) => {
  const answer = await send<ProblemBody>(ada, kind, values)
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, expected }] } })
})

test('fields that documents and stock refer to cannot be edited: keys and commodities', async () => {
  const { Record: seen } = await detail('varieties', 'ALB')
  const refused = await send<ProblemBody>(
    ada,
    'varieties',
    { ...seen.Values, Commodity: 'BLUE' },
    { key: 'ALB', version: seen.Version },
  )
  expect(refused.body.errors).toMatchObject([{ path: 'body.Values.Commodity', expected: 'fieldFixed' }])
})

test('a name that must be unique is refused a second time; a used key, too', async () => {
  const trimmed = await send<ProblemBody>(ada, 'trimTypes', { Id: '77', TrimType: 'Trimmed' })
  expect(trimmed.body.state?.refusal.code).toBe('recordTwice')
  const number = { Code: 'NEW', Descript: 'New', Commodity: 'STRAW', VarietyID: '1' }
  expect((await send<ProblemBody>(ada, 'varieties', number)).body.state?.refusal.code).toBe('recordTwice')
  expect((await send<ProblemBody>(ada, 'growers', grower('G1'))).body.state?.refusal.code).toBe(
    'recordExists',
  )
})

test('a new name of a trim type applies to its stock immediately', async () => {
  await change('trimTypes', '2', { TrimType: 'Bare rooted' })
  const { body } = await ada.get<{ TrimType: string }[]>('plantinventory', {
    inventorylocation: 'WAT',
    commodity: 'STRAW',
    barcodeid: 'B000000015',
  })
  expect(body).toMatchObject([{ TrimType: 'Bare rooted' }])
})

test('a deactivated entry stays readable on old documents and cannot be chosen for new ones', async () => {
  await send(ada, 'growers', grower('G70', { GrowerEntity: 'Old Hand Farms' }))
  const tag = await pia.create({ IssueToNbr: 'G70' })
  await change('growers', 'G70', {}, false)
  expect((await pia.detail(tag)).IssuanceHeader).toMatchObject({ EntityName: 'Old Hand Farms' })
  const refused = await pia.save<ProblemBody>({ IssueToNbr: 'G70' })
  expect(refused.status).toBe(400)
  const { body } = await pia.get<{ Result: { Id: string }[] }>('grower', { trimseasonid: 'S1' })
  expect(body.Result.map(({ Id }) => Id)).not.toContain('G70')
})

test('a location with plants or open documents stays active', async () => {
  const refused = await change('locations', 'OXN', {}, false)
  expect(refused).toMatchObject({
    status: 409,
    body: { state: { refusal: { code: 'recordHasPlants', facts: { name: 'OXN', plants: 100 } } } },
  })
})

describe('one’s own record', () => {
  test.each([
    ['the last admin keys', { Keys: ['DUMPKEY'] }, true],
    ['all keys', { Keys: [] }, true],
    ['the last location', { Locations: [] }, true],
    ['the record itself', {}, false],
  ] as const)('keeps %s', async (_, values, active) => {
    const refused = await change('people', 'ada.admin', values, active)
    expect(refused).toMatchObject({ status: 409, body: { state: { refusal: { code: 'ownAccess' } } } })
    expect((await detail('people', 'ada.admin')).Record).toMatchObject({ Active: true, Version: 0 })
  })

  test('may lose other keys', async () => {
    const { Record: now } = await detail('people', 'ada.admin')
    const fewer = (now.Values['Keys'] as string[]).filter((key) => key !== 'DUMPKEY')
    expect((await change('people', 'ada.admin', { Keys: fewer })).status).toBe(200)
  })
})

describe('a person of higher rank', () => {
  test.each([
    ['the record', {}, false],
    ['a key', { Keys: ['ADJUSTINVENTORYKEY'] }, true],
    ['a location', { Locations: ['WAT'] }, true],
  ] as const)('keeps %s against every admin', async (_, values, active) => {
    const refused = await change('people', 'sam.super', values, active)
    expect(refused).toMatchObject({
      status: 409,
      body: { state: { refusal: { code: 'personAbove', facts: { name: 'sam.super' } } } },
    })
    expect((await detail('people', 'sam.super')).Record).toMatchObject({ Active: true, Version: 0 })
  })

  test('may get more rights, and may withdraw rights of lower ranks', async () => {
    expect((await change('people', 'sam.super', { Role: 'head of all' })).status).toBe(200)
    const { Record: now } = await detail('people', 'ada.admin')
    const off = { key: 'ada.admin', version: now.Version, active: false }
    expect((await send(sam, 'people', now.Values, off)).status).toBe(200)
    const on = { key: 'ada.admin', version: now.Version + 1 }
    expect((await send<ProblemBody>(ada, 'people', now.Values, on)).body.code).toBe('person_inactive')
    expect((await send(sam, 'people', now.Values, on)).status).toBe(200)
  })
})

test('is searched by words in any field, with any characters', async () => {
  expect(keys(await list('growers', { search: 'farms alder' }))).toEqual(['G1'])
  expect(keys(await list('growers', { search: '%' }))).toEqual([])
  expect(keys(await list('growers', { search: 'G9', active: 'all' }))).toEqual(['G9'])
  const all = await list('growers', { limit: '1', active: 'all' })
  expect(all.Records).toHaveLength(1)
  expect(all.TotalRowCount).toBeGreaterThan(3)
  const past = await list('growers', { limit: '1', offset: '400', active: 'all' })
  expect(past).toEqual({ Records: [], TotalRowCount: all.TotalRowCount })
})

test('is for admins only, for every call', async () => {
  for (const username of ['pia.picker', 'lena.lead', 'rhea.reader', 'nora.noaccess']) {
    const clerk = warehouse.clerk(username)
    for (const path of ['records/people', 'records/growers/G1', 'imports']) {
      expect(await clerk.get(`maintenance/${path}`)).toMatchObject({
        status: 403,
        body: { code: 'group_missing' },
      })
    }
    expect(await send(clerk, 'nurseries', { Id: 'N9', Name: 'Nine' })).toMatchObject({ status: 403 })
  }
  expect((await detail('nurseries', 'N9')) as unknown).toMatchObject({ code: 'not_found' })
})

test('logged changes are never edited or deleted', async () => {
  for (const statement of [
    "update record_change set by = 'x'",
    'delete from record_change',
    'truncate record_change',
  ]) {
    await expect(warehouse.database.pool.query(statement)).rejects.toThrow('record_change is append-only')
  }
})
