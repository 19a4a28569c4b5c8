import { buildRequest } from '#app/outbox/build-request.ts'
import type { AppOperation, Intent } from '#app/outbox/intent.ts'
import { type Document, emptyLine, type HeaderValues, type Line, type Place } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { fillPath } from '#core/wire/call.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { Clerk, Warehouse } from './warehouse.ts'

// Records the calls of a shift as the outbox writes them, and replays them against later servers. Values that
// the server generates (numbers, line IDs) are stored as placeholders.

export interface StoredCall {
  /** Name of the document that owns the number and the lines: 'issuance'. */
  readonly name: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** The server's messages for the document and for each line. */
  readonly says: readonly string[]
}

type Given = Map<string, string>
const NUMBERS = ['TagNbr', 'TransferNbr', 'LogNbr', 'CountNbr']

const messagesOf = (answer: unknown): readonly string[] =>
  Array.isArray(answer)
    ? answer.flatMap(messagesOf)
    : typeof answer === 'object' && answer !== null
      ? Object.entries(answer).flatMap(([name, value]) =>
          name === 'Message' ? [String(value)] : messagesOf(value),
        )
      : []

// Stores the values that the server has generated.
const note = (given: Given, name: string, answer: unknown): void => {
  if (Array.isArray(answer)) for (const each of answer) note(given, name, each)
  else if (typeof answer === 'object' && answer !== null) {
    const { ID, BarcodeID, ...rest } = answer as Readonly<Record<string, string | null>>
    if (ID && BarcodeID) given.set(`{${name} ${BarcodeID}}`, ID)
    for (const [field, value] of Object.entries(rest)) {
      if (NUMBERS.includes(field) && value) given.set(`{${name}}`, value)
      else note(given, name, value)
    }
  }
}

const send = async (clerk: Clerk, given: Given, call: Omit<StoredCall, 'says'>, key: string) => {
  const fill = (text: string) => {
    let filled = text
    for (const [placeholder, value] of given) filled = filled.replaceAll(placeholder, value)
    return filled
  }
  const { method, path, body } = call
  const answer = await clerk.call(method, fill(path), {
    key,
    ...(body !== undefined && { body: JSON.parse(fill(JSON.stringify(body))) }),
  })
  note(given, call.name, answer.body)
  return { status: answer.status, says: messagesOf(answer.body) }
}

/** Returns the balances after a shift, by barcode and account, without empty ones. */
export async function readBalances({ database }: Warehouse): Promise<readonly string[]> {
  const { rows } = await database.pool.query<Readonly<Record<string, string | number>>>(
    'select barcode, kind, owner, place, qty, reserved from balance where qty <> 0 or reserved <> 0',
  )
  return rows.map((row) => Object.values(row).join(' ')).toSorted()
}

/** Sends stored calls to a server in order and returns its answers. */
export async function replayCalls(clerk: Clerk, calls: readonly StoredCall[]) {
  const given: Given = new Map()
  const answers = []
  for (const [index, call] of calls.entries()) answers.push(await send(clerk, given, call, `call-${index}`))
  return answers
}

const place: Place = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
type KindName = Parameters<typeof kindNamed>[0] & 'issuance'
type DocumentIntent = Extract<Intent, { kind: unknown }>
type Mode = 'inventory' | 'growerStorage'

/**
 * Makes every kind of call that the outbox sends, on the warehouse of tests/support/warehouse.ts. Returns the
 * calls.
 */
