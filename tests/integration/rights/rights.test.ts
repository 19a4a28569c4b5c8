import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'

let warehouse: Warehouse
let tag: string
let line: string

beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterAll(() => warehouse.close())
beforeEach(async () => {
  const lena = warehouse.clerk('lena.lead')
  tag = await lena.create()
  line = (await lena.order(tag, barcodeOf(1), 1)).body.InventoryLines[0]?.ID ?? ''
})

const place = { trimseasonid: 'S1', inventorylocation: 'WAT' }

// Returns what each role may do with a grower's issuance at its location: the code of the refusal, or 'ok'.
async function trial(username: string) {
  const clerk = warehouse.clerk(username)
  const outcome = ({ status, body }: { status: number; body: unknown }) =>
    status === 200 ? 'ok' : `${status} ${(body as ProblemBody).code}`
  return {
    list: outcome(await clerk.get('issuance', place)),
    detail: outcome(await clerk.get(`issuance/${tag}`)),
    stock: outcome(await clerk.get('plantinventory', { inventorylocation: 'WAT', commodity: 'STRAW' })),
    create: outcome(await clerk.save<unknown>({})),
    createForNursery: outcome(await clerk.save<unknown>({ IssueToType: 'Nursery', IssueToNbr: 'N1' })),
    edit: outcome(await clerk.save<unknown>({ TagNbr: tag, Comments: 'x' })),
    pick: outcome(await clerk.line(tag, line, barcodeOf(1), 'PICKED', 1)),
    deleteLine: outcome(await clerk.deleteLine(tag, line)),
    cancel: outcome(await clerk.cancel(tag)),
  }
}

const keyMissing = '403 key_missing'
const everything = {
  list: 'ok',
  detail: 'ok',
  stock: 'ok',
  create: 'ok',
  createForNursery: 'ok',
  edit: 'ok',
  pick: 'ok',
  deleteLine: 'ok',
  cancel: 'ok',
}

test.each([
  ['sam.super', everything],
  ['ada.admin', everything],
  ['lena.lead', everything],
  ['pia.picker', { ...everything, createForNursery: keyMissing }],
  [
    'ravi.receiver',
    {
      list: keyMissing,
      detail: keyMissing,
      stock: 'ok',
      create: keyMissing,
      createForNursery: keyMissing,
      edit: keyMissing,
      pick: keyMissing,
      deleteLine: keyMissing,
      cancel: keyMissing,
    },
  ],
  [
    'rhea.reader',
    {
      list: 'ok',
      detail: 'ok',
      stock: 'ok',
      create: '403 read_only',
      createForNursery: '403 read_only',
      edit: '403 read_only',
      pick: '403 read_only',
      deleteLine: '403 read_only',
      cancel: '403 read_only',
    },
  ],
  [
    'nora.noaccess',
    {
      list: keyMissing,
      detail: keyMissing,
      stock: keyMissing,
      create: keyMissing,
      createForNursery: keyMissing,
      edit: keyMissing,
      pick: keyMissing,
      deleteLine: keyMissing,
      cancel: keyMissing,
    },
  ],
])('%s may do what their keys say', async (username, expected) => {
  expect(await trial(username)).toEqual(expected)
})

describe('grower storage', () => {
  const storage = { storagetype: 'GROWERSTORAGE' }

  test('needs its own keys, and grants the issuance keys', async () => {
    const lena = warehouse.clerk('lena.lead')
    expect((await lena.get('issuance', { ...place, ...storage })).status).toBe(200)
    const pia = warehouse.clerk('pia.picker')
    for (const attempt of [
      await pia.get<ProblemBody>('issuance', { ...place, ...storage }),
      await pia.save<ProblemBody>({ StorageType: 'GROWERSTORAGE' }),
      await pia.get<ProblemBody>('growerdetails', {
        ...place,
        commodity: 'STRAW',
        returnedfromnbr: 'G1',
      }),
    ]) {
      expect(attempt).toMatchObject({ status: 403, body: { code: 'key_missing' } })
    }
  })

  test('goes to growers only', async () => {
    const { status, body } = await warehouse
      .clerk('lena.lead')
      .save<ProblemBody>({ StorageType: 'GROWERSTORAGE', IssueToType: 'Nursery', IssueToNbr: 'N1' })
    expect(status).toBe(400)
    expect(body.errors?.[0]?.path).toBe('body.IssuanceHeader.IssueToType')
  })
})

