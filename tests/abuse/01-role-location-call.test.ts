import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { liveCalls } from '#features/live/common/live.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { everyCall } from '#server/http/every-call.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { addFigure } from '#tests/support/figure.ts'
import { isHidden } from '#tests/support/hidden.ts'
import type { Warehouse } from '#tests/support/warehouse.ts'
import { openPlaces, type Place, type Places } from './places.ts'
import { type CallName, type Row, rows } from './rows-of-calls.ts'

// Makes each call of the contract as each demo role, at the person's location and at another one. Compares
// the answer with the specification's rules, which `rows` holds for every call.

const roles = demoUsers.map(({ username }) => username)
let places: Places
let warehouse: Warehouse
let tried = 0
const unexpected: string[] = []

beforeAll(async () => {
  places = await openPlaces()
  warehouse = places.warehouse
})
afterAll(() => warehouse.close())

interface Rights {
  readonly keys: ReadonlySet<SecurityKey>
  readonly locations: ReadonlySet<string>
  readonly groups: readonly string[]
}

// All reasons to refuse the call: the answer must be one of them.
function refusalsOf(row: Row, method: string, username: string, rights: Rights, at: Place): string[] {
  const reads = method === 'GET' || row.allowsReaders === true
  const admin = rights.groups.some((group) => group.endsWith('admins'))
  const hasKeys = row.keys.length === 0 || row.keys.some((set) => set.every((key) => rights.keys.has(key)))
  const isAtLocation = rights.locations.has(at.location)
  return [
    ...(!reads && rights.groups.includes('trimline-readers') ? ['403 read_only'] : []),
    ...(row.admins === true && !admin ? ['403 group_missing'] : []),
    ...(row.ownOf !== undefined && !admin && row.ownOf !== username ? ['403 group_missing'] : []),
    ...(hasKeys ? [] : [row.noKey ?? '403 key_missing']),
    ...(row.place === 'named' && !isAtLocation ? ['403 location_not_allowed'] : []),
    ...(row.place === 'of the document' && !isAtLocation ? ['404 not_found'] : []),
  ]
}

async function answerOf(username: string, name: CallName, at: Place): Promise<string> {
  const row = rows[name]
  const { path, body } = await row.ask(at, places)
  const response = await warehouse.call(username, methodOf(name), path, {
    ...(body !== undefined && { body }),
    headers: row.headers ?? {},
    key: crypto.randomUUID(),
  })
  tried += 1
  if (response.ok) {
    if (!name.endsWith('.detail')) {
      await response.body?.cancel()
      return 'ok'
    }
    return isHidden({ status: response.status, body: await response.json() }) ? '404 not_found' : 'ok'
  }
  const { code } = (await response.json()) as { code: string }
  return `${response.status} ${code}`
}

const contract = { ...everyCall, ...fileCalls, ...liveCalls }
const methodOf = (name: CallName): string => contract[name].method
const names = Object.keys(rows) as CallName[]

describe('Abuse 1: role, location and call', () => {
  test('each call of the contract has a row with its required rights', () => {
    expect(names.toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  test.each(names)('%s: each role at its own and at another location', async (name) => {
    const row = rows[name]
    const expected: Record<string, string> = {}
    const found: Record<string, string> = {}
    // A call without a location is the same everywhere.
    for (const at of row.place === undefined ? [places.own] : [places.own, places.other]) {
      for (const username of roles) {
        const refusals = refusalsOf(row, methodOf(name), username, places.rightsOf(username), at)
        // For a slow call, one allowed person is enough.
        if (row.slow === true && refusals.length === 0 && username !== 'pia.picker') continue
        const answer = await answerOf(username, name, at)
        const cell = `${username} at ${at.location}`
        found[cell] = answer
        const expectedAnswers =
          refusals.length === 0 ? [answer === 'ok' ? 'ok' : (row.orElse ?? 'ok')] : refusals
        expected[cell] = expectedAnswers.includes(answer) ? answer : expectedAnswers.join(' or ')
        if (answer === 'ok' && refusals.length > 0) unexpected.push(`${name} by ${cell}`)
      }
    }
    expect(found).toEqual(expected)
  })

  test('nothing was allowed that the rules refuse', (context) => {
    expect(unexpected).toEqual([])
    expect(tried).toBeGreaterThan(names.length * roles.length)
    addFigure(context, `calls tried: ${tried}; unexpected 2xx: ${unexpected.length}`)
  })
})
