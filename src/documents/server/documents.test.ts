import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { dumpedAccount, issuedAccount, stockAccount, transitAccount } from '#core/kinds/accounts.ts'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { linesOf, textOf, type Values } from '#core/kinds/values.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type Memory, memoryWarehouse, personWith } from '#tests/support/memory-ports.ts'
import { deleteDocumentLine, listDocuments, readDocument, saveBody } from './documents.ts'

const A = 'A000000001'
const B = 'B000000001'
const shelf = stockAccount('WAT', 'A-01')

const headers: Readonly<Record<string, Values>> = {
  issuance: { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT' },
  transfer: {
    OriginLocationID: 'WAT',
    DestinationLocationID: 'SAL',
    ExpectedShipDate: '2026-11-21',
    ExpectedArrivalDate: '2026-11-22',
  },
  dump: { AuthorizedBy: 'M. Reyes', AuthorizedDate: '2026-11-21', DumpWarehouse: 'WAT' },
  return: {
    ReturnedFromNbr: 'G1',
    ReturnWarehouse: 'WAT',
    InventoryEffect: 'DUMP',
  },
}

interface Answer {
  readonly number: string
  readonly message: string
  readonly lines: readonly Values[]
}

// Sends a body through its schema like the app. A refusal of the whole request returns the problem's code.
async function send(
  { ports }: Memory,
  kind: Kind,
  status: string,
  lines: readonly Values[],
  change: Values = {},
  person = personWith(),
): Promise<Answer | string> {
  const { header, sent, number, replied } = kind.names
  const statusName = Object.entries(kind.header).find(([, { role }]) => role === 'status')?.[0] ?? ''
  const body = {
    [header]: { ...headers[kind.kind], TrimSeasonID: 'S1', [statusName]: status, ...change },
    [sent]: lines,
  }
  if (!kind.calls.save.body) throw new Error('Nothing can be saved')
  const saved = await saveBody(ports, person, kind, v.parse(kind.calls.save.body, body))
  if (!saved.ok) return saved.error.code
  const answered = saved.value
  return {
    number: textOf(answered[number]),
    message: textOf(answered.Message),
    lines: linesOf(answered, replied),
  }
}

// Sends a body that must succeed.
async function sent(...of: Parameters<typeof send>): Promise<Answer> {
  const answer = await send(...of)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const line = (BarcodeID: string, Status: string, UpdateQty: number, more: Values = {}): Values => ({
  BarcodeID,
  Status,
  UpdateQty,
  ...more,
})

describe('an issuance', () => {
  it('reserves ordered plants, moves picked plants and reports the result of each line', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const created = await sent(memory, kinds.issuance, 'OPEN', [])
    const TagNbr = created.number
    const ordered = await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'RESERVED', 40)], { TagNbr })
    expect(ordered.lines).toMatchObject([{ Message: 'Inventory Line RESERVED successfully', Qty: 40 }])
    expect(memory.balance(A, shelf)).toMatchObject({ qty: 100, reserved: 40 })
    const [{ ID } = {}] = ordered.lines
    expect(await send(memory, kinds.issuance, 'SHIPPED', [], { TagNbr })).toBe('state_conflict')
    await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'PICKED', 38, { ID })], { TagNbr })
    await sent(memory, kinds.issuance, 'SHIPPED', [], { TagNbr })
    expect(memory.balance(A, shelf)).toMatchObject({ qty: 62, reserved: 0 })
    expect(memory.balance(A, issuedAccount('Grower', 'G1'))).toMatchObject({ qty: 38 })
    expect(memory.movements).toMatchObject([{ qty: 38, cause: { document: { number: TagNbr } } }])
  })

  it('refuses a line that has too few plants and saves the others', async () => {
    const memory = memoryWarehouse({ [A]: 10, [B]: 100 })
    const { number, lines } = await sent(memory, kinds.issuance, 'RESERVED', [
      line(A, 'RESERVED', 11),
      line(B, 'RESERVED', 11),
      line('X000000001', 'RESERVED', 1),
    ])
    expect(lines.map(({ Message }) => Message)).toEqual([
      'Insufficient quantity',
      'Inventory Line RESERVED successfully',
      'Inventory Not found',
    ])
    expect(memory.document(number).lines.map(({ barcode }) => barcode)).toEqual([B])
  })

  it('reports the first user’s change of a line to the second user', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const { number: TagNbr, lines } = await sent(memory, kinds.issuance, 'RESERVED', [
      line(A, 'RESERVED', 40),
    ])
    const seen = { ID: lines[0]?.ID, SeenStatus: 'RESERVED', SeenQty: 30 }
    const late = await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'RESERVED', 50, seen)], { TagNbr })
    expect(late.lines).toMatchObject([{ Message: `${A} was changed meanwhile: RESERVED 40` }])
    expect(memory.balance(A, shelf)).toMatchObject({ reserved: 40 })
  })

  it('returns to OPEN without reservations when its last line is deleted', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const { number, lines } = await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'RESERVED', 40)])
    const wanted = { id: textOf(lines[0]?.ID), number, storageType: 'INVENTORY' } as const
    const deleted = await deleteDocumentLine(memory.ports, personWith(), kinds.issuance, wanted)
    expect(deleted).toMatchObject({ ok: true, value: { Message: 'Inventory line deleted from Issuance' } })
    expect(memory.document(number)).toMatchObject({ status: 'OPEN', lines: [] })
    expect(memory.balance(A, shelf)).toMatchObject({ reserved: 0 })
  })

  it('keeps its lines if only the number matches the requested document', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const { number, lines } = await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'RESERVED', 40)])
    const { DocumentUUID: uuid = '' } = memory.document(number).header
    const wanted = { id: textOf(lines[0]?.ID), number, storageType: 'INVENTORY' } as const
    const remove = (of: string) =>
      deleteDocumentLine(memory.ports, personWith(), kinds.issuance, { ...wanted, uuid: of })
    expect(await remove('00000000-0000-4000-8000-000000000000')).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
    expect(memory.balance(A, shelf)).toMatchObject({ reserved: 40 })
    expect(await remove(uuid)).toMatchObject({ ok: true })
  })

  it('refuses a change of type, location or season, and an inactive destination', async () => {
    const memory = memoryWarehouse({})
    const { number: TagNbr } = await sent(memory, kinds.issuance, 'OPEN', [])
    const edit = (change: Values) => send(memory, kinds.issuance, 'OPEN', [], { TagNbr, ...change })
    expect(await edit({ IssueToType: 'Nursery' })).toBe('malformed_request')
    expect(await edit({ InventoryLocation: 'SAL' })).toBe('malformed_request')
    expect(await edit({ IssueToNbr: 'X9' })).toBe('malformed_request')
    expect(await edit({ TrimSeasonID: 'S2' })).toBe('malformed_request')
    expect(await edit({ IssueToNbr: 'G2' })).toMatchObject({ number: TagNbr })
  })

  it('lists open documents by default, and only at the user’s locations', async () => {
    const memory = memoryWarehouse({})
    const { number: TagNbr } = await sent(memory, kinds.issuance, 'OPEN', [])
    await sent(memory, kinds.issuance, 'CANCELLED', [], { TagNbr })
    await sent(memory, kinds.issuance, 'OPEN', [])
    const list = async (query: Values, person = personWith()) => {
      const page = { offset: 0, limit: 25, trimseasonid: 'S1', inventorylocation: 'WAT' }
      const listed = await listDocuments(memory.ports, person, kinds.issuance, { ...page, ...query })
      return listed.ok ? listed.value.TotalRowCount : listed.error.code
    }
    expect(await list({})).toBe(1)
    expect(await list({ all: true })).toBe(2)
    expect(await list({ status: ['CANCELLED'] })).toBe(1)
    expect(await list({ inventorylocation: 'SAL' }, personWith(undefined, ['WAT']))).toBe(
      'location_not_allowed',
    )
    expect(await list({}, personWith(['DUMPKEY']))).toBe('key_missing')
    const elsewhere = { number: TagNbr, location: 'SAL' }
    expect(await readDocument(memory.ports, personWith(), kinds.issuance, elsewhere)).toMatchObject({
      value: { IssuanceHeader: null, InventoryLines: [] },
    })
  })
})