export async function recordShift(clerk: Clerk): Promise<readonly StoredCall[]> {
  const calls: StoredCall[] = []
  const given: Given = new Map()

  const record = async (name: string, ask: PreparedCall<unknown>) => {
    const { of, input } = ask
    const texts = (values: unknown) =>
      Object.fromEntries(Object.entries(values ?? {}).map(([field, value]) => [field, String(value)]))
    const query = new URLSearchParams(texts(input.query)).toString()
    let text = JSON.stringify({
      path: fillPath(of.path, texts(input.params)) + (query && `?${query}`),
      body: input.body,
    })
    for (const [placeholder, value] of given) {
      // Replaces a whole value, or a whole part of an address.
      if (placeholder.startsWith(`{${name}`))
        text = text.replaceAll(new RegExp(`(?<=["=/])${value}(?=["&?])`, 'g'), placeholder)
    }
    const call = { name, method: of.method, ...(JSON.parse(text) as { path: string; body?: unknown }) }
    const { status, says } = await send(clerk, given, call, `first-${calls.length}`)
    if (status !== 200) throw new Error(`${name}: ${status} ${says.join()} ${JSON.stringify(call)}`)
    calls.push({ ...call, says })
  }

  const operationOf = (intent: Intent, index = 0): AppOperation => ({
    id: `operation-${calls.length}-${index}`,
    seq: index + 1,
    user: clerk.username,
    lane: '',
    at: 0,
    intent,
    state: 'here',
  })
  const pack = (operations: readonly AppOperation[], document?: Document) => {
    const ask = buildRequest(operations, document)
    if (ask === 'again' || 'gone' in ask) throw new Error(JSON.stringify([ask, operations]))
    return ask
  }

  const work = (kindName: string, mode: Mode = 'inventory') => {
    const kind = kindNamed(kindName as KindName)
    const name = mode === 'inventory' ? kindName : `${kindName}, ${mode}`
    const common = { kind: kind.kind, mode, place } as Pick<DocumentIntent, 'kind' | 'mode' | 'place'>
    const read = async (): Promise<Document> => {
      const ask = kind.wire.detail(place, mode, given.get(`{${name}}`) ?? '')
      const query = new URLSearchParams(
        Object.entries(ask.input.query ?? {}).map(([field, value]) => [field, String(value)]),
      )
      const { body } = await clerk.call('GET', `${fillPath(ask.of.path, ask.input.params as never)}?${query}`)
      const { parse } = await import('valibot')
      const document = ask.read(parse(ask.of.answer, body) as never)
      if (!document) throw new Error(`${name} is not there`)
      return document
    }
    return {
      create: (values: HeaderValues) =>
        record(name, pack([operationOf({ ...common, type: 'create', number: 'NEW-00000A', values })])),
      step: async (
        step: string,
        lines: readonly (Partial<Line> & { readonly barcode: string })[],
        quantity: number,
      ) => {
        const document = await read()
        const operations = lines.map((line, index) => {
          const known = document.lines.find(({ barcode }) => barcode === line.barcode)
          const whole = { ...emptyLine, ...known, ...line }
          return operationOf(
            { ...common, type: 'line', step, line: whole, quantity, reason: whole.reason },
            index,
          )
        })
        await record(name, pack(operations, document))
      },
      remove: async (barcode: string) => {
        const found = await read()
        // The UUID differs from server to server.
        const document = { ...found, header: { ...found.header, DocumentUUID: '' } }
        const line = document.lines.find((each) => each.barcode === barcode) ?? emptyLine
        await record(name, pack([operationOf({ ...common, type: 'delete', line })], document))
      },
      /** Makes a call that is not the outbox's, but that a later step needs. */
      advance: async (step: string) => {
        const document = await read()
        await record(name, kind.wire.save(place, mode, { type: 'document', step, document }))
      },
    }
  }

  const [ONE, TWO, THREE] = ['B000000001', 'B000000002', 'B000000003'] as const
  const shelf = { storageLocation: 'A-01' }
  const day = '2026-11-21'

  const issuance = work('issuance')
  const toGrower = { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT', IssueDate: day }
  await issuance.create({ ...toGrower, ReferenceNbr: 'PO 7', Comments: 'Gate 3' })
  await issuance.step('order', [{ barcode: ONE, ...shelf }], 40)
  await issuance.step(
    'order',
    [TWO, THREE].map((barcode) => ({ barcode, ...shelf })),
    20,
  )
  await issuance.step('pick', [{ barcode: ONE }], 38)
  await issuance.step('pick', [{ barcode: TWO }, { barcode: THREE }], 20)
  await issuance.step('order', [{ barcode: TWO }], 25)
  await issuance.remove(THREE)
  await issuance.step('pick', [{ barcode: TWO }], 25)
  await issuance.advance('ship')

  const stored = work('issuance', 'growerStorage')
  await stored.create({ ...toGrower, Comments: '' })
  await stored.step('order', [{ barcode: 'B000000017', storageLocation: '#GRG1' }], 10)

  const transfer = work('transfer')
  await transfer.create({
    OriginLocationID: 'WAT',
    DestinationLocationID: 'SAL',
    ExpectedShipDate: day,
    ExpectedArrivalDate: '2026-11-22',
  })
  await transfer.step('order', [{ barcode: 'B000000004', ...shelf }], 30)
  await transfer.step('pick', [{ barcode: 'B000000004' }], 30)
  await transfer.advance('ship')
  await transfer.step('receive', [{ barcode: 'B000000004' }], 30)
  await transfer.step('unreceive', [{ barcode: 'B000000004' }], 30)

  const dump = work('dump')
  await dump.create({ AuthorizedBy: 'M. Reyes', AuthorizedDate: day, DumpWarehouse: 'WAT' })
  await dump.step('save', [{ barcode: 'B000000005', reason: 'DISEASE', ...shelf }], 12)
  await dump.step('save', [{ barcode: 'B000000006', reason: 'FROST', ...shelf }], 5)
  await dump.remove('B000000006')

  const back = work('return')
  await back.create({
    ReturnedFromNbr: 'G1',
    ReturnedFromType: 'Grower',
    ReturnWarehouse: 'WAT',
    InventoryEffect: 'GROWERSTORAGE',
    ReturnedDate: day,
  })
  await back.step('save', [{ barcode: ONE, reason: 'UNSOLD', storageLocation: '#GRG1' }], 7)

  const count = work('count')
  await count.create({
    Scope: 'SHELF',
    Shelf: 'A-01',
    Blind: 'YES',
    ReasonCode: 'UNSOLD',
    InventoryLocation: 'WAT',
  })
  await count.step('count', [{ barcode: 'B000000008', ...shelf }], 99)

  const record9 = {
    BarcodeID: 'B000000009',
    Qty: 100,
    AvailableQty: 100,
    StorageLocation: 'A-01',
    StockType: 'COMMERCIAL',
    VarietyCode: 'ALB',
    TrimType: 'Trimmed',
  } as Extract<Intent, { type: 'adjust' }>['record']
  await record(
    'adjustment',
    pack([
      operationOf({
        type: 'adjust',
        mode: 'inventory',
        place,
        record: record9,
        quantity: 95,
        reason: 'UNSOLD',
      }),
    ]),
  )
  return calls
}
