import type * as v from 'valibot'
import type { Transfer } from '#core/kinds/transfer/fields.ts'
import type {
  AdjustmentRequest,
  AdjustmentRequestDetail,
  AdjustmentRequestList,
} from '#core/wire/adjustment-request.ts'
import type { Answer, Clerk } from './warehouse.ts'

// Calls for transfers and corrections like the app's, from Watsonville (WAT) to Salinas (SAL).

type Sent = Readonly<Record<string, unknown>>

/** A user who works with transfers and corrects stock. */
export class TransferClerk {
  readonly clerk: Clerk

  constructor(clerk: Clerk) {
    this.clerk = clerk
  }

  /** Sends POST transfers with a header like the app's. */
  save<Body = Transfer['Reply']>(
    header: Sent,
    lines: readonly Sent[] = [],
    key?: string,
  ): Promise<Answer<Body>> {
    const body = {
      TransferHeader: {
        OriginLocationID: 'WAT',
        DestinationLocationID: 'SAL',
        ExpectedShipDate: '2026-11-21',
        ExpectedArrivalDate: '2026-11-22',
        Status: 'OPEN',
        TrimSeasonID: 'S1',
        ...header,
      },
      TransferLines: lines,
    }
    return this.clerk.call<Body>('POST', 'transfers', { body, ...(key !== undefined && { key }) })
  }

  /** Creates a transfer and returns its number. */
  async create(header: Sent = {}): Promise<string> {
    const { status, body } = await this.save(header)
    if (status !== 200 || !body.TransferNbr) throw new Error(`Not created: ${status} ${JSON.stringify(body)}`)
    return body.TransferNbr
  }

  /** Orders a new line. */
  order(number: string, barcode: string, quantity: number, more: { header?: Sent; line?: Sent } = {}) {
    return this.save({ TransferNbr: number, Status: 'RESERVED', ...more.header }, [
      {
        ID: null,
        BarcodeID: barcode,
        Status: 'RESERVED',
        OrderQty: quantity,
        StorageLocation: 'A-01',
        ...more.line,
      },
    ])
  }

  /** Changes the status and quantity of a line that the user has read. */
  step(
    seen: Transfer['Line'],
    to: 'RESERVED' | 'PICKED' | 'RECEIVED' | 'SHIPPED',
    quantity: number,
    key?: string,
  ) {
    const own = {
      RESERVED: 'OrderQty',
      PICKED: 'PickQty',
      RECEIVED: 'ReceiveQty',
      SHIPPED: 'PickQty',
    } as const
    const atDestination = to === 'RECEIVED' || to === 'SHIPPED'
    return this.save(
      { TransferNbr: seen.TransferNbr, Status: atDestination ? 'SHIPPED' : 'RESERVED' },
      [
        {
          ID: seen.ID,
          BarcodeID: seen.BarcodeID,
          Status: to,
          [own[to]]: quantity,
          SeenStatus: seen.Status,
          SeenQty: seen.ReceivedQty ?? seen.PickQty ?? seen.OrderQty,
        },
      ],
      key,
    )
  }

  async detail(number: string): Promise<Transfer['Detail'] & { TransferLines: Transfer['Line'][] }> {
    const { status, body } = await this.clerk.get<Transfer['Detail']>(`transfers/${number}`)
    if (status !== 200) throw new Error(`No detail of ${number}: ${status} ${JSON.stringify(body)}`)
    return { ...body, TransferLines: body.TransferLines ?? [] }
  }

  /** Returns the only line, or the line of a barcode. */
  async line(number: string, barcode?: string): Promise<Transfer['Line']> {
    const { TransferLines: lines } = await this.detail(number)
    const line = lines.find(({ BarcodeID }) => BarcodeID === (barcode ?? BarcodeID))
    if (!line) throw new Error(`No such line on ${number}`)
    return line
  }

