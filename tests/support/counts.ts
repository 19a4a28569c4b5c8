import type { Count } from '#core/kinds/count/fields.ts'
import type { Answer, Clerk } from './warehouse.ts'

type Sent = Readonly<Record<string, unknown>>

/** A user who counts at Watsonville (WAT). */
export class CountClerk {
  readonly clerk: Clerk

  constructor(clerk: Clerk) {
    this.clerk = clerk
  }

  /** Sends POST count with a header like the app's. */
  save<Body = Count['Reply']>(
    header: Sent,
    lines: readonly Sent[] = [],
    key?: string,
  ): Promise<Answer<Body>> {
    const body = {
      CountHeader: {
        Status: 'OPEN',
        Scope: 'SHELF',
        Shelf: 'A-01',
        Blind: 'YES',
        ReasonCode: 'UNSOLD',
        InventoryLocation: 'WAT',
        TrimSeasonID: 'S1',
        ...header,
      },
      CountLines: lines,
    }
    return this.clerk.call<Body>('POST', 'count', { body, ...(key !== undefined && { key }) })
  }

  /** Creates a count of a shelf and returns its number. */
  async create(shelf: string, header: Sent = {}): Promise<string> {
    const { status, body } = await this.save({ Shelf: shelf, ...header })
    if (status !== 200 || !body.CountNbr) throw new Error(`Not created: ${status} ${JSON.stringify(body)}`)
    return body.CountNbr
  }

  /** Saves the first count of a barcode. */
  count<Body = Count['Reply']>(of: Sent, barcode: string, quantity: number, key?: string) {
    const line = { ID: null, BarcodeID: barcode, Status: 'COUNTED', CountedQty: quantity }
    return this.save<Body>(of, [line], key)
  }

  /** Saves a line again: COUNTED replaces the first count, RECOUNTED is the second count. */
  recount<Body = Count['Reply']>(
    of: Sent,
    { ID, BarcodeID }: Count['Line'],
    to: 'COUNTED' | 'RECOUNTED',
    quantity: number,
  ) {
    const quantityField = to === 'COUNTED' ? { CountedQty: quantity } : { SecondQty: quantity }
    return this.save<Body>(of, [{ ID, BarcodeID, Status: to, ...quantityField }])
  }

  close<Body = Count['Reply']>(of: Sent, lines: readonly Sent[] = [], key?: string) {
    return this.save<Body>({ ...of, Status: 'CLOSED' }, lines, key)
  }

  async detail(number: string) {
    const { status, body } = await this.clerk.get<Count['Detail']>(`count/${number}`)
    if (status !== 200 || !body.CountHeader) throw new Error(`No detail of ${number}: ${status}`)
    return { header: body.CountHeader, lines: body.CountLines ?? [] }
  }

  async line(number: string, barcode: string): Promise<Count['Line']> {
    const { lines } = await this.detail(number)
    const found = lines.find(({ BarcodeID }) => BarcodeID === barcode)
    if (!found) throw new Error(`${barcode} is not on ${number}`)
    return found
  }
}
