import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStartedStream } from '#tests/support/change-listener.ts'
import { isHidden } from '#tests/support/hidden.ts'
import {
  barcodeOf,
  giveKeys,
  openWarehouse,
  type ProblemBody,
  type Warehouse,
} from '#tests/support/warehouse.ts'

// Removes rights in mid-shift, while the access token is valid for another 15 minutes.

let warehouse: Warehouse
const picker = ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'] as const
beforeAll(async () => {
  warehouse = await openWarehouse()
})
afterEach(async () => {
  await giveKeys(warehouse, 'pia.picker', picker)
  const { pool } = warehouse.database
  await pool.query(
    "insert into person_location (username, location) values ('pia.picker', 'WAT') on conflict (username, location) do update set active = true",
  )
  await pool.query("update person set active = true where username = 'pia.picker'")
})
afterAll(() => warehouse.close())

// The status codes of pia's actions: list, read, change her document, and create one.
async function tryActions(tag: string): Promise<readonly number[]> {
  const pia = warehouse.clerk('pia.picker')
  return [
    (await pia.get('issuance', { trimseasonid: 'S1', inventorylocation: 'WAT' })).status,
    isHidden(await pia.get(`issuance/${tag}`)) ? 404 : (await pia.get(`issuance/${tag}`)).status,
    (await pia.order(tag, barcodeOf(1), 1)).status,
    (await pia.save<ProblemBody>({})).status,
  ]
}
const savePia = (record: { Version: number; Values: object; Active: boolean }) =>
  warehouse.call('ada.admin', 'POST', 'maintenance/records/people', {
    body: { Key: 'pia.picker', ...record },
  })
const readPia = async () => {
  const { Record } = (await (
    await warehouse.call('ada.admin', 'GET', 'maintenance/records/people/pia.picker')
  ).json()) as { Record: { Version: number; Active: boolean; Values: Record<string, string | string[]> } }
  return { Version: Record.Version, Active: Record.Active, Values: Record.Values }
}

describe('Abuse 5: rights revoked in mid-shift', () => {
  test('keys: the next call is refused', async () => {
    const tag = await warehouse.clerk('pia.picker').create()
    expect(await tryActions(tag)).toEqual([200, 200, 200, 200])
    const record = await readPia()
    expect(
      (await savePia({ ...record, Values: { ...record.Values, Keys: ['TRANSFERLOGADMINKEY'] } })).status,
    ).toBe(200)
    expect(await tryActions(tag)).toEqual([403, 403, 403, 403])
  })

  test('the location: the next call is refused, and its documents are not found', async () => {
    const tag = await warehouse.clerk('pia.picker').create()
    const record = await readPia()
    expect((await savePia({ ...record, Values: { ...record.Values, Locations: ['SAL'] } })).status).toBe(200)
    expect(await tryActions(tag)).toEqual([403, 404, 403, 403])
  })

  test('the person: the next call is refused', async () => {
    const tag = await warehouse.clerk('pia.picker').create()
    expect((await savePia({ ...(await readPia()), Active: false })).status).toBe(200)
    expect(await tryActions(tag)).toEqual([403, 403, 403, 403])
  })

  test('an open stream sends no more changes or presence of the document', async () => {
    const [stream, lena] = [
      await openStartedStream(warehouse, 'pia.picker'),
      await openStartedStream(warehouse, 'lena.lead'),
    ]
    const before = await warehouse.clerk('ada.admin').create()
    expect(await stream.until('change', ({ Number }) => Number === before)).not.toBe(null)
    await giveKeys(warehouse, 'pia.picker', ['TRANSFERLOGADMINKEY'])
    const after = await warehouse.clerk('ada.admin').create()
    await warehouse.call('ada.admin', 'POST', 'presence', { body: { Tab: 'tab', Number: after } })
    expect(await lena.until('change', ({ Number }) => Number === after)).not.toBe(null)
    await lena.until('presence', ({ Number }) => Number === after)
    // A transfer that she may see now proves that the stream has passed the issuance.
    const body = {
      TransferHeader: {
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        ExpectedShipDate: '2026-11-21',
        ExpectedArrivalDate: '2026-11-22',
        Status: 'OPEN',
        TrimSeasonID: 'S1',
      },
      TransferLines: [],
    }
    await warehouse.call('ada.admin', 'POST', 'transfers', { body })
    await stream.until('change', ({ Kind }) => Kind === 'transfer')
    expect(stream.heard.filter((news) => 'Number' in news && news.Number === after)).toEqual([])
    await Promise.all([stream.close(), lena.close()])
  })
})
