import { type Account, growerStorageAccount, stockAccount } from '#core/kinds/accounts.ts'
import type { Issuance } from '#core/kinds/issuance/fields.ts'
import { SECURITY_KEYS, type SecurityKey } from '#core/wire/security-keys.ts'
import { importOpeningStock } from '#features/stock-files/server/opening-stock.ts'
import type { Database } from '#server/database/database.ts'
import { createPorts } from '#server/database/ports.ts'
import { person, personKey, personLocation } from '#server/database/schema/people.ts'
import {
  grower,
  location,
  nursery,
  reasonCode,
  trimSeason,
  trimType,
  variety,
} from '#server/database/schema/reference.ts'
import type { PlantFacts } from '#server/domain/stock.ts'
import { startTestServer, type TestServer } from './server.ts'

// A small test warehouse: two locations with users, one without, and few enough plants to count by hand. Its
// people are the users of the embedded identity provider.

const pickerKeys: SecurityKey[] = ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY']
const growerStorageKeys: SecurityKey[] = ['GROWERSTORAGEHOMEKEY', 'GROWERSTORAGEISSUANCEKEY']
const people: readonly {
  username: string
  role: string
  keys: readonly SecurityKey[]
  locations: string[]
}[] = [
  { username: 'sam.super', role: 'super-admin', keys: SECURITY_KEYS, locations: ['WAT', 'SAL'] },
  { username: 'ada.admin', role: 'admin', keys: SECURITY_KEYS, locations: ['WAT', 'SAL'] },
  {
    username: 'lena.lead',
    role: 'lead',
    keys: [...pickerKeys, 'NURSERYISSUANCEADMINKEY', ...growerStorageKeys],
    locations: ['WAT', 'SAL'],
  },
  { username: 'pia.picker', role: 'picker', keys: pickerKeys, locations: ['WAT'] },
  { username: 'ravi.receiver', role: 'receiver', keys: ['TRANSFERLOGADMINKEY'], locations: ['WAT'] },
  { username: 'rhea.reader', role: 'read-only', keys: SECURITY_KEYS, locations: ['WAT'] },
  { username: 'nora.noaccess', role: 'no access', keys: [], locations: ['WAT'] },
]

/** Returns the facts of a barcode. */
export function plant(barcode: string, more: Partial<PlantFacts> = {}): PlantFacts {
  return {
    barcode,
    commodity: 'STRAW',
    seasonId: 'S1',
    varietyCode: 'ALB',
    plantCode: 'P-ALB',
    trimType: 'Trimmed',
    stockType: 'COMMERCIAL',
    grade: 'A',
    uom: 'EA',
    rate: '0.125',
    codeId: '',
    inventoryType: 'TRIM',
    attributes: '',
    attributesId: '',
    origin: '',
    ...more,
  }
}

/** Returns a barcode of the test warehouse: `barcodeOf(7)` is B000000007. */
export function barcodeOf(number: number): string {
  return `B${String(number).padStart(9, '0')}`
}

interface Lot {
  readonly plant: PlantFacts
  readonly account: Account
  readonly quantity: number
}

// B000000001 to B000000010: 100 strawberry plants each at WAT; then a few special cases.
const lots: readonly Lot[] = [
  ...Array.from({ length: 10 }, (_, index) => ({
    plant: plant(barcodeOf(index + 1)),
    account: stockAccount('WAT', 'A-01'),
    quantity: 100,
  })),
  { plant: plant(barcodeOf(11)), account: stockAccount('WAT', 'A-01'), quantity: 5 },
  { plant: plant(barcodeOf(11)), account: stockAccount('WAT', 'B-02'), quantity: 50 },
  { plant: plant(barcodeOf(12)), account: stockAccount('WAT', 'A-01'), quantity: 0 },
  { plant: plant(barcodeOf(13)), account: stockAccount('SAL', 'C-01'), quantity: 100 },
  { plant: plant(barcodeOf(14)), account: stockAccount('OXN', 'D-01'), quantity: 100 },
  {
    plant: plant(barcodeOf(15), { stockType: 'FOUNDATION', varietyCode: 'MON', trimType: 'Bare root' }),
    account: stockAccount('WAT', 'A-02'),
    quantity: 100,
  },
  {
    plant: plant(barcodeOf(16), { commodity: 'BLUE', seasonId: 'B1', varietyCode: 'DUK' }),
    account: stockAccount('WAT', 'A-03'),
    quantity: 100,
  },
  { plant: plant(barcodeOf(17)), account: growerStorageAccount('WAT', 'G1'), quantity: 40 },
  { plant: plant(barcodeOf(18)), account: growerStorageAccount('WAT', 'G2'), quantity: 40 },
]

