import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DumpClerk } from '#tests/support/dumps.ts'
import { addFigure } from '#tests/support/figure.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { barcodeOf, openWarehouse, type ProblemBody, type Warehouse } from '#tests/support/warehouse.ts'
import {
  adjustment,
  countHeader,
  dumpHeader,
  issuanceHeader,
  returnHeader,
  transferHeader,
} from './bodies.ts'

// Values that look like numbers but are not whole numbers of plants, in every counting field or parameter.

// Raw text for the body: valid or invalid JSON.
const inJson = [
  '-1',
  '-0.5',
  '1.5',
  '1e9',
  '1e400',
  '-1e400',
  '9007199254740993',
  '1000000000',
  '0x10',
  '010',
  '+5',
  'NaN',
  'Infinity',
  '"5"',
  '"５"',
  '" 5 "',
  '"1e3"',
  '"0x10"',
  '""',
  'true',
  '[5]',
  '[]',
  '{}',
  '{"valueOf":5}',
  `"${'9'.repeat(5_000)}"`,
  '9'.repeat(400),
]
const inQuery = [
  '-1',
  '1.5',
  '1e1',
  '0x10',
  '0b1',
  '０',
  '５',
  ' 5',
  '+5',
  'NaN',
  'Infinity',
  '9'.repeat(40),
  '1,5',
  '',
  '٥',
]

let warehouse: Warehouse
let tag: string
let line: string
let dump: string
let tried = 0
const accepted: string[] = []

beforeAll(async () => {
  warehouse = await openWarehouse()
  const sam = warehouse.clerk('sam.super')
  tag = await sam.create()
  line = (await sam.order(tag, barcodeOf(2), 10)).body.InventoryLines[0]?.ID ?? ''
  dump = await new DumpClerk(sam).create()
})
afterAll(() => warehouse.close())

const placeholder = 'HERE'

// Requests with the placeholder in each of these fields, and an otherwise valid body.
type BuildRequest = () => { readonly path: string; readonly body: object }
const fieldsOf = (path: string, names: readonly string[], bodyOf: (field: object) => object) =>
  names.map((name): readonly [string, BuildRequest] => [
    `${path} ${name}`,
    () => ({ path, body: bodyOf({ [name]: placeholder }) }),
  ])
const newLine = {
  ID: null,
  BarcodeID: barcodeOf(1),
  StorageLocation: 'A-01',
  ReasonCode: 'DISEASE',
  Status: 'RESERVED',
}
const issuing = (lines: object) => ({
  IssuanceHeader: { ...issuanceHeader, TagNbr: tag, Status: 'RESERVED' },
  InventoryLines: [lines],
})
const picking = (field: object) =>
  issuing({ ...newLine, ID: line, BarcodeID: barcodeOf(2), Status: 'PICKED', ...field })

const fields: Readonly<Record<string, BuildRequest>> = Object.fromEntries([
  ...fieldsOf('issuance', ['OrderQty', 'Qty', 'UpdateQty'], (field) => issuing({ ...newLine, ...field })),
  ...fieldsOf('issuance', ['PickQty'], picking),
  ...fieldsOf('issuance', ['SeenQty'], (field) => picking({ PickQty: 1, SeenStatus: 'RESERVED', ...field })),
  ...fieldsOf('transfers', ['OrderQty', 'PickQty', 'ReceiveQty', 'ReceivedQty'], (field) => ({
    TransferHeader: transferHeader,
    TransferLines: [{ ...newLine, ...field }],
  })),
  ...fieldsOf('dump', ['DumpQty', 'Qty', 'UpdateQty'], (field) => ({
    DumpHeader: { ...dumpHeader, LogNbr: dump },
    DumpLogLines: [{ ...newLine, Status: 'OPEN', ...field }],
  })),
  ...fieldsOf('return', ['OrderQty', 'UpdateQty'], (field) => ({
    ReturnHeader: returnHeader,
    ReturnLogLines: [{ ...newLine, Status: 'OPEN', ReasonCode: 'UNSOLD', ...field }],
  })),
  ...fieldsOf('count', ['CountedQty', 'SecondQty'], (field) => ({
    CountHeader: countHeader,
    CountLines: [{ ...newLine, Status: 'COUNTED', ...field }],
  })),
  ...fieldsOf('plantinventory', ['Qty', 'SeenQty'], (field) => ({ ...adjustment, ...field })),
  ...fieldsOf('adjustmentrequest', ['ShippedQty', 'ReceivedQty'], (field) => ({
    Adjustment: { RequestID: '50000001', Status: 'CLOSED', TrimSeason: 'S1' },
    AdjustmentLine: { LineID: '1', BarcodeID: barcodeOf(1), Status: 'ACCEPT', ...field },
  })),
])

