import { afterAll, beforeAll, expect, test } from 'vitest'
import { barcodeOf, type Clerk, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

// Requests of other apps that follow the specification: parameter names in any case, numbers or null in
// fields, and a transfer without its location.

let warehouse: Warehouse
let ravi: Clerk
beforeAll(async () => {
  warehouse = await openWarehouse()
  ravi = warehouse.clerk('sam.super')
})
afterAll(() => warehouse.close())

interface Listed {
  readonly Records: readonly Readonly<Record<string, string>>[]
  readonly TotalRowCount: number
}

const transferHeader = {
  TransferNbr: null,
  OriginLocationID: 'WAT',
  DestinationLocationID: 'SAL',
  ExpectedShipDate: '2026-03-02',
  ExpectedArrivalDate: '2026-03-03',
  Status: 'OPEN',
  TrimSeasonID: 'S1',
}

test('parameter names are accepted in any case', async () => {
  const tag = await ravi.create()
  const listed = await ravi.get<Listed>('issuance', {
    TrimSeasonId: 'S1',
    InventoryLocation: 'WAT',
    STATUS: 'OPEN',
    Limit: '100',
  })
  expect(listed.status).toBe(200)
  expect(listed.body.Records.map(({ TagNbr }) => TagNbr)).toContain(tag)
  expect(new Set(listed.body.Records.map(({ Status }) => Status))).toEqual(new Set(['OPEN']))
})

test('a transfer is found by its number without a location, if the person may see it', async () => {
  const made = await ravi.call<{ TransferNbr: string }>('POST', 'transfers', {
    body: {
      TransferHeader: transferHeader,
      TransferLines: [],
    },
  })
  const { TransferNbr } = made.body
  const byNumber = async (clerk: Clerk, query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await clerk.get<Listed>('transfers', {
      trimseasonid: 'S1',
      transfernbr: TransferNbr,
      ...query,
    })
    return { status, numbers: (body.Records ?? []).map((record) => record['TransferNbr']) }
  }
  expect(await byNumber(ravi)).toEqual({ status: 200, numbers: [TransferNbr] })
  expect(await byNumber(ravi, { status: 'SHIPPED' })).toEqual({ status: 200, numbers: [] })
  expect(await byNumber(ravi, { transfernbr: '99999999' })).toEqual({ status: 200, numbers: [] })
})

test('nulls and numbers are accepted where the specification allows them', async () => {
  const saved = await ravi.call<{ TagNbr: string; InventoryLines: readonly { Message: string }[] }>(
    'POST',
    'issuance',
    {
      body: {
        IssuanceHeader: {
          TagNbr: null,
          IssueToType: 'Grower',
          IssueToNbr: 'G1',
          ReferenceNbr: null,
          Comments: null,
          InventoryLocation: 'WAT',
          IssueDate: null,
          Status: 'RESERVED',
          StorageType: 'INVENTORY',
          TrimSeasonID: 'S1',
          CreatedBy: null,
          CreatedDateTime: null,
        },
        InventoryLines: [
          {
            ID: null,
            BarcodeID: barcodeOf(1),
            Qty: 3,
            UpdateQty: null,
            OrderQty: 3,
            PickQty: null,
            IsReplant: null,
            Status: 'RESERVED',
            StorageLocation: 'A-01',
          },
        ],
      },
    },
  )
  expect(saved.status).toBe(200)
  expect(saved.body.InventoryLines.map(({ Message }) => Message)).toEqual([
    'Inventory Line RESERVED successfully',
  ])
  // Grower 41 does not exist here: the number is accepted as a type and refused as an unknown grower.
  const numeric = await ravi.call<{ errors: readonly { path: string; expected: string }[] }>(
    'POST',
    'issuance',
    {
      body: {
        IssuanceHeader: {
          TagNbr: null,
          IssueToType: 'Grower',
          IssueToNbr: 41,
          InventoryLocation: 'WAT',
          Status: 'OPEN',
          TrimSeasonID: 'S1',
        },
        InventoryLines: [],
      },
    },
  )
  expect(JSON.stringify(numeric.body)).toContain('expected an active grower')
  expect(JSON.stringify(numeric.body)).not.toContain('string')
})