/** Fills an empty database with the test warehouse and with `more` lots. */
export async function fillWarehouse(database: Database, more: readonly Lot[] = []): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.insert(location).values([
      { code: 'WAT', description: 'Watsonville', timeZone: 'America/Los_Angeles' },
      { code: 'SAL', description: 'Salinas', timeZone: 'America/Los_Angeles' },
      { code: 'OXN', description: 'Oxnard', timeZone: 'America/Los_Angeles' },
      { code: 'OLD', description: 'Closed', timeZone: 'America/Los_Angeles', active: false },
    ])
    await transaction.insert(trimSeason).values([
      { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' },
      { id: 'S2', name: 'Straw 2027', commodity: 'STRAW' },
      { id: 'B1', name: 'Blue 2026', commodity: 'BLUE' },
    ])
    await transaction.insert(trimType).values([
      { id: '1', name: 'Trimmed' },
      { id: '2', name: 'Bare root' },
    ])
    await transaction.insert(variety).values([
      { code: 'ALB', id: 1, description: 'Albion', commodity: 'STRAW' },
      { code: 'MON', id: 2, description: 'Monterey', commodity: 'STRAW' },
      { code: 'DUK', id: 3, description: 'Duke', commodity: 'BLUE' },
    ])
    await transaction.insert(grower).values([
      {
        id: 'G1',
        name: 'Alder Farms',
        commodity: 'STRAW',
        pickUpLocation: 'WAT',
        growingDistrict: 'Pajaro',
        vendorInvoiceAccount: 'V-1001',
      },
      { id: 'G2', name: 'Birch Ranch', commodity: 'STRAW', pickUpLocation: 'SAL' },
      { id: 'G3', name: 'Cedar Fields', commodity: 'BLUE' },
      { id: 'G9', name: 'Gone Growers', commodity: 'STRAW', active: false },
    ])
    await transaction.insert(nursery).values([{ id: 'N1', name: 'Northern Nursery' }])
    await transaction.insert(reasonCode).values([
      { type: 'DUMP', code: 'DISEASE', description: 'Diseased' },
      { type: 'DUMP', code: 'FROST', description: 'Frost damage' },
      { type: 'INVENTORY', code: 'OPENING', description: 'Opening stock' },
      { type: 'INVENTORY', code: 'UNSOLD', description: 'Not planted' },
    ])
    for (const { username, role, keys, locations } of people) {
      await transaction.insert(person).values({ username, role, name: username })
      if (keys.length > 0) {
        await transaction.insert(personKey).values(keys.map((securityKey) => ({ username, securityKey })))
      }
      await transaction
        .insert(personLocation)
        .values([...locations, 'OLD'].map((code) => ({ username, location: code })))
    }
    await importOpeningStock(createPorts(transaction), 'stocktaker', 'OPENING', [...lots, ...more])
  })
}

/**
 * Returns more lots like the first ten: `count` barcodes from number `first`, `quantity` plants each, at WAT.
 */
export function moreLots(first: number, count: number, quantity: number): Lot[] {
  return Array.from({ length: count }, (_, index) => ({
    plant: plant(barcodeOf(first + index)),
    account: stockAccount('WAT', 'A-01'),
    quantity,
  }))
}

type SentLine = Readonly<Record<string, unknown>>
type SentHeader = Readonly<Record<string, unknown>>

/** An answer for tests: its status, its parsed body, its headers. */
export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

/** The body of a problem. */
export interface ProblemBody {
  readonly code: string
  readonly detail: string
  readonly state?: { readonly status: string; readonly refusal: { readonly code: string } }
  readonly errors?: readonly { readonly path: string; readonly expected: string }[]
}

type CallableServer = Pick<TestServer, 'call'> & Partial<Pick<TestServer, 'logged'>>

/** A user of the warehouse who makes calls like the app. */
export class Clerk {
  readonly #server: CallableServer
  readonly username: string

  constructor(server: CallableServer, username: string) {
    this.#server = server
    this.username = username
  }

