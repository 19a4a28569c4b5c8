import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFigure } from '#tests/support/figure.ts'
import { isHidden } from '#tests/support/hidden.ts'
import { openPlaces, type Place, type Places } from './places.ts'

// Uses line IDs of another document and numbers of another kind. sam.super has all rights and ada.admin all
// except at OXN, so only the mismatch of the IDs can cause the refusal.

let places: Places
let tried = 0
beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places.warehouse.close())

const readBooks = async () => {
  const { rows } = await places.warehouse.database.pool.query(`
    select (select json_agg(line order by id) from (select id, number, status, ordered, picked, received, held from document_line) as line) as lines,
      (select json_agg(each order by number) from (select number, status, owned_by from document) as each) as documents,
      (select count(*)::int from movement) as movements, (select sum(reserved)::int from balance) as reserved`)
  return rows[0]
}

// Makes a call that must change nothing: the whole call is refused, or its line is.
async function expectRefused(username: string, method: string, path: string, body?: unknown): Promise<void> {
  const before = await readBooks()
  const response = await places.warehouse.call(username, method, path, {
    ...(body !== undefined && { body }),
  })
  tried += 1
  const answer = await response.text()
  const where = `${username} ${method} ${path}: ${response.status} ${answer.slice(0, 300)}`
  expect(await readBooks(), where).toEqual(before)
  expect(response.status, where).not.toBe(500)
  if (response.ok)
    expect(answer, where).not.toMatch(/(RESERVED|PICKED|SHIPPED|RECEIVED|OPEN|DUMPED|COUNTED) successfully/)
}

// Whether the answer is the one for a missing document.
async function isHiddenFrom(username: string, path: string): Promise<boolean> {
  const response = await places.warehouse.call(username, 'GET', path)
  return response.status === 404 || isHidden({ status: response.status, body: await response.json() })
}

const kinds = ['issuance', 'transfer', 'dump', 'count', 'return'] as const
type Kind = (typeof kinds)[number]
const season = { TrimSeasonID: 'S1', StorageType: 'INVENTORY' }

// The save of one line, for the document with this number.
const saveOf = (kind: Kind, number: string, id: string, barcode: string, { location, shelf }: Place) => {
  const line = { ID: id, BarcodeID: barcode }
  switch (kind) {
    case 'issuance':
      return [
        'issuance',
        {
          IssuanceHeader: {
            ...season,
            TagNbr: number,
            IssueToType: 'Grower',
            IssueToNbr: 'G1',
            Status: 'RESERVED',
            InventoryLocation: location,
          },
          InventoryLines: [{ ...line, Status: 'PICKED', PickQty: 1 }],
        },
      ] as const
    case 'transfer':
      return [
        'transfers',
        {
          TransferHeader: {
            ...season,
            TransferNbr: number,
            OriginLocationID: location,
            DestinationLocationID: location === 'OXN' ? 'FAR' : 'SAL',
            ExpectedShipDate: '2026-11-21',
            ExpectedArrivalDate: '2026-11-22',
            Status: 'RESERVED',
          },
          TransferLines: [{ ...line, Status: 'PICKED', PickQty: 1 }],
        },
      ] as const
    case 'dump':
      return [
        'dump',
        {
          DumpHeader: {
            ...season,
            LogNbr: number,
            Status: 'OPEN',
            AuthorizedBy: 'M',
            AuthorizedDate: '2026-11-21',
            DumpWarehouse: location,
          },
          DumpLogLines: [{ ...line, Status: 'DUMPED', DumpQty: 1, ReasonCode: 'DISEASE' }],
        },
      ] as const
    case 'count':
      return [
        'count',
        {
          CountHeader: {
            ...season,
            CountNbr: number,
            Status: 'OPEN',
            Scope: 'SHELF',
            Shelf: shelf,
            Blind: 'YES',
            ReasonCode: 'UNSOLD',
            InventoryLocation: location,
          },
          CountLines: [{ ...line, Status: 'COUNTED', CountedQty: 3 }],
        },
      ] as const
    case 'return':
      return [
        'return',
        {
          ReturnHeader: {
            ...season,
            LogNbr: number,
            ReturnedFromNbr: 'G1',
            ReturnedFromType: 'Grower',
            ReturnWarehouse: location,
            InventoryEffect: 'GROWERSTORAGE',
            PostStatus: 'OPEN',
          },
          ReturnLogLines: [{ ...line, Status: 'OPEN', UpdateQty: 1, ReasonCode: 'UNSOLD' }],
        },
      ] as const
  }
}
const deletionOf = (kind: Kind, number: string, id: string): string =>
  ({
    issuance: `issuancedetail?id=${id}&tagnbr=${number}`,
    transfer: `transferlines/${id}?transfernbr=${number}`,
    dump: `dumplogline/${id}?lognbr=${number}`,
    count: `countline/${id}?countnbr=${number}`,
    return: `returnlogline/${id}?lognbr=${number}`,
  })[kind]
