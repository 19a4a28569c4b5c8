// Makes every call of the specification as the client does, without a browser.

import type { Perform } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import { adjustmentRequests, trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Document, HeaderValues, Line, Place } from '#core/kinds/document.ts'
import { kinds } from '#core/kinds/index.ts'
import { judgeLine } from '#core/kinds/judge.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { growerStock, issuedStock, lineFor, plantStock } from '#core/kinds/stock.ts'
import { prepareCall } from '#core/wire/calls.ts'
import type { ModeId } from '#core/wire/constants.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import { savePrinterRequest } from '#features/printing/client/save-printer.ts'
import { preparePrintCall } from '#features/printing/common/print-calls.ts'

const place: Place = { location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }
const mode: ModeId = 'inventory'
const by = { user: 'pia.picker', at: '2026-03-04T08:00:00.000Z' }

/** The work that the app reported as failed, with its message. */
export type Failures = readonly string[]

/** Does the work of the shift and returns the reported failures. */
export async function workShift(perform: Perform): Promise<Failures> {
  const failures: string[] = []
  const fail = (what: string, says: string) => {
    failures.push(`${what}: ${says}`)
  }
  const get = async <Answer>(what: string, call: PreparedCall<Answer>): Promise<Answer | undefined> => {
    const result = await perform(call)
    if (!result.ok) fail(what, `${result.error.code} ${result.error.detail}`.trim())
    return result.ok ? result.value : undefined
  }
  const expectAccepted = async (
    what: string,
    call: PreparedCall<{ readonly ok: boolean; readonly message: string }>,
  ) => {
    const reply = await get(what, call)
    if (reply && !reply.ok) fail(what, `'${reply.message}'`)
  }
  const reload = async (kind: Kind, number: string): Promise<Document> => {
    const found = await get(`${kind.kind} ${number}`, kind.wire.detail(place, mode, number))
    if (!found) throw new Error('stops here')
    return found
  }
  const create = async (kind: Kind, values: HeaderValues): Promise<string> => {
    const asked = kind.wire.save(place, mode, { type: 'header', values, document: null })
    const saved = await get(`create ${kind.kind}`, asked)
    if (saved && !saved.ok) fail(`create ${kind.kind}`, `'${saved.message}'`)
    return saved?.number ?? ''
  }
  const step = async (kind: Kind, document: Document, name: string, line: Line, quantity: number) => {
    const what = `${name} line of ${kind.kind}`
    const saved = await get(
      what,
      kind.wire.save(place, mode, { type: 'line', step: name, document, line, quantity }),
    )
    const judgement = saved && judgeLine(saved, line.barcode)
    if (judgement && judgement.type !== 'done') fail(what, JSON.stringify(judgement))
    return reload(kind, document.number ?? '')
  }
  const end = async (kind: Kind, document: Document, name: string) => {
    const saved = await get(
      `${name} ${kind.kind}`,
      kind.wire.save(place, mode, { type: 'document', step: name, document }),
    )
    if (saved && !saved.ok) fail(`${name} ${kind.kind}`, `'${saved.message}'`)
    return reload(kind, document.number ?? '')
  }
  const remove = async (kind: Kind, document: Document) => {
    const [line] = document.lines
    if (line) await expectAccepted(`delete line of ${kind.kind}`, kind.wire.deleteLine(mode, document, line))
  }

  // A part ends early if its document cannot be read.
  const part = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      fail(what, error instanceof Error ? error.message : String(error))
    }
  }

  // ---- master data, loaded before work
  await get('userroles', sources.permissions('pia.picker').ask)
  await get('userdcs', sources.userLocations('pia.picker').ask)
  await get('warehouse', sources.locations().ask)
  await get('trimseasons', sources.seasons().ask)
  await get('trimtype', sources.trimTypes().ask)
  await get('grower', sources.growers().ask)
  await get('nursery', sources.nurseries().ask)
  await get('variety', sources.varieties('RASP').ask)
  await get('reasoncode', sources.reasonCodes('DUMP').ask)
  await get('printservers', sources.printServers(place.location).ask)
  const stored = {
    returnedfromtype: 'Grower',
    commodity: 'RASP',
    trimseasonid: place.season.id,
    inventoryeffect: 'GROWERSTORAGE',
    inventorylocation: place.location,
  } as const
  await get(
    'growers',
    prepareCall('growers', { query: stored }, ({ Result }) => Result),
  )

  // ---- lists
  for (const kind of [
    kinds.issuance,
    kinds.dump,
    kinds.return,
    kinds.transfer,
  ] as const satisfies readonly Kind[]) {
    for (const { id } of kind.modes.inventory.lists) {
      const page = { view: id, all: false, offset: 0, limit: 25 }
      await get(`list of ${kind.kind}`, (kind as Kind).wire.list(place, mode, page))
    }
  }

  // ---- stock
  const page = { offset: 0, limit: 25 }
  const found = await get(
    'stock',
    plantStock(place, { stockType: 'COMMERCIAL', variety: 'MAR', trimType: 'BARE ROOT', page }),
  )
  await get('stock of nothing', plantStock(place, { barcode: 'X000000000', known: true }))
  await get('grower stock', growerStock(place, '41', { barcode: 'R000000004', page }))
  const issued = await get(
    'issued',
    issuedStock(place, '41', { stockType: 'COMMERCIAL', barcode: 'R000000002' }),
  )
  const [record] = found?.records ?? []
  const [back] = issued?.records ?? []
  if (!record || !back) throw new Error('No stock was found')
  await expectAccepted('adjust', trimAdjustment.adjust(place, mode, record, 480, 'COUNT', by))

  // ---- an issuance: one new, one from the seed
  await part('issuance', async () => {
    const issuing = kinds.issuance as Kind
    const tag = await create(issuing, {
      IssueToType: 'Grower',
      IssueToNbr: '41',
      EntityName: 'Hill Farm',
      InventoryLocation: 'WH1',
      IssueDate: '2026-03-04',
      GrowingDistrict: 'N1',
      VendorInvoiceAccNum: 'V-41',
      PickUpLocationId: 'WH1',
    })
    let issuance = await reload(issuing, tag)
    issuance = await step(issuing, issuance, 'order', lineFor(record, 20), 20)
    if (issuance.lines[0]) issuance = await step(issuing, issuance, 'pick', issuance.lines[0], 18)
    issuance = await end(issuing, issuance, 'ship')
    const seeded = await reload(issuing, '10000001')
    const values = { ...seeded.header, Comments: 'Call before noon' }
    await get('edit issuance', issuing.wire.save(place, mode, { type: 'header', values, document: seeded }))
    await remove(issuing, seeded)
  })

  // ---- a dump
  await part('dump', async () => {
    const dumping = kinds.dump as Kind
    let dump = await reload(
      dumping,
      await create(dumping, {
        AuthorizedBy: 'Ada Admin',
        AuthorizedDate: '2026-03-04',
        DumpWarehouse: 'WH1',
      }),
    )
    dump = await step(dumping, dump, 'save', { ...lineFor(record, 3), reason: 'MOULD' }, 3)
    let old = await reload(dumping, '40000001')
    if (old.lines[0]) old = await step(dumping, old, 'dump', old.lines[0], 5)
    await end(dumping, old, 'complete')
    await remove(dumping, dump)
  })

  // ---- a return
  await part('return', async () => {
    const returning = kinds.return as Kind
    let returned = await reload(
      returning,
      await create(returning, {
        ReturnedFromNbr: '41',
        ReturnedFromType: 'Grower',
        EntityName: 'Hill Farm',
        InventoryEffect: 'GROWERSTORAGE',
        ReturnedDate: '2026-03-04',
        ReturnWarehouse: 'WH1',
      }),
    )
    returned = await step(returning, returned, 'save', { ...lineFor(back, 4), reason: 'COUNT' }, 4)
    const before = await reload(returning, '30000001')
    await end(returning, before, 'post')
    await remove(returning, returned)
  })

  // ---- transfers: one leaves, one arrives
  await part('transfer', async () => {
    const moving = kinds.transfer as Kind
    let leaving = await reload(
      moving,
      await create(moving, {
        OriginLocationID: 'WH1',
        DestinationLocationID: 'WH2',
        ExpectedShipDate: '2026-03-04',
        ExpectedArrivalDate: '2026-03-05',
      }),
    )
    leaving = await step(moving, leaving, 'order', lineFor(record, 30), 30)
    let arriving = await reload(moving, '20000001')
    if (arriving.lines[0]) arriving = await step(moving, arriving, 'receive', arriving.lines[0], 44)
    await end(moving, arriving, 'complete')
    await remove(moving, leaving)
  })

  // ---- adjustment requests
  await get('adjustment requests', adjustmentRequests.list(place))
  const request = await get('adjustment request', adjustmentRequests.detail('50000001'))
  const [first] = request?.lines ?? []
  if (request && first) await expectAccepted('accept', adjustmentRequests.decide(request, first, 'accept'))

  // ---- printing
  const printer = { PrintServer: 'pc-2', Port: '12212', PrintLocation: 'Zebra' }
  await get(
    'add a print server',
    savePrinterRequest(null, printer, { location: place.location, format: 'PDF', own: null }),
  )
  await get(
    'remove a print server',
    preparePrintCall(
      'printservers.delete',
      { params: { id: '91' }, query: { changed: 'then' } },
      ({ Message }) => Message,
    ),
  )
  const asked = { reportname: 'Transfers', refnbr: '20000001', identifier: 'WH1' } as const
  const file = await get(
    'report',
    preparePrintCall('printreport', { query: asked }, (answer) => answer),
  )
  if (file?.FileData === '') fail('report', 'no file')
  return failures
}