  async call<Body>(
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; headers?: Record<string, string> },
  ): Promise<Answer<Body>> {
    const response = await this.#server.call(this.username, method, path, options)
    if (response.status === 500) {
      const failure = this.#server.logged?.findLast((line) => line.level === 'error')?.error
      throw new Error(`${method} ${path}: the server failed`, { cause: failure })
    }
    return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
  }

  get<Body>(
    path: string,
    query: Readonly<Record<string, string>> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    return this.call('GET', `${path}?${new URLSearchParams(query)}`, { headers })
  }

  /** Sends POST issuance with a header like the app's. */
  save<Body = Issuance['Reply']>(header: SentHeader, lines: readonly SentLine[] = [], key?: string) {
    const body = {
      IssuanceHeader: {
        IssueToType: 'Grower',
        IssueToNbr: 'G1',
        Status: 'OPEN',
        InventoryLocation: 'WAT',
        TrimSeasonID: 'S1',
        StorageType: 'INVENTORY',
        ...header,
      },
      InventoryLines: lines,
    }
    return this.call<Body>('POST', 'issuance', { body, ...(key !== undefined && { key }) })
  }

  /** Creates an issuance and returns its tag number. */
  async create(header: SentHeader = {}): Promise<string> {
    const { status, body } = await this.save(header)
    if (status !== 200 || !body.TagNbr) throw new Error(`Not created: ${status} ${JSON.stringify(body)}`)
    return body.TagNbr
  }

  /** Orders a new line. */
  order(tag: string, barcode: string, quantity: number, more: { line?: SentLine; header?: SentHeader } = {}) {
    return this.save({ TagNbr: tag, Status: 'RESERVED', ...more.header }, [
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

  /** Changes the status and quantity of a saved line. */
  line(tag: string, id: string | null, barcode: string, to: 'RESERVED' | 'PICKED', quantity: number) {
    const quantityField = to === 'PICKED' ? { PickQty: quantity } : { OrderQty: quantity }
    return this.save({ TagNbr: tag, Status: 'RESERVED' }, [
      { ID: id, BarcodeID: barcode, Status: to, ...quantityField },
    ])
  }

  async detail(tag: string, storagetype = 'INVENTORY'): Promise<Issuance['Detail']> {
    const { status, body } = await this.get<Issuance['Detail']>(`issuance/${tag}`, { storagetype })
    if (status !== 200) throw new Error(`No detail of ${tag}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  ship<Body = Issuance['Reply']>(tag: string, lines: readonly SentLine[] = [], header: SentHeader = {}) {
    return this.save<Body>({ TagNbr: tag, Status: 'SHIPPED', ...header }, lines)
  }

  cancel<Body = Issuance['Reply']>(tag: string, header: SentHeader = {}) {
    return this.save<Body>({ TagNbr: tag, Status: 'CANCELLED', ...header })
  }

  deleteLine<Body = { Message: string; Id: string }>(tag: string, id: string, storagetype = 'INVENTORY') {
    const query = new URLSearchParams({ id, tagnbr: tag, storagetype })
    return this.call<Body>('DELETE', `issuancedetail?${query}`)
  }
}

/** Gives a person of the test warehouse exactly these keys. */
export async function giveKeys(
  { database }: Pick<TestServer, 'database'>,
  username: string,
  keys: readonly SecurityKey[],
): Promise<void> {
  await database.pool.query('delete from person_key where username = $1', [username])
  await database.pool.query('insert into person_key (username, security_key) select $1, unnest($2::text[])', [
    username,
    keys,
  ])
}

export type Warehouse = TestServer & {
  readonly clerk: (username: string) => Clerk
  /** The plants in an account, in whole plants. */
  readonly balance: (barcode: string, account: Account) => Promise<{ qty: number; reserved: number }>
}

/** Starts the real server with the test warehouse. */
export async function openWarehouse(more: readonly Lot[] = []): Promise<Warehouse> {
  const server = await startTestServer()
  await fillWarehouse(server.database, more)
  return {
    ...server,
    clerk: (username) => new Clerk(server, username),
    balance: async (barcode, { kind, owner, place }) => {
      const { rows } = await server.database.pool.query<{ qty: string; reserved: string }>(
        'select qty, reserved from balance where (barcode, kind, owner, place) = ($1, $2, $3, $4)',
        [barcode, kind, owner, place],
      )
      return { qty: Number(rows[0]?.qty ?? 0), reserved: Number(rows[0]?.reserved ?? 0) }
    },
  }
}