describe('a transfer', () => {
  it('opens an adjustment request when the received quantity differs from the shipped one', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const save = (status: string, lines: readonly Values[], change: Values = {}) =>
      sent(memory, kinds.transfer, status, lines, change)
    const { number: TransferNbr, lines } = await save('RESERVED', [line(A, 'RESERVED', 40)])
    const ID = lines[0]?.ID
    await save('RESERVED', [line(A, 'PICKED', 40, { ID })], { TransferNbr })
    expect((await save('SHIPPED', [], { TransferNbr })).message).toBe('')
    expect(memory.balance(A, transitAccount(TransferNbr))).toMatchObject({ qty: 40 })
    await save('SHIPPED', [line(A, 'RECEIVED', 0, { ID, ReceiveQty: 37 })], { TransferNbr })
    await save('RECEIVED', [], { TransferNbr })
    expect(memory.balance(A, stockAccount('SAL', 'A-01'))).toMatchObject({ qty: 37 })
    expect(memory.balance(A, transitAccount(TransferNbr))).toMatchObject({ qty: 3 })
    expect(memory.requests).toEqual([TransferNbr])
  })

  it('accepts only a temperature in its header while it is in transit', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const { number: TransferNbr, lines } = await sent(memory, kinds.transfer, 'RESERVED', [
      line(A, 'RESERVED', 40),
    ])
    const ID = lines[0]?.ID
    await sent(memory, kinds.transfer, 'RESERVED', [line(A, 'PICKED', 40, { ID })], { TransferNbr })
    await sent(memory, kinds.transfer, 'SHIPPED', [], { TransferNbr })
    const change = { TransferNbr, CarrierName: 'Other', ReceiptPlantTemperature: '2.5' }
    await sent(memory, kinds.transfer, 'SHIPPED', [], change)
    const read = await readDocument(memory.ports, personWith(), kinds.transfer, { number: TransferNbr })
    expect(read).toMatchObject({
      value: { TransferHeader: { CarrierName: '', ReceiptPlantTemperature: '2.5' } },
    })
  })

  it('is listed by origin or destination and requires one of them', async () => {
    const memory = memoryWarehouse({})
    await sent(memory, kinds.transfer, 'OPEN', [])
    const list = async (query: Values) => {
      const page = { offset: 0, limit: 25, trimseasonid: 'S1' }
      const listed = await listDocuments(memory.ports, personWith(), kinds.transfer, { ...page, ...query })
      return listed.ok ? listed.value.TotalRowCount : listed.error.errors?.[0]?.expected
    }
    expect(await list({ originlocationid: 'WAT' })).toBe(1)
    expect(await list({ destinationlocationid: 'SAL' })).toBe(0)
    expect(await list({ destinationlocationid: 'SAL', status: ['OPEN'] })).toBe(1)
    expect(await list({})).toBe('a location, or a destinationlocationid')
  })
})