  /** Changes the status of the whole document, with its current lines. Returns the answer. */
  async end<Body = Transfer['Reply']>(
    number: string,
    to: 'SHIPPED' | 'RECEIVED' | 'CANCELLED',
    key?: string,
  ) {
    return this.endWithLines<Body>(number, (await this.detail(number)).TransferLines, to, key)
  }

  /** Changes the status of the whole document, with lines that were read earlier. Returns the answer. */
  endWithLines<Body = Transfer['Reply']>(
    number: string,
    lines: readonly Transfer['Line'][],
    to: 'SHIPPED' | 'RECEIVED' | 'CANCELLED',
    key?: string,
  ) {
    return this.save<Body>(
      { TransferNbr: number, Status: to },
      lines.map((seen) => ({
        ID: seen.ID,
        BarcodeID: seen.BarcodeID,
        Status: to,
        SeenStatus: seen.Status,
        SeenQty: seen.ReceivedQty ?? seen.PickQty ?? seen.OrderQty,
      })),
      key,
    )
  }

  deleteLine<Body = { Message: string; Id: string }>(id: string | null) {
    return this.clerk.call<Body>('DELETE', `transferlines/${id}`)
  }

  /** Creates, picks and ships a transfer of these quantities by barcode. Returns its number. */
  async shipped(plants: Readonly<Record<string, number>>): Promise<string> {
    const number = await this.create()
    for (const [barcode, quantity] of Object.entries(plants)) await this.order(number, barcode, quantity)
    for (const line of (await this.detail(number)).TransferLines) {
      await this.step(line, 'PICKED', line.OrderQty ?? 0)
    }
    const { status, body } = await this.end(number, 'SHIPPED')
    if (status !== 200) throw new Error(`Not shipped: ${status} ${JSON.stringify(body)}`)
    return number
  }

  /** Receives these quantities by barcode from a transfer in transit. */
  async receive(number: string, plants: Readonly<Record<string, number>>) {
    for (const line of (await this.detail(number)).TransferLines) {
      await this.step(line, 'RECEIVED', plants[line.BarcodeID] ?? line.PickQty ?? 0)
    }
    return this.end(number, 'RECEIVED')
  }

  // ---- corrections

  /** Sends POST plantinventory: sets a quantity. */
  adjust<Body = { Message: string }>(barcode: string, quantity: number, more: Sent = {}, key?: string) {
    const body = {
      TransactionType: 'ADJUST',
      TransactionReason: 'COUNT',
      InventoryLocation: 'WAT',
      StorageLocation: 'A-01',
      BarcodeID: barcode,
      Qty: quantity,
      TrimSeason: 'S1',
      ...more,
    }
    return this.clerk.call<Body>('POST', 'plantinventory', { body, ...(key !== undefined && { key }) })
  }

  /** Returns the open adjustment requests of a location. */
  async requests(originlocationid = 'WAT', status = 'OPEN') {
    const query = { originlocationid, status }
    const { body } = await this.clerk.get<v.InferOutput<typeof AdjustmentRequestList>>(
      'adjustmentrequest',
      query,
    )
    return body.Records ?? []
  }

  /** Returns the request that a transfer has opened, with its lines. */
  async requestOf(transferNumber: string, status = 'OPEN') {
    const request = (await this.requests('WAT', status)).find(
      ({ TransferNbr }) => TransferNbr === transferNumber,
    )
    return request ? this.requestDetail(request) : null
  }

  /** Returns a request of the list with its lines. */
  async requestDetail(request: AdjustmentRequest) {
    const { body } = await this.clerk.get<AdjustmentRequestDetail>(`adjustmentrequest/${request.RequestID}`)
    return { ...request, lines: body.AdjustmentLines ?? [] }
  }

  decide<Body = { Message: string }>(request: string, line: string, to: 'ACCEPT' | 'REJECT', key?: string) {
    const body = {
      Adjustment: { RequestID: request, Status: 'OPEN', TrimSeason: 'Straw 2026' },
      AdjustmentLine: { LineID: line, Status: to },
    }
    return this.clerk.call<Body>('POST', 'adjustmentrequest', { body, ...(key !== undefined && { key }) })
  }
}
