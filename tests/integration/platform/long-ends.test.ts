import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockAccount } from '#core/kinds/accounts.ts'
import type { Document, Line } from '#core/kinds/document.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { openWarehouse, plant, type Warehouse } from '#tests/support/warehouse.ts'

// Tests the last step of each kind on a document of 10,000 lines, with the app's own bodies. The step is
// refused if a line has changed, and accepted with the current lines.

const MANY = 10_000
const AT_ONCE = 2000
const TIMEOUT = 120_000
const barcodes = Array.from({ length: MANY }, (_, at) => `L${String(at + 1).padStart(9, '0')}`)
const season = { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' }

let warehouse: Warehouse
beforeAll(async () => {
  const account = stockAccount('WAT', 'Z-01')
  warehouse = await openWarehouse(
    barcodes.map((barcode) => ({ plant: plant(barcode), account, quantity: 100 })),
  )
})
afterAll(() => warehouse.close())

const call = async (ask: Pick<PreparedCall<unknown>, 'input'>, path: string) =>
  warehouse.clerk('sam.super').call<Record<string, unknown>>('POST', path, { body: ask.input.body })

// A document of one kind, as its page uses it.
const longDocument = (kind: Kind, location: string, header: Readonly<Record<string, string>>) => {
  const place = { location, season }
  const { path } = kind.calls.save
  let number = ''
  const read = async (): Promise<Document> => {
    const detail = kind.wire.detail(place, 'inventory', number)
    const { query } = detail.input as { readonly query: Readonly<Record<string, unknown>> }
    const address = kind.calls.detail.path.replace(/\{\w+\}/, number)
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
    const { body } = await warehouse.clerk('sam.super').get(address, Object.fromEntries(parameters))
    const document = detail.read(body as never, body)
    if (!document) throw new Error(`${number} is not there`)
    return document
  }
  const body = (status: string, lines: readonly object[]) => ({
    input: {
      body: {
        [kind.names.header]: {
          ...header,
          TrimSeasonID: season.id,
          [fieldNameOf(kind.header, 'number')]: number || null,
          [fieldNameOf(kind.header, 'status')]: status,
        },
        [kind.names.sent]: lines,
      },
    },
  })
  return {
    read,
    create: async () => {
      const { status, body: reply } = await call(body('OPEN', []), path)
      expect([kind.kind, status]).toEqual([kind.kind, 200])
      number = String(reply[kind.names.number])
    },
    /** Takes a step on all lines, with as many per save as allowed. */
    steps: async (status: string, lineOf: (line: Pick<Line, 'id' | 'barcode'>) => object, isNew = false) => {
      const lines = isNew ? barcodes.map((barcode) => ({ id: null, barcode })) : (await read()).lines
      for (let at = 0; at < MANY; at += AT_ONCE) {
        const sent = lines
          .slice(at, at + AT_ONCE)
          .map((line) => ({ ID: line.id, BarcodeID: line.barcode, ...lineOf(line) }))
        const answer = await call(body(status, sent), path)
        expect([kind.kind, answer.status]).toEqual([kind.kind, 200])
      }
    },
    line: async (status: string, line: object) =>
      expect((await call(body(status, [line]), path)).status).toBe(200),
    end: (step: string, document: Document) =>
      call(kind.wire.save(place, 'inventory', { type: 'document', step, document }), path),
  }
}

// Ends the document: refused if a line has changed since it was read, then accepted in one small body.
const endsOnce = async (
  long: ReturnType<typeof longDocument>,
  step: string,
  [from, to]: readonly [string, string],
  change: (line: Line) => object,
) => {
  const seen = await long.read()
  expect(seen.lines).toHaveLength(MANY)
  const [first] = seen.lines
  if (!first) throw new Error('It has no lines')
  await long.line(from, { ID: first.id, BarcodeID: first.barcode, ...change(first) })
  expect(await long.end(step, seen)).toMatchObject({
    status: 409,
    body: { code: 'state_conflict', state: { refusal: { code: 'documentChanged' } } },
  })
  expect((await long.read()).status).toBe(seen.status)
  expect((await long.end(step, await long.read())).status).toBe(200)
  const ended = await long.read()
  expect(ended.status).toBe(to)
  expect(ended.lines).toHaveLength(MANY)
  return ended
}

const isOdd = (barcode: string) => Number(barcode.slice(1)) % 2 === 1

test(
  'a transfer is shipped and received, and its discrepancies open a request',
  async () => {
    const long = longDocument(kinds.transfer, 'WAT', {
      OriginLocationID: 'WAT',
      DestinationLocationID: 'SAL',
      ExpectedShipDate: '2026-11-21',
      ExpectedArrivalDate: '2026-11-22',
    })
    await long.create()
    const from = { StorageLocation: 'Z-01' }
    await long.steps('RESERVED', () => ({ Status: 'RESERVED', OrderQty: 10, ...from }), true)
    await long.steps('RESERVED', () => ({ Status: 'PICKED', PickQty: 10 }))
    await endsOnce(long, 'ship', ['RESERVED', 'SHIPPED'], () => ({ Status: 'PICKED', PickQty: 9 }))
    await long.steps('SHIPPED', ({ barcode }) => ({
      Status: 'RECEIVED',
      ReceiveQty: isOdd(barcode) ? 8 : 10,
    }))
    const received = await endsOnce(long, 'complete', ['SHIPPED', 'RECEIVED'], () => ({
      Status: 'RECEIVED',
      ReceiveQty: 7,
    }))
    expect(received.header['RequestID']).not.toBe('')
    const { rows } = await warehouse.database.pool.query(
      'select count(*)::int as n, sum(picked - received)::int as missing from document_line where number = $1',
      [Number(received.header['RequestID'])],
    )
    expect(rows).toEqual([{ n: MANY / 2, missing: 4999 * 2 + 2 }])
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  },
  TIMEOUT,
)

test(
  'an issuance is shipped, and a return of all its plants is posted',
  async () => {
    const header = { InventoryLocation: 'WAT', IssueToType: 'Grower', IssueToNbr: 'G1' }
    const issued = longDocument(kinds.issuance, 'WAT', header)
    await issued.create()
    const from = { StorageLocation: 'Z-01' }
    await issued.steps('RESERVED', () => ({ Status: 'RESERVED', OrderQty: 10, ...from }), true)
    await issued.steps('RESERVED', () => ({ Status: 'PICKED', PickQty: 10 }))
    expect((await issued.end('ship', await issued.read())).status).toBe(200)

    const back = longDocument(kinds.return, 'WAT', {
      ReturnWarehouse: 'WAT',
      ReturnedFromNbr: 'G1',
      ReturnedFromType: 'Grower',
      InventoryEffect: 'GROWERSTORAGE',
    })
    await back.create()
    const line = { Status: 'OPEN', OrderQty: 10, ReasonCode: 'UNSOLD' }
    await back.steps('OPEN', () => line, true)
    await endsOnce(back, 'post', ['OPEN', 'POSTED'], () => ({ ...line, OrderQty: 9, UpdateQty: 9 }))
    const account = { kind: 'grower-storage', owner: 'WAT', place: 'G1' } as const
    expect(await warehouse.balance(barcodes[0] ?? '', account)).toEqual({ qty: 9, reserved: 0 })
    expect(await warehouse.balance(barcodes.at(-1) ?? '', account)).toEqual({ qty: 10, reserved: 0 })
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  },
  TIMEOUT,
)

test(
  'a dump is completed',
  async () => {
    const long = longDocument(kinds.dump, 'WAT', {
      DumpWarehouse: 'WAT',
      AuthorizedBy: 'Lena',
      AuthorizedDate: '2026-11-21',
    })
    await long.create()
    const line = { DumpQty: 1, ReasonCode: 'FROST', StorageLocation: 'Z-01' }
    await long.steps('OPEN', () => ({ ...line, Status: 'OPEN' }), true)
    await long.steps('OPEN', ({ barcode }) =>
      barcode === barcodes[0] ? { ...line, Status: 'OPEN' } : { ...line, Status: 'DUMPED' },
    )
    await endsOnce(long, 'complete', ['OPEN', 'DUMPED'], () => ({ ...line, Status: 'DUMPED' }))
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  },
  TIMEOUT,
)

test(
  'a count is closed, and its variances are posted',
  async () => {
    const long = longDocument(kinds.count, 'WAT', {
      InventoryLocation: 'WAT',
      Scope: 'SHELF',
      Shelf: 'Z-01',
      Blind: 'NO',
      ReasonCode: 'OPENING',
    })
    await long.create()
    const { rows } = await warehouse.database.pool.query<{ barcode: string; qty: string }>(
      `select barcode, qty from balance where kind = 'stock' and owner = 'WAT' and place = 'Z-01'`,
    )
    const quantities = new Map(rows.map(({ barcode, qty }) => [barcode, Number(qty)]))
    const counted = (barcode: string) => (quantities.get(barcode) ?? 0) - (isOdd(barcode) ? 1 : 0)
    await long.steps('OPEN', ({ barcode }) => ({ Status: 'COUNTED', CountedQty: counted(barcode) }), true)
    await endsOnce(long, 'close', ['OPEN', 'CLOSED'], ({ barcode }) => ({
      Status: 'COUNTED',
      CountedQty: counted(barcode) - 1,
    }))
    const account = stockAccount('WAT', 'Z-01')
    const [first = '', second = ''] = barcodes
    expect(await warehouse.balance(first, account)).toMatchObject({ qty: counted(first) - 1 })
    expect(await warehouse.balance(second, account)).toMatchObject({ qty: counted(second) })
    expect(await findBrokenInvariants(warehouse.database.pool)).toEqual([])
  },
  TIMEOUT,
)
