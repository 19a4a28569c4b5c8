import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { openWorkFor } from '#core/kinds/open-work.ts'
import type { UserLocation, UserPermission } from '#core/wire/master-data.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { SECURITY_KEYS } from '#core/wire/security-keys.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seedDemo: true })
})
afterAll(() => server.close())

async function get<Body>(username: string, path: string): Promise<Body> {
  const response = await server.call(username, 'GET', path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as Body
}

// Makes a call of the app and reads the server's answer.
async function perform<Answer>({ of, input, read }: PreparedCall<Answer>): Promise<Answer> {
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  return read(v.parse(of.answer, await get('ada.admin', `${of.path}?${query}`)) as never)
}

const rightsOf = async (username: string) => ({
  keys: (await get<{ Result: UserPermission[] }>(username, `userroles?username=${username}`)).Result,
  locations: (await get<{ Result: UserLocation[] }>(username, `userdcs?username=${username}`)).Result,
})

test('every user has keys and locations, except the one without access', async () => {
  for (const { username, role } of demoUsers) {
    const { keys, locations } = await rightsOf(username)
    const expected = role !== 'no access'
    expect({ role, keys: keys.length > 0, locations: locations.length > 0 }).toEqual({
      role,
      keys: expected,
      locations: expected,
    })
  }
})

test('the picker sees a long list of work at the first location and season, and opens its documents', async () => {
  const { locations } = await rightsOf('pia.picker')
  const location = locations[0]?.location ?? ''
  const seasons = await get<{ Result: { Id: string }[] }>('pia.picker', 'trimseasons')
  const season = seasons.Result[0]?.Id ?? ''
  const place = `trimseasonid=${season}&inventorylocation=${location}&storagetype=INVENTORY`
  const list = await get<{ Records: { TagNbr: string; EntityName: string }[]; TotalRowCount: number }>(
    'pia.picker',
    `issuance?${place}&offset=0&limit=25&status=&all=true`,
  )
  expect(list.Records).toHaveLength(25)
  expect(list.TotalRowCount).toBeGreaterThan(120)
  for (const { TagNbr, EntityName } of list.Records) {
    expect(EntityName).not.toBe('')
    const { IssuanceHeader } = await get<{ IssuanceHeader: { TagNbr: string } }>(
      'pia.picker',
      `issuance/${TagNbr}?${place}`,
    )
    expect(IssuanceHeader.TagNbr).toBe(TagNbr)
  }
})

test('each count of the dashboard equals its list, and excludes finished work', async () => {
  const place = { location: 'CAC', season: { id: '', name: '', commodity: 'STRAW' as const } }
  const seasons = await get<{ Result: { Id: string }[] }>('lena.lead', 'trimseasons')
  const lead = { keys: new Set(SECURITY_KEYS), readOnly: false }
  let counted = 0
  for (const { Id: id } of seasons.Result) {
    for (const { kind, mode, view, count } of openWorkFor(lead)) {
      if (kind === 'request') continue
      const at = { ...place, season: { ...place.season, id } }
      const all: Kind = kinds[kind]
      const list = all.wire.list(at, mode, { view, all: false, offset: 0, limit: 500 })
      const { documents, total } = await perform(list)
      const n = await perform(count(at))
      expect({ kind, n: documents.length, total }).toEqual({ kind, n, total: n })
      for (const { status } of documents) {
        expect(['OPEN', 'RESERVED', 'SHIPPED'], kind).toContain(status)
        if (kind === 'dump' || kind === 'return') expect(status).toBe('OPEN')
      }
      counted += n
    }
  }
  expect(counted).toBeGreaterThan(0)
})

test('the picker browses stock and finds one of its barcodes', async () => {
  const at = 'inventorylocation=CAC&commodity=STRAW&storagetype=INVENTORY'
  const found = await get<{ BarcodeID: string; Qty: number }[]>(
    'pia.picker',
    `plantinventory?${at}&stocktype=COMMERCIAL`,
  )
  expect(found.length).toBeGreaterThan(100)
  const [first] = found
  const again = await get<{ BarcodeID: string; Qty: number }[]>(
    'pia.picker',
    `plantinventory?${at}&barcodeid=${first?.BarcodeID}`,
  )
  expect(again).toContainEqual(first)
})
