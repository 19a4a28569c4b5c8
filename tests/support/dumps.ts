import type { Dump } from '#core/kinds/dump/fields.ts'
import type { Answer, Clerk } from './warehouse.ts'

type Sent = Readonly<Record<string, unknown>>

/** A user who writes off plants at Watsonville (WAT), from the warehouse's stock or from grower storage. */
export class DumpClerk {
  readonly clerk: Clerk
  readonly storageType: 'INVENTORY' | 'GROWERSTORAGE'

  constructor(clerk: Clerk, storageType: 'INVENTORY' | 'GROWERSTORAGE' = 'INVENTORY') {
    this.clerk = clerk
    this.storageType = storageType
  }

  /** Sends POST dump with a header like the app's. */
  save<Body = Dump['Reply']>(header: Sent, lines: readonly Sent[] = [], key?: string): Promise<Answer<Body>> {
    const body = {
      DumpHeader: {
        Status: 'OPEN',
        AuthorizedBy: 'M. Reyes',
        AuthorizedDate: '2026-11-21',
        TrimSeasonID: 'S1',
        DumpWarehouse: 'WAT',
        StorageType: this.storageType,
        ...header,
      },
      DumpLogLines: lines,
    }
    return this.clerk.call<Body>('POST', 'dump', { body, ...(key !== undefined && { key }) })
  }

  /** Creates a dump and returns its number. */
  async create(header: Sent = {}): Promise<string> {
    const { status, body } = await this.save(header)
    if (status !== 200 || !body.LogNbr) throw new Error(`Not created: ${status} ${JSON.stringify(body)}`)
    return body.LogNbr
  }

  /** Saves a new line with status OPEN. */
  add<Body = Dump['Reply']>(number: string, barcode: string, quantity: number, line: Sent = {}) {
    return this.save<Body>({ LogNbr: number }, [
      {
        ID: null,
        BarcodeID: barcode,
        Status: 'OPEN',
        DumpQty: quantity,
        ReasonCode: 'DISEASE',
        StorageLocation: this.storageType === 'INVENTORY' ? 'A-01' : '#GRG1',
        ...line,
      },
    ])
  }

  /** Changes the status and quantity of a line that the user has read. */
  step<Body = Dump['Reply']>(
    seen: Dump['Line'],
    to: 'OPEN' | 'DUMPED',
    quantity: number,
    line: Sent = {},
    key?: string,
  ) {
    const sent = {
      ID: seen.ID,
      BarcodeID: seen.BarcodeID,
      Status: to,
      DumpQty: quantity,
      ReasonCode: seen.ReasonCode,
      StorageLocation: seen.StorageLocation,
      SeenStatus: seen.Status,
      SeenQty: seen.DumpQty,
      ...line,
    }
    return this.save<Body>({ LogNbr: seen.LogNbr }, [sent], key)
  }

  async detail(number: string): Promise<Dump['Detail'] & { DumpLogLines: Dump['Line'][] }> {
    const query = { storagetype: this.storageType }
    const { status, body } = await this.clerk.get<Dump['Detail']>(`dump/${number}`, query)
    if (status !== 200) throw new Error(`No detail of ${number}: ${status} ${JSON.stringify(body)}`)
    return { ...body, DumpLogLines: body.DumpLogLines ?? [] }
  }

  /** Returns the only line, or the line of a barcode. */
  async line(number: string, barcode?: string): Promise<Dump['Line']> {
    const { DumpLogLines: lines } = await this.detail(number)
    const line = lines.find(({ BarcodeID }) => BarcodeID === (barcode ?? BarcodeID))
    if (!line) throw new Error(`No such line on ${number}`)
    return line
  }

  /** Changes the status of the whole dump, with all its lines. */
  async end<Body = Dump['Reply']>(number: string, to: 'DUMPED' | 'CANCELLED', key?: string) {
    const { DumpLogLines: lines } = await this.detail(number)
    const sent = lines.map(({ ID, BarcodeID, DumpQty, ReasonCode, Status }) => ({
      ID,
      BarcodeID,
      Status: to,
      DumpQty,
      ReasonCode,
      SeenStatus: Status,
      SeenQty: DumpQty,
    }))
    return this.save<Body>({ LogNbr: number, Status: to }, sent, key)
  }

  deleteLine<Body = { Message: string; Id: string }>(number: string, id: string | null) {
    return this.clerk.call<Body>('DELETE', `dumplogline/${id}?lognbr=${number}`)
  }
}
