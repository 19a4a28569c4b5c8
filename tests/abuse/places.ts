import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { CountClerk } from '#tests/support/counts.ts'
import { DumpClerk } from '#tests/support/dumps.ts'
import { ReturnClerk } from '#tests/support/returns.ts'
import { TransferClerk } from '#tests/support/transfers.ts'
import { barcodeOf, openWarehouse, type Warehouse } from '#tests/support/warehouse.ts'

/** A location with a document of each kind. */
export interface Place {
  readonly location: string
  readonly barcode: string
  readonly shelf: string
  readonly issuance: string
  readonly transfer: string
  readonly dump: string
  readonly count: string
  readonly return: string
  readonly request: string
}

export interface Places {
  readonly warehouse: Warehouse
  /** The location of all people with rights. */
  readonly own: Place
  /** A location where only sam.super has rights. */
  readonly other: Place
  readonly rightsOf: (username: string) => {
    readonly keys: ReadonlySet<SecurityKey>
    readonly locations: ReadonlySet<string>
    readonly groups: readonly string[]
  }
  /** Creates a document at the location, with one line. Returns its number and the line's ID. */
  readonly createDocument: (
    kind: 'issuance' | 'transfer' | 'dump' | 'count' | 'return' | 'request',
    at: Pick<Place, 'location'>,
  ) => Promise<{ readonly number: string; readonly line: string }>
  /** Creates a print server at the location. Returns its ID. */
  readonly printServer: (at: Pick<Place, 'location'>) => Promise<string>
}

/**
 * The test warehouse with documents of all kinds at WAT, where everyone works, and at OXN, where only
 * sam.super works. Transfers from OXN go to FAR.
 */