const detailOf = (kind: Kind, number: string) => `${kind === 'transfer' ? 'transfers' : kind}/${number}`

describe('Abuse 2: swapped ids', () => {
  test.each(kinds)('%s: a line of another document is neither changed nor deleted', async (kind) => {
    const [own, foreign, far] = [
      await places.createDocument(kind, places.own),
      await places.createDocument(kind, places.own),
      await places.createDocument(kind, places.other),
    ]
    const otherKinds = kinds.filter((other) => other !== kind)
    const lines = [foreign.line, far.line]
    for (const other of otherKinds) lines.push((await places.createDocument(other, places.own)).line)
    for (const line of lines) {
      for (const username of ['sam.super', 'ada.admin']) {
        const [path, body] = saveOf(kind, own.number, line, places.own.barcode, places.own)
        await expectRefused(username, 'POST', path, body)
        // A transfer's line is identified by its ID alone: deleting a foreign line is correct for a person
        // with rights there.
        const ofTransfer =
          kind === 'transfer' && (line === foreign.line || (line === far.line && username === 'sam.super'))
        if (!ofTransfer) await expectRefused(username, 'DELETE', deletionOf(kind, own.number, line))
      }
    }
    expect(tried).toBeGreaterThan(lines.length)
  })

  test.each(kinds)(
    '%s: the number of another kind, and one of another location, is not found',
    async (kind) => {
      const own = await places.createDocument(kind, places.own)
      for (const other of kinds.filter((each) => each !== kind)) {
        const foreign = await places.createDocument(other, places.own)
        const [path, body] = saveOf(kind, foreign.number, own.line, places.own.barcode, places.own)
        await expectRefused('sam.super', 'POST', path, body)
        expect(await isHiddenFrom('sam.super', detailOf(kind, foreign.number))).toBe(true)
      }
      const far = await places.createDocument(kind, places.other)
      // With the header of the person's own location, and with that of the document.
      for (const at of [places.own, places.other]) {
        const [path, body] = saveOf(kind, far.number, far.line, places.other.barcode, at)
        await expectRefused('ada.admin', 'POST', path, body)
      }
      expect(await isHiddenFrom('ada.admin', detailOf(kind, far.number))).toBe(true)
      await expectRefused('ada.admin', 'POST', 'owner', { Number: far.number })
    },
  )

  test('a request is decided by its own line only', async () => {
    const [one, two, far] = [
      await places.createDocument('request', places.own),
      await places.createDocument('request', places.own),
      await places.createDocument('request', places.other),
    ]
    const decide = (number: string, line: string) => ({
      Adjustment: { RequestID: number, Status: 'CLOSED', TrimSeason: 'S1' },
      AdjustmentLine: {
        LineID: line,
        BarcodeID: places.own.barcode,
        ShippedQty: 2,
        ReceivedQty: 1,
        Qty: 60,
        Status: 'ACCEPT',
      },
    })
    await expectRefused('sam.super', 'POST', 'adjustmentrequest', decide(one.number, two.line))
    await expectRefused('sam.super', 'POST', 'adjustmentrequest', decide(one.number, far.line))
    await expectRefused('ada.admin', 'POST', 'adjustmentrequest', decide(far.number, far.line))
    await expectRefused('ada.admin', 'POST', 'adjustmentrequest', decide(far.number, one.line))
    await expectRefused('sam.super', 'POST', 'adjustmentrequest', decide(places.own.issuance, one.line))
    expect(tried).toBeGreaterThan(4)
  })

  test('an inventory document is not found as grower storage, nor in a report of another kind', async (context) => {
    const { own } = places
    for (const path of [
      `issuance/${own.issuance}?storagetype=GROWERSTORAGE`,
      `dump/${own.dump}?storagetype=GROWERSTORAGE`,
      `printreport?reportname=Transfers&refnbr=${own.issuance}`,
      `printreport?reportname=Grower%20Issuance&refnbr=${own.dump}`,
      `printreport?reportname=Grower%20Storage%20Dump&refnbr=${own.dump}`,
    ]) {
      tried += 1
      expect([path, await isHiddenFrom('sam.super', path)]).toEqual([path, true])
    }
    await expectRefused(
      'sam.super',
      'DELETE',
      `issuancedetail?id=1&tagnbr=${own.issuance}&storagetype=GROWERSTORAGE`,
    )
    addFigure(context, `calls tried: ${tried}; effects: 0`)
  })
})
