import type { Return } from '#core/kinds/return/fields.ts'
import type { Answer, Clerk } from './warehouse.ts'

type Sent = Readonly<Record<string, unknown>>

/** A user who takes plants back from growers at Watsonville (WAT). */
export class ReturnClerk {
  readonly clerk: Clerk

  constructor(clerk: Clerk) {
    this.clerk = clerk
  }

  /** Sends POST return with a header like the app's. */
  save<Body = Return['Reply']>(
    header: Sent,
    lines: readonly Sent[] = [],
    key?: string,
  ): Promise<Answer<Body>> {
    const body = {
      ReturnHeader: {
        ReturnedFromNbr: 'G1',
        ReturnedFromType: 'Grower',
        ReturnWarehouse: 'WAT',
        InventoryEffect: 'GROWERSTORAGE',
        PostStatus: 'OPEN',
        TrimSeasonID: 'S1',
        ...header,
      },
      ReturnLogLines: lines,
    }
    return this.clerk.call<Body>('POST', 'return', { body, ...(key !== undefined && { key }) })
  }

  /** Creates a return and returns its number. */
  async create(header: Sent = {}): Promise<string> {
    const { status, body } = await this.save(header)
    if (status !== 200 || !body.LogNbr) throw new Error(`Not created: ${status} ${JSON.stringify(body)}`)
    return body.LogNbr
  }

  /** Saves a new line. */
  add<Body = Return['Reply']>(
    number: string,
    barcode: string,
    quantity: number,
    line: Sent = {},
    header: Sent = {},
  ) {
    return this.save<Body>({ LogNbr: number, ...header }, [
      { ID: null, BarcodeID: barcode, Status: 'OPEN', OrderQty: quantity, ReasonCode: 'UNSOLD', ...line },
    ])
  }

  /** Saves a line that the user has read, with another quantity. */
  change<Body = Return['Reply']>(seen: Return['Line'], quantity: number, line: Sent = {}) {
    return this.save<Body>({ LogNbr: seen.LogNbr }, [
      {
        ID: seen.ID,
        BarcodeID: seen.BarcodeID,
        Status: 'OPEN',
        UpdateQty: quantity,
        ReasonCode: seen.ReasonCode,
        SeenStatus: seen.Status,
        SeenQty: seen.OrderQty,
        ...line,
      },
    ])
  }

  async detail(number: string): Promise<Return['Detail'] & { ReturnLines: Return['Line'][] }> {
    const { status, body } = await this.clerk.get<Return['Detail']>(`return/${number}`)
    if (status !== 200) throw new Error(`No detail of ${number}: ${status} ${JSON.stringify(body)}`)
    return { ...body, ReturnLines: body.ReturnLines ?? [] }
  }

  /** Returns the only line, or the line of a barcode. */
  async line(number: string, barcode?: string): Promise<Return['Line']> {
    const { ReturnLines: lines } = await this.detail(number)
    const line = lines.find(({ BarcodeID }) => BarcodeID === (barcode ?? BarcodeID))
    if (!line) throw new Error(`No such line on ${number}`)
    return line
  }

  /** Posts the return with its current header and lines. */
  async post<Body = Return['Reply']>(number: string, key?: string) {
    const { ReturnHeader: header, ReturnLines: lines } = await this.detail(number)
    const sent = lines.map(({ ID, BarcodeID, Status, OrderQty, ReasonCode }) => ({
      ID,
      BarcodeID,
      Status: 'POSTED',
      UpdateQty: OrderQty,
      ReasonCode,
      SeenStatus: Status,
      SeenQty: OrderQty,
    }))
    const own = { ReturnedFromNbr: header?.ReturnedFromNbr, InventoryEffect: header?.InventoryEffect }
    return this.save<Body>({ LogNbr: number, PostStatus: 'POSTED', ...own }, sent, key)
  }

  deleteLine<Body = { Message: string; Id: string }>(number: string, id: string | null) {
    return this.clerk.call<Body>('DELETE', `returnlogline/${id}?lognbr=${number}`)
  }

  /** First issues these plants to a grower, from the warehouse's stock. */
  async issued(plants: Readonly<Record<string, number>>, grower = 'G1'): Promise<string> {
    const tag = await this.clerk.create({ IssueToNbr: grower })
    const header = { IssueToNbr: grower }
    for (const [barcode, quantity] of Object.entries(plants)) {
      await this.clerk.order(tag, barcode, quantity, { header })
    }
    const { InventoryLines: lines } = await this.clerk.detail(tag)
    for (const { ID, BarcodeID, OrderQty } of lines ?? []) {
      await this.clerk.line(tag, ID, BarcodeID, 'PICKED', OrderQty ?? 0)
    }
    const { status, body } = await this.clerk.ship<unknown>(tag, [], header)
    if (status !== 200) throw new Error(`Not issued: ${status} ${JSON.stringify(body)}`)
    return tag
  }
}
