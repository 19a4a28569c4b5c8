import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentCalls } from '#core/kinds/index.ts'
import type { Call } from '#core/wire/call.ts'
import { calls as otherCalls } from '#core/wire/calls.ts'
import { printServerCalls } from '#core/wire/print-server.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { printCalls } from '#features/printing/common/print-calls.ts'
import { openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'
import {
  adjustment,
  countHeader,
  dumpHeader,
  issuanceHeader,
  returnHeader,
  transferHeader,
} from './bodies.ts'

// Calls every call of the contract directly and checks who is refused, and why. The keys of single document
// steps are tested in the areas of the documents.

const { 'trace.report': _, ...reportCalls } = printCalls
const calls = { ...otherCalls, ...printServerCalls, ...reportCalls, ...documentCalls }
type CallName = keyof typeof calls

interface Row {
  /** Including the query, for a person at WAT. */
  readonly path: string
  readonly body?: unknown
  /**
   * Each of these sets of keys allows the call; empty: any user with a group; 'other': tested in its own
   * area.
   */
  readonly keys: readonly (readonly SecurityKey[])[] | 'other'
  /** The call is about a location: a user without rights there is refused. */
  readonly atLocation?: true
}

const season = 'trimseasonid=S1'
const any = SECURITY_KEYS.map((key) => [key])
// For an issue to a grower, as in the body here.
const issuing: Row['keys'] = [['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY']]
const storing = SECURITY_KEYS.filter((key) => key.startsWith('GROWERSTORAGE')).map((key) => [key])
const transferring: Row['keys'] = [['TRANSFERLOGADMINKEY']]
const adjusting: Row['keys'] = [['ADJUSTINVENTORYKEY']]

const issuance = { IssuanceHeader: issuanceHeader, InventoryLines: [] }
const transfer = { TransferHeader: transferHeader, TransferLines: [] }
const decision = {
  Adjustment: { RequestID: '99999999', Status: 'CLOSED', TrimSeason: 'S1' },
  AdjustmentLine: {
    LineID: '1',
    BarcodeID: 'B000000001',
    ShippedQty: 1,
    ReceivedQty: 0,
    Qty: 9,
    Status: 'ACCEPT',
  },
}
const dump = { DumpHeader: dumpHeader, DumpLogLines: [] }
const printer = {
  PrintServer: 'print.example.com',
  Port: 12212,
  PrintLocation: 'DESK',
  PrinterLocation: 'WAT',
  PrintFormat: 'PDF',
}
const returned = { ReturnHeader: returnHeader, ReturnLogLines: [] }
const counted = { CountHeader: countHeader, CountLines: [] }
const counting: Row['keys'] = [['COUNTADMINKEY']]

// The type requires an entry for every call.
const rows: Readonly<Record<CallName, Row>> = {
  userroles: { path: 'userroles?username=pia.picker', keys: [] },
  userdcs: { path: 'userdcs?username=pia.picker', keys: [] },
  warehouse: { path: 'warehouse?isactive=true', keys: [] },
  trimseasons: { path: 'trimseasons', keys: [] },
  trimtype: { path: 'trimtype', keys: [] },
  grower: { path: 'grower', keys: [] },
  nursery: { path: 'nursery', keys: [] },
  variety: { path: 'variety?berrytype=STRAW', keys: [] },
  reasoncode: { path: 'reasoncode?reasontype=DUMP', keys: [] },
  'printservers.list': { path: 'printservers?printlocation=WAT', keys: 'other' },
  growers: { path: `growers?commodity=STRAW&${season}&inventorylocation=WAT`, keys: [], atLocation: true },
  'plantinventory.search': {
    path: 'plantinventory?inventorylocation=WAT&commodity=STRAW',
    keys: any,
    atLocation: true,
  },
  'plantinventory.adjust': { path: 'plantinventory', body: adjustment, keys: adjusting, atLocation: true },
  plantholders: {
    path: `plantholders?${season}&inventorylocation=WAT&barcodeid=B000000001`,
    keys: any,
    atLocation: true,
  },
  growerdetails: {
    path: `growerdetails?${season}&inventorylocation=WAT&commodity=STRAW&returnedfromnbr=G1`,
    keys: storing,
    atLocation: true,
  },
  'issuance.list': {
    path: `issuance?${season}&inventorylocation=WAT`,
    keys: [['ISSUANCEADMINKEY']],
    atLocation: true,
  },
  'issuance.detail': { path: 'issuance/99999999', keys: [['ISSUANCEADMINKEY']] },
  'issuance.save': { path: 'issuance', body: issuance, keys: issuing, atLocation: true },
  'issuance.issued': {
    path: `issuancedetail?${season}&inventorylocation=WAT&issuetonbr=G1`,
    keys: [['ISSUANCEADMINKEY'], ['RETURNADMINKEY']],
    atLocation: true,
  },
  'issuance.deleteLine': { path: 'issuancedetail?id=1&tagnbr=99999999', keys: [['ISSUANCEADMINKEY']] },
  'dump.list': { path: `dump?${season}&dumpwarehouse=WAT`, keys: 'other', atLocation: true },
  'dump.detail': { path: 'dump/99999999', keys: 'other' },
  'dump.save': { path: 'dump', body: dump, keys: 'other', atLocation: true },
  'dump.deleteLine': { path: 'dumplogline/1?lognbr=99999999', keys: 'other' },
  'count.list': { path: `count?${season}&inventorylocation=WAT`, keys: counting, atLocation: true },
  'count.detail': { path: 'count/99999999', keys: counting },
  'count.save': { path: 'count', body: counted, keys: counting, atLocation: true },
  'count.deleteLine': { path: 'countline/1?countnbr=99999999', keys: counting },
  'return.list': { path: `return?${season}&returnwarehouse=WAT`, keys: 'other', atLocation: true },
  'return.detail': { path: 'return/99999999', keys: 'other' },
  'return.save': { path: 'return', body: returned, keys: 'other', atLocation: true },
  'return.deleteLine': { path: 'returnlogline/1?lognbr=99999999', keys: 'other' },
  'transfer.list': {
    path: `transfers?${season}&originlocationid=WAT`,
    keys: transferring,
    atLocation: true,
  },
  'transfer.detail': { path: 'transfers/99999999', keys: transferring },
  'transfer.save': { path: 'transfers', body: transfer, keys: transferring, atLocation: true },
  'transfer.deleteLine': { path: 'transferlines/1', keys: transferring },
  'adjustmentrequest.list': {
    path: 'adjustmentrequest?originlocationid=WAT',
    keys: adjusting,
    atLocation: true,
  },
  'adjustmentrequest.detail': { path: 'adjustmentrequest/99999999', keys: adjusting },
  'adjustmentrequest.decide': { path: 'adjustmentrequest', body: decision, keys: adjusting },
  'printservers.save': { path: 'printservers', body: printer, keys: 'other' },
  'printservers.test': { path: 'printservers/99999999/test', keys: 'other' },
  'printservers.delete': { path: 'printservers/1', keys: 'other' },
  printreport: { path: 'printreport?reportname=Grower%20Issuance&refnbr=99999999', keys: 'other' },
  labeltemplates: { path: 'labeltemplates', keys: 'other' },
  printlabels: {
    path: `printlabels?${season}&inventorylocation=WAT&barcodeid=B000000001`,
    keys: 'other',
    atLocation: true,
  },
  commandsheet: { path: 'commandsheet', keys: 'other' },
}

// The rights of pia.picker are visible to her and to admins only.
const ownRights: readonly CallName[] = ['userroles', 'userdcs']

let warehouse: Warehouse
// The calls that this server offers.
const available = new Set<CallName>()
const names = Object.keys(rows) as CallName[]
const methodOf = (name: CallName) => (calls[name] satisfies Call).method

// The result of a call: 'ok' for every answer that is not about the caller's rights, else status and code.
async function outcomeOf(username: string, name: CallName): Promise<string> {
  const { path, body } = rows[name]
  const answer = await warehouse.clerk(username).call<ProblemBody>(methodOf(name), path, {
    ...(body !== undefined && { body }),
    key: crypto.randomUUID(),
  })
  const code = answer.status === 200 ? 'ok' : answer.body.code
  return ['ok', 'not_found', 'state_conflict', 'malformed_request'].includes(code)
    ? 'ok'
    : `${answer.status} ${code}`
}

async function giveKeys(username: string, keys: readonly SecurityKey[]): Promise<void> {
  const { pool } = warehouse.database
  await pool.query('delete from person_key where username = $1', [username])
  for (const key of keys) {
    await pool.query('insert into person_key (username, security_key) values ($1, $2)', [username, key])
  }
}

describe('Abuse 1: role, location and call', () => {
  beforeAll(async () => {
    warehouse = await openWarehouse()
    for (const name of names) {
      if ((await outcomeOf('sam.super', name)) !== '404 call_not_available') available.add(name)
    }
  })
  afterAll(() => warehouse.close())

  test('lists the required keys of every call', () => {
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
    expect([...available]).toEqual(
      expect.arrayContaining(['issuance.save', 'transfer.save', 'plantinventory.adjust', 'userroles']),
    )
  })

  test.each(names)('%s is refused without an access token', async (name) => {
    const { path, body } = rows[name]
    const response = await warehouse.call(undefined, methodOf(name), path, { body })
    expect(response.status).toBe(401)
  })

  test.each(names)('%s works for the super-admin, or is available to no user', async (name) => {
    const expected = available.has(name) ? 'ok' : '404 call_not_available'
    expect(await outcomeOf('sam.super', name)).toBe(expected)
    expect((await outcomeOf('nora.noaccess', name)) === '404 call_not_available').toBe(!available.has(name))
  })

  describe('keys', () => {
    beforeEach(() => giveKeys('pia.picker', []))

    test.each(names)(
      '%s is allowed with each of its sets of keys, and refused with fewer keys',
      async (name) => {
        const { keys } = rows[name]
        if (!available.has(name)) {
          expect(await outcomeOf('pia.picker', name)).toBe('404 call_not_available')
          return
        }
        if (keys === 'other') {
          expect(['ok', '403 key_missing']).toContain(await outcomeOf('pia.picker', name))
          return
        }
        expect(await outcomeOf('pia.picker', name)).toBe(keys.length === 0 ? 'ok' : '403 key_missing')
        const outcomes: string[] = []
        for (const set of keys) {
          await giveKeys('pia.picker', set)
          outcomes.push(await outcomeOf('pia.picker', name))
        }
        expect(outcomes).toEqual(keys.map(() => 'ok'))
        // All other keys together are not enough, nor is a set without one of its keys.
        const otherKeys = SECURITY_KEYS.filter((key) => !keys.some((set) => set.includes(key)))
        for (const set of keys) {
          for (const missingKey of set) {
            await giveKeys('pia.picker', [...otherKeys, ...set.filter((key) => key !== missingKey)])
            expect(await outcomeOf('pia.picker', name), `without ${missingKey}`).toBe('403 key_missing')
          }
        }
      },
    )
  })

  test.each(names)(
    '%s is refused to a read-only user if it changes data, and answered if it reads',
    async (name) => {
      const outcome = await outcomeOf('rhea.reader', name)
      if (!available.has(name)) expect(outcome).toBe('404 call_not_available')
      else if (methodOf(name) === 'GET')
        expect(outcome).toBe(ownRights.includes(name) ? '403 group_missing' : 'ok')
      else expect(outcome).toBe('403 read_only')
    },
  )

  test.each(names.filter((name) => rows[name].atLocation))(
    '%s is refused to a user without rights at the location',
    async (name) => {
      await warehouse.database.pool.query(
        "delete from person_location where username = 'ada.admin' and location = 'WAT'",
      )
      expect(await outcomeOf('ada.admin', name)).toBe(
        available.has(name) ? '403 location_not_allowed' : '404 call_not_available',
      )
    },
  )
})