export async function openPlaces(): Promise<Places> {
  const warehouse = await openWarehouse()
  const { pool } = warehouse.database
  await pool.query(
    "insert into location (code, description, time_zone) values ('FAR', 'Farmersville', 'America/Los_Angeles')",
  )
  await pool.query(
    "insert into person_location (username, location) values ('sam.super', 'OXN'), ('sam.super', 'FAR')",
  )
  const sam = warehouse.clerk('sam.super')
  const transfers = new TransferClerk(sam)
  const stock = (location: string) =>
    location === 'OXN'
      ? { barcode: barcodeOf(14), shelf: 'D-01', to: 'FAR' }
      : { barcode: barcodeOf(1), shelf: 'A-01', to: 'SAL' }

  const issuance = async (location: string) => {
    const { barcode, shelf } = stock(location)
    const number = await sam.create({ InventoryLocation: location })
    const saved = await sam.order(number, barcode, 1, {
      header: { InventoryLocation: location },
      line: { StorageLocation: shelf },
    })
    return { number, line: saved.body.InventoryLines[0]?.ID ?? '' }
  }
  const transfer = async (location: string) => {
    const { barcode, shelf, to } = stock(location)
    const header = { OriginLocationID: location, DestinationLocationID: to }
    const number = await transfers.create(header)
    await transfers.order(number, barcode, 2, { header, line: { StorageLocation: shelf } })
    return { number, line: (await transfers.line(number)).ID ?? '' }
  }
  // A transfer that arrives with one plant less creates a request at its origin.
  const request = async (location: string) => {
    const { number } = await transfer(location)
    const at = {
      TransferNbr: number,
      OriginLocationID: location,
      DestinationLocationID: stock(location).to,
    }
    const { ID, BarcodeID } = await transfers.line(number)
    const line = { ID, BarcodeID }
    await transfers.save({ ...at, Status: 'RESERVED' }, [{ ...line, Status: 'PICKED', PickQty: 2 }])
    await transfers.save({ ...at, Status: 'SHIPPED' }, [{ ...line, Status: 'SHIPPED', PickQty: 2 }])
    await transfers.save({ ...at, Status: 'SHIPPED' }, [{ ...line, Status: 'RECEIVED', ReceiveQty: 1 }])
    await transfers.save({ ...at, Status: 'RECEIVED' }, [{ ...line, Status: 'RECEIVED', ReceiveQty: 1 }])
    const { rows } = await pool.query<{ number: string; id: string }>(
      'select adjustment_request.number, document_line.id from adjustment_request join document_line using (number) where of_number = $1',
      [Number(number)],
    )
    return { number: String(rows[0]?.number), line: String(rows[0]?.id) }
  }
  const dump = async (location: string) => {
    const { barcode, shelf } = stock(location)
    const dumps = new DumpClerk(sam)
    const number = await dumps.create({ DumpWarehouse: location })
    const saved = await dumps.save({ LogNbr: number, DumpWarehouse: location }, [
      {
        ID: null,
        BarcodeID: barcode,
        Status: 'OPEN',
        DumpQty: 1,
        ReasonCode: 'DISEASE',
        StorageLocation: shelf,
      },
    ])
    return { number, line: saved.body.InventoryLines[0]?.ID ?? '' }
  }
  const count = async (location: string) => {
    const { barcode, shelf } = stock(location)
    const counts = new CountClerk(sam)
    const header = { InventoryLocation: location, Shelf: shelf }
    const number = await counts.create(shelf, header)
    const saved = await counts.count({ ...header, CountNbr: number }, barcode, 100)
    return { number, line: saved.body.CountLines[0]?.ID ?? '' }
  }
  const returned = async (location: string) => {
    const returns = new ReturnClerk(sam)
    const { barcode } = stock(location)
    const issued = await issuance(location)
    const at = { InventoryLocation: location }
    await sam.save({ TagNbr: issued.number, Status: 'RESERVED', ...at }, [
      { ID: issued.line, BarcodeID: barcode, Status: 'PICKED', PickQty: 1 },
    ])
    await sam.ship(issued.number, [], at)
    const header = { ReturnWarehouse: location }
    const number = await returns.create(header)
    const saved = await returns.add(number, barcode, 1, {}, header)
    return { number, line: saved.body.InventoryLines[0]?.ID ?? '' }
  }
  // Creators of documents. `createDocument` checks the line: without it a test could pass for a wrong reason.
  const creators = { issuance, transfer, request, dump, count, return: returned }
  const placeAt = async (location: string): Promise<Place> => ({
    location,
    barcode: stock(location).barcode,
    shelf: stock(location).shelf,
    issuance: (await issuance(location)).number,
    transfer: (await transfer(location)).number,
    dump: (await dump(location)).number,
    count: (await count(location)).number,
    return: (await returned(location)).number,
    request: (await request(location)).number,
  })
  const { rows } = await pool.query<{ username: string; keys: string[]; locations: string[] }>(`
    select username,
      array(select security_key from person_key where person_key.username = person.username) as keys,
      array(select person_location.location from person_location join location on location.code = person_location.location and location.active
        where person_location.username = person.username) as locations
    from person`)
  const rights = new Map(
    rows.map(({ username, keys, locations }) => [
      username,
      {
        keys: new Set(SECURITY_KEYS.filter((key) => keys.includes(key))),
        locations: new Set(locations),
        groups: demoUsers.find((user) => user.username === username)?.groups ?? [],
      },
    ]),
  )
  return {
    warehouse,
    own: await placeAt('WAT'),
    other: await placeAt('OXN'),
    rightsOf: (username) => rights.get(username) ?? { keys: new Set(), locations: new Set(), groups: [] },
    createDocument: async (kind, { location }) => {
      const created = await creators[kind](location)
      if (!/^\d+$/.test(created.number) || !/^\d+$/.test(created.line))
        throw new Error(`${kind} at ${location}: ${JSON.stringify(created)}`)
      return created
    },
    printServer: async ({ location }) => {
      const { rows } = await pool.query<{ id: string }>(
        "insert into print_server (location, host, port, printer, format, created_by, changed_by) values ($1, '127.0.0.1', 12212, $2, 'ZPL', 'x', 'x') returning id",
        [location, crypto.randomUUID().slice(0, 20)],
      )
      return String(rows[0]?.id)
    },
  }
}