const label = 'printlabels?trimseasonid=S1&inventorylocation=WAT&barcodeid=B000000001'
const parameters = [
  `${label}&labels=`,
  'issuance?trimseasonid=S1&inventorylocation=WAT&offset=',
  'issuance?trimseasonid=S1&inventorylocation=WAT&limit=',
  'transfers?trimseasonid=S1&originlocationid=WAT&limit=',
  'dump?trimseasonid=S1&dumpwarehouse=WAT&limit=',
  'return?trimseasonid=S1&returnwarehouse=WAT&limit=',
  'count?trimseasonid=S1&inventorylocation=WAT&limit=',
  'plantinventory?inventorylocation=WAT&commodity=STRAW&limit=',
  'plantinventory?inventorylocation=WAT&commodity=STRAW&limit=5&offset=',
  'growerdetails?trimseasonid=S1&inventorylocation=WAT&commodity=STRAW&returnedfromnbr=G1&limit=',
  'maintenance/records/people?limit=',
  'history/barcode/B000000001?limit=',
  'history/barcode/B000000001?offset=',
]

// Counts of the ledger, to check that nothing changed.
const readCounts = async () => {
  const { rows } = await warehouse.database.pool.query(
    'select (select count(*) from movement) as movements, (select sum(reserved) from balance) as reserved, (select count(*) from document_line) as lines',
  )
  return rows[0]
}

describe('Abuse 18: number tricks', () => {
  test.each(Object.keys(fields))(
    '%s refuses every number that is not a whole one from 0 to 999,999,999',
    async (name) => {
      const before = await readCounts()
      for (const trick of inJson) {
        const { path, body } = fields[name]?.() ?? { path: '', body: {} }
        const sent = JSON.stringify(body).replace(`"${placeholder}"`, trick)
        const response = await warehouse.call('sam.super', 'POST', path, {
          body: sent,
          key: crypto.randomUUID(),
        })
        tried += 1
        const answer = (await response.json()) as ProblemBody
        if (response.ok)
          accepted.push(`${name} = ${trick.slice(0, 30)}: ${JSON.stringify(answer).slice(0, 200)}`)
        else expect([trick, response.status, answer.code]).toEqual([trick, 400, 'malformed_request'])
      }
      expect(accepted).toEqual([])
      expect(await readCounts()).toEqual(before)
      // With a valid number the same body is accepted, so the refusal was because of the number.
      const { path, body } = fields[name]?.() ?? { path: '', body: {} }
      const sent = JSON.stringify(body).replace(`"${placeholder}"`, '5')
      expect((await warehouse.call('sam.super', 'POST', path, { body: sent })).status).not.toBe(400)
    },
  )

  test.each(parameters)('%s accepts plain digits only', async (path) => {
    for (const trick of inQuery) {
      const response = await warehouse.call('sam.super', 'GET', `${path}${encodeURIComponent(trick)}`)
      tried += 1
      const answer = (await response.json()) as ProblemBody
      if (response.ok) accepted.push(`${path}${trick}`)
      else expect([trick, response.status, answer.code]).toEqual([trick, 400, 'malformed_request'])
    }
    expect(accepted).toEqual([])
  })

  test('-0 is stored as 0, and 1e2 as 100', async () => {
    const ask = (quantity: string) =>
      warehouse.call('sam.super', 'POST', 'plantinventory', {
        body: JSON.stringify(fields['plantinventory Qty']?.().body)
          .replace(`"${placeholder}"`, quantity)
          .replace(barcodeOf(1), barcodeOf(3)),
      })
    expect((await ask('-0')).status).toBe(200)
    const account = { kind: 'stock', owner: 'WAT', place: 'A-01' } as const
    expect((await warehouse.balance(barcodeOf(3), account)).qty).toBe(0)
    expect((await ask('1e2')).status).toBe(200)
    expect((await warehouse.balance(barcodeOf(3), account)).qty).toBe(100)
  })

  test('the ledger is valid after all requests', async (context) => {
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
    addFigure(context, `numbers tried: ${tried}; taken: ${accepted.length}`)
  })
})