describe('a location that is not the person’s', () => {
  test('is 403 if named', async () => {
    const pia = warehouse.clerk('pia.picker')
    const elsewhere = { ...place, inventorylocation: 'SAL' }
    for (const attempt of [
      await pia.get<ProblemBody>('issuance', elsewhere),
      await pia.get<ProblemBody>('plantinventory', { inventorylocation: 'SAL', commodity: 'STRAW' }),
      await pia.get<ProblemBody>('issuancedetail', { ...elsewhere, issuetonbr: 'G1' }),
      await pia.save<ProblemBody>({ InventoryLocation: 'SAL' }),
      // A deactivated location: it is on the person's list but not usable.
      await pia.save<ProblemBody>({ InventoryLocation: 'OLD' }),
    ]) {
      expect(attempt).toMatchObject({ status: 403, body: { code: 'location_not_allowed' } })
    }
  })

  test('hides its documents', async () => {
    const lena = warehouse.clerk('lena.lead')
    const tag = await lena.create({ InventoryLocation: 'SAL' })
    const header = { InventoryLocation: 'SAL' }
    const { body } = await lena.order(tag, barcodeOf(13), 1, { header, line: { StorageLocation: 'C-01' } })
    const id = body.InventoryLines[0]?.ID ?? ''
    const pia = warehouse.clerk('pia.picker')
    expect(isHidden(await pia.get(`issuance/${tag}`))).toBe(true)
    for (const attempt of [
      await pia.save<ProblemBody>({ TagNbr: tag }),
      await pia.ship<ProblemBody>(tag),
      await pia.deleteLine<ProblemBody>(tag, id),
    ]) {
      expect(attempt).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('keys and locations', () => {
  const keysOf = async (reader: string, username: string) =>
    warehouse.clerk(reader).get<{ Result: UserPermission[] } & ProblemBody>('userroles', { username })
  const locationsOf = async (reader: string, username: string) =>
    warehouse.clerk(reader).get<{ Result: UserLocation[] } & ProblemBody>('userdcs', { username })

  test('are read by the person, in any case, and by admins', async () => {
    const own = await keysOf('pia.picker', 'Pia.Picker')
    expect(own.body.Result.map((each) => [each.roleName, each.securityItem])).toEqual([
      ['picker', 'GROWERISSUANCEADMINKEY'],
      ['picker', 'ISSUANCEADMINKEY'],
    ])
    const locations = await locationsOf('pia.picker', 'PIA.PICKER')
    expect(locations.body.Result).toMatchObject([{ username: 'pia.picker', location: 'WAT' }])
    expect((await keysOf('ada.admin', 'sam.super')).body.Result).toHaveLength(SECURITY_KEYS.length)
    expect((await keysOf('nora.noaccess', 'nora.noaccess')).body.Result).toEqual([])
  })

  test('are hidden from all others', async () => {
    for (const attempt of [
      await keysOf('pia.picker', 'lena.lead'),
      await locationsOf('rhea.reader', 'pia.picker'),
    ]) {
      expect(attempt).toMatchObject({ status: 403, body: { code: 'group_missing' } })
    }
  })

  test('that are deactivated have no effect', async () => {
    const { pool } = warehouse.database
    const ravi = warehouse.clerk('ravi.receiver')
    const may = async () => (await ravi.get('issuance', place)).status
    await pool.query(
      "insert into person_key (username, security_key) values ('ravi.receiver', 'ISSUANCEADMINKEY')",
    )
    expect(await may()).toBe(200)
    await pool.query(
      "update person_key set active = false where (username, security_key) = ('ravi.receiver', 'ISSUANCEADMINKEY')",
    )
    expect(await may()).toBe(403)
    await pool.query("update person_key set active = true where username = 'ravi.receiver'")
    await pool.query("update person_location set active = false where username = 'ravi.receiver'")
    expect(await may()).toBe(403)
    await pool.query("update person_location set active = true where username = 'ravi.receiver'")
    await pool.query("update person set active = false where username = 'ravi.receiver'")
    expect(await ravi.get('issuance', place)).toMatchObject({
      status: 403,
      body: { code: 'person_inactive' },
    })
    expect(await ravi.get('nursery', place)).toMatchObject({ status: 403, body: { code: 'person_inactive' } })
    await pool.query("update person set active = true where username = 'ravi.receiver'")
    expect(await may()).toBe(200)
  })
})