describe('a dump', () => {
  const personWithKeys = (...keys: readonly SecurityKey[]) => personWith(keys)

  it('writes off a line before the whole document', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const saved = await sent(memory, kinds.dump, 'OPEN', [line(A, 'OPEN', 5, { ReasonCode: 'DEAD' })])
    const change = { LogNbr: saved.number }
    const ID = saved.lines[0]?.ID
    const dumped = line(A, 'DUMPED', 5, { ID, ReasonCode: 'DEAD' })
    expect((await sent(memory, kinds.dump, 'OPEN', [dumped], change)).lines).toMatchObject([
      { Message: 'Dump Log Line DUMPED successfully' },
    ])
    expect(memory.balance(A, dumpedAccount('WAT'))).toMatchObject({ qty: 5 })
    expect(await send(memory, kinds.dump, 'CANCELLED', [], change)).toBe('state_conflict')
    expect((await sent(memory, kinds.dump, 'DUMPED', [], change)).message).toBe('Dump processed successfully')
  })

  it('requires a valid reason code and the security key of the step', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const messages = async (ReasonCode: string) =>
      (await sent(memory, kinds.dump, 'OPEN', [line(A, 'OPEN', 5, { ReasonCode })])).lines[0]?.Message
    expect(await messages('')).toBe('Please Select Reason Code')
    expect(await messages('RAIN')).toBe('RAIN is no reason code here')
    expect(await send(memory, kinds.dump, 'OPEN', [], {}, personWithKeys('DUMPHOMEKEY'))).toBe('key_missing')
    expect(
      await send(memory, kinds.dump, 'OPEN', [], {}, personWithKeys('DUMPHOMEKEY', 'DUMPCREATEKEY')),
    ).toMatchObject({
      lines: [],
    })
  })
})

describe('a return', () => {
  it('refuses more plants than were issued and reports that quantity', async () => {
    const memory = memoryWarehouse({ [A]: 100 })
    const { number: TagNbr, lines } = await sent(memory, kinds.issuance, 'RESERVED', [
      line(A, 'RESERVED', 40),
    ])
    const ID = lines[0]?.ID
    await sent(memory, kinds.issuance, 'RESERVED', [line(A, 'PICKED', 40, { ID })], { TagNbr })
    await sent(memory, kinds.issuance, 'SHIPPED', [], { TagNbr })
    const saveReturn = (quantity: number) =>
      sent(memory, kinds.return, 'OPEN', [line(A, 'OPEN', quantity, { ReasonCode: 'DEAD' })])
    expect((await saveReturn(41)).lines).toMatchObject([{ Message: 'Quantity is more than the 40 issued' }])
    const [first, second] = [await saveReturn(30), await saveReturn(20)]
    await sent(memory, kinds.return, 'POSTED', [], { LogNbr: first.number })
    // Returns reserve nothing, so the first return used up the plants of the second.
    const late = await sent(memory, kinds.return, 'POSTED', [], { LogNbr: second.number })
    expect(late.message).toBe('Quantity is more than the 10 issued')
    expect(memory.document(second.number).status).toBe('OPEN')
    expect(memory.balance(A, dumpedAccount('WAT'))).toMatchObject({ qty: 30 })
  })
})
