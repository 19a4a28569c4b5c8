/** A warehouse of the demo company: the built server as a process, its data folder, and its network proxy. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Issuance, IssuanceDetail, IssuanceList, IssuanceReply } from '#core/kinds/issuance/fields.ts'
import { TransferDetail, TransferReply } from '#core/kinds/transfer/fields.ts'
import { MessageReply } from '#core/wire/documents.ts'
import { available, FoundStock, onHand } from '#core/wire/inventory.ts'
import { IssuedRecord } from '#core/wire/issued.ts'
import { recordsOf, resultOf } from '#core/wire/lists.ts'
import { GrowerEntity, NurseryEntity, TrimSeason } from '#core/wire/master-data.ts'
import { PrintServer } from '#core/wire/print-server.ts'
import { isReply, REPLIES } from '#core/wire/reply-messages.ts'
import { openDatabase } from '#server/database/database.ts'
import { createTestDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { type ServerProcess, spawnBuiltServer, spawnStart } from '#tests/support/server-process.ts'
import { signIn, type Tokens } from '#tests/support/sign-in.ts'
import { Network } from './network.ts'
import { TEMPLATE } from './seed.ts'

/** Location and season of the tests: strawberries of this season on the coast, which have the most stock. */
export interface Place {
  readonly location: string
  readonly season: TrimSeason
}

/** A line of a transfer, in whole plants. */
export interface TransferOrder {
  readonly barcode: string
  readonly quantity: number
}

export interface WarehouseOptions {
  /** Server settings in addition to the suite's own. */
  readonly settings?: Readonly<Record<string, string>>
  /** Returns more settings. Runs after the data folder exists and before the first server starts on it. */
  readonly prepare?: (dataFolder: string) => Readonly<Record<string, string>>
  /** Runs `npm start` in an empty folder, as on a first day, instead of on a copy of the filled folder. */
  readonly firstDay?: boolean
}

type Database = Awaited<ReturnType<typeof createTestDatabase>>

export class Warehouse {
  readonly network: Network
  readonly dataFolder: string
  readonly #folder: string
  readonly #spawnServer: typeof spawnStart
  readonly #settings: Readonly<Record<string, string>>
  readonly #tokens = new Map<string, Promise<Tokens>>()
  #stored: Promise<FoundStock> | undefined
  readonly #taken = new Set<string>()
  readonly #database: Database | undefined
  #servers: readonly ServerProcess[]
  #place: Place | undefined

  private constructor(
    folder: string,
    network: Network,
    { settings = {}, prepare, firstDay = false }: WarehouseOptions,
    database: Database | undefined,
  ) {
    this.#spawnServer = firstDay ? spawnStart : spawnBuiltServer
    this.#folder = folder
    this.dataFolder = join(folder, 'data')
    this.network = network
    this.#settings = { ...settings, ...prepare?.(this.dataFolder) }
    this.#database = database
    this.#servers = this.#spawn()
  }

  static async open(options: WarehouseOptions = {}): Promise<Warehouse> {
    const folder = await mkdtemp(join(tmpdir(), 'trimline-e2e-'))
    const template = process.env[TEMPLATE]
    // With PostgreSQL two servers share a database, and calls alternate between them.
    const database = testDatabaseUrl === undefined ? undefined : await createTestDatabase(testDatabaseUrl)
    if (!options.firstDay && !database) {
      if (template === undefined) throw new Error('There is no filled data folder: seed.ts has not run.')
      await cp(template, join(folder, 'data'), {
        recursive: true,
        filter: (source) => !source.endsWith('.lock'),
      })
    }
    const warehouse = new Warehouse(folder, await Network.open(), options, database)
    await warehouse.#arrive()
    const { Result } = await warehouse.call(resultOf(TrimSeason), 'lena.lead', 'trimseasons')
    const season = Result.filter(({ Commodity }) => Commodity === 'STRAW').toSorted((one, other) =>
      one.Id.localeCompare(other.Id),
    )
    const newest = season.at(-1)
    if (!newest) throw new Error('There is no season of strawberries.')
    warehouse.#place = { location: 'CAC', season: newest }
    return warehouse
  }

  /** The address that people open in their browser. */
  get url(): string {
    return this.network.url
  }

  /** Location and season of the tests. */
  get place(): Place {
    if (!this.#place) throw new Error('The warehouse is not open yet.')
    return this.#place
  }

  /** Kills the servers, as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end()
  }

  async #end(signal?: NodeJS.Signals): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.end(signal)))
  }

  /** Starts the servers again on the same data and address. */
  async startAgain(): Promise<void> {
    this.#servers = this.#spawn()
    await this.#arrive()
  }

  async close(): Promise<void> {
    await this.#end()
    await this.network.close()
    await this.#database?.drop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #spawn(): readonly ServerProcess[] {
    const settings = { PUBLIC_URL: this.network.url, LOG_LEVEL: 'error', ...this.#settings }
    if (!this.#database) return [this.#spawnServer({ ...settings, DATA_DIR: this.dataFolder })]
    const shared = { ...settings, DATABASE_URL: this.#database.url, SEED_DEMO: 'yes' }
    return [this.#spawnServer(shared), this.#spawnServer(shared)]
  }

  async #arrive(): Promise<void> {
    await Promise.all(this.#servers.map(({ ready }) => ready))
    const addresses = this.#servers.map((server) => {
      const { stdout } = server.output()
      const address = /or\s+(http:\/\/127\.0\.0\.1:\d+)/.exec(stdout)?.[1]
      if (address === undefined) throw new Error(`Which port? ${stdout}`)
      return address
    })
    this.network.connect(...addresses)
  }

  /** Calls the API over HTTP as this user, independent of the browsers. */
  async call<Schema extends v.GenericSchema>(
    schema: Schema,
    username: string,
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<v.InferOutput<Schema>> {
    const signedIn = this.#tokens.get(username) ?? signIn(this.url, username)
    this.#tokens.set(username, signedIn)
    const { accessToken } = await signedIn
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 401 && text.includes('token_expired')) {
      // The access token can expire in a long run.
      this.#tokens.delete(username)
      return this.call(schema, username, path, body, method)
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return v.parse(schema, JSON.parse(text))
  }

  /**
   * Returns `count` barcodes of the place that no earlier call returned. Each has at least `least` available
   * plants, at one storage location and at no grower's.
   */
  async plants(
    count: number,
    {
      least = 100,
      stockType = 'COMMERCIAL',
      unordered = false,
      notAt,
    }: { least?: number; stockType?: string; unordered?: boolean; notAt?: string } = {},
  ): Promise<readonly string[]> {
    const queryAt = (location: string) =>
      new URLSearchParams({
        inventorylocation: location,
        commodity: this.place.season.Commodity,
        stocktype: stockType,
      })
    const query = queryAt(this.place.location)
    const { records } = await this.call(FoundStock, 'lena.lead', `plantinventory?${query}`)
    const elsewhere =
      notAt === undefined
        ? { records: [] }
        : await this.call(FoundStock, 'sam.super', `plantinventory?${queryAt(notAt)}`)
    const isElsewhere = new Set(elsewhere.records.map(({ BarcodeID }) => BarcodeID))
    this.#stored ??= this.call(FoundStock, 'lena.lead', `plantinventory?${query}&storagetype=GROWERSTORAGE`)
    const atGrowers = new Set((await this.#stored).records.map(({ BarcodeID }) => BarcodeID))
    const places = (barcode: string) => records.filter(({ BarcodeID }) => BarcodeID === barcode).length
    const matches = records.filter(
      (record) =>
        available(record) >= least &&
        !this.#taken.has(record.BarcodeID) &&
        places(record.BarcodeID) === 1 &&
        !atGrowers.has(record.BarcodeID) &&
        !isElsewhere.has(record.BarcodeID) &&
        // Only barcodes without orders.
        (!unordered || available(record) === onHand(record)),
    )
    const barcodes = matches.map(({ BarcodeID }) => BarcodeID).slice(0, count)
    if (barcodes.length < count) throw new Error(`Only ${barcodes.length} barcodes with ${least} plants`)
    for (const barcode of barcodes) this.#taken.add(barcode)
    return barcodes
  }

  /** Returns `count` barcodes of the place with enough plants for several documents. */
  async stockedBarcodes(count: number): Promise<readonly string[]> {
    const query = new URLSearchParams({
      inventorylocation: this.place.location,
      commodity: this.place.season.Commodity,
      stocktype: 'COMMERCIAL',
    })
    const { records } = await this.call(FoundStock, 'lena.lead', `plantinventory?${query}`)
    const barcodes = records
      .toSorted((one, other) => available(other) - available(one))
      .filter((record) => records.filter(({ BarcodeID }) => BarcodeID === record.BarcodeID).length === 1)
      .map(({ BarcodeID }) => BarcodeID)
    if (barcodes.length < count) throw new Error(`Only ${barcodes.length} barcodes`)
    const chosen = barcodes.slice(0, count)
    // They stay on documents that remain open.
    for (const barcode of chosen) this.#taken.add(barcode)
    return chosen
  }

  /** An issuance to a grower, shipped by another user. Returns tag number and grower. */
  async shippedIssuance(
    lines: readonly { readonly barcode: string; readonly quantity: number }[],
    by = 'lena.lead',
  ): Promise<{ readonly tag: string; readonly grower: { id: string; name: string } }> {
    const grower = await this.grower()
    const tag = await this.issuance(
      lines.map(({ barcode, quantity }) => ({ barcode, ordered: quantity })),
      by,
    )
    await this.ship(tag, by)
    return { tag, grower }
  }

  /** Another user picks all of an issuance as ordered, and ships it. */
  async ship(tag: string, by = 'lena.lead'): Promise<void> {
    const { IssuanceHeader, InventoryLines } = await this.issued(tag)
    const send = (header: string, status: string) =>
      this.call(IssuanceReply, by, 'issuance', {
        IssuanceHeader: { ...IssuanceHeader, Status: header },
        InventoryLines: (InventoryLines ?? []).map(({ ID, BarcodeID, OrderQty }) => ({
          ID,
          BarcodeID,
          Status: status,
          PickQty: OrderQty,
        })),
      })
    await send('RESERVED', 'PICKED')
    await send('SHIPPED', 'SHIPPED')
  }

  /** A grower of the place's commodity who picks up at the place, or elsewhere. */
  async grower(where: 'here' | 'elsewhere' = 'here'): Promise<{ id: string; name: string }> {
    const query = new URLSearchParams({ trimseasonid: this.place.season.Id, location: this.place.location })
    const { Result } = await this.call(resultOf(GrowerEntity), 'lena.lead', `grower?${query}`)
    const found = Result.find(
      ({ PickUpLocationId: pickUp }) =>
        pickUp !== '' && (pickUp === this.place.location) === (where === 'here'),
    )
    if (!found) throw new Error(`No grower who picks up ${where}`)
    return { id: found.Id, name: found.GrowerEntity }
  }

  async nursery(): Promise<{ id: string; name: string }> {
    const { Result } = await this.call(resultOf(NurseryEntity), 'lena.lead', 'nursery')
    const [first] = Result
    if (!first) throw new Error('There is no nursery.')
    return { id: first.Id, name: first.Name }
  }

  /** Creates an issuance as another user. Returns its tag number. */
  async issuance(
    lines: readonly { readonly barcode: string; readonly ordered: number }[] = [],
    by = 'lena.lead',
  ): Promise<string> {
    const { id } = await this.grower()
    const header = {
      TagNbr: '',
      IssueToType: 'Grower',
      IssueToNbr: id,
      Status: 'OPEN',
      InventoryLocation: this.place.location,
      TrimSeasonID: this.place.season.Id,
      StorageType: 'INVENTORY',
    }
    const created = await this.call(IssuanceReply, by, 'issuance', {
      IssuanceHeader: header,
      InventoryLines: [],
    })
    const TagNbr = created.TagNbr ?? ''
    for (const { barcode, ordered } of lines) {
      const { InventoryLines } = await this.call(IssuanceReply, by, 'issuance', {
        IssuanceHeader: { ...header, TagNbr, Status: 'RESERVED' },
        InventoryLines: [{ ID: null, BarcodeID: barcode, Status: 'RESERVED', OrderQty: ordered }],
      })
      const [line] = InventoryLines ?? []
      if (!line || !isReply(line.Message, REPLIES.issuanceLineReserved))
        throw new Error(`${barcode}: ${line?.Message}`)
    }
    return TagNbr
  }

  /** Reads an issuance from the server. */
  issued(tag: string, storageType = 'INVENTORY'): Promise<Issuance['Detail']> {
    return this.call(IssuanceDetail, 'lena.lead', `issuance/${tag}?storagetype=${storageType}`)
  }

  /** Quantities shipped to a grower this season, by barcode. */
  issuedTo(grower: string): Promise<Readonly<Record<string, number>>> {
    return this.#issuedIn([this.place.season.Id], grower)
  }

  /** The same over all seasons: the quantity of each barcode that the grower may return. */
  async everIssuedTo(grower: string): Promise<Readonly<Record<string, number>>> {
    const { Result } = await this.call(resultOf(TrimSeason), 'lena.lead', 'trimseasons')
    return this.#issuedIn(
      Result.map(({ Id }) => Id),
      grower,
    )
  }

  async #issuedIn(seasons: readonly string[], grower: string): Promise<Readonly<Record<string, number>>> {
    const issued: Record<string, number> = {}
    for (const season of seasons) {
      const query = new URLSearchParams({
        issuetonbr: grower,
        trimseasonid: season,
        inventorylocation: this.place.location,
      })
      const { Records } = await this.call(recordsOf(IssuedRecord), 'lena.lead', `issuancedetail?${query}`)
      // A barcode may be on several issuances.
      for (const { BarcodeID, PickQty } of Records)
        issued[BarcodeID] = (issued[BarcodeID] ?? 0) + (PickQty ?? 0)
    }
    return issued
  }

  /** Status and lines of an issuance as `barcode status ordered/picked`, by barcode. */
  async summaryOf(tag: string): Promise<{ status: string; lines: readonly string[] }> {
    const { IssuanceHeader, InventoryLines } = await this.issued(tag)
    return {
      status: IssuanceHeader?.Status ?? '',
      lines: (InventoryLines ?? [])
        .map(
          ({ BarcodeID, Status, OrderQty, PickQty }) =>
            `${BarcodeID} ${Status} ${OrderQty}/${PickQty ?? '-'}`,
        )
        .toSorted(),
    }
  }

  /** The tag number of the newest issuance of the place. */
  async newestIssuance(): Promise<string> {
    const query = new URLSearchParams({
      trimseasonid: this.place.season.Id,
      inventorylocation: this.place.location,
      all: 'true',
      limit: '500',
    })
    const { Records } = await this.call(IssuanceList, 'lena.lead', `issuance?${query}`)
    const numbers = Records.map(({ TagNbr }) => Number(TagNbr))
    return String(Math.max(...numbers))
  }

  /** Another season, of the same commodity or another. */
  async otherSeason(of: 'same' | 'another' = 'same'): Promise<TrimSeason> {
    const { Result } = await this.call(resultOf(TrimSeason), 'lena.lead', 'trimseasons')
    const { Id, Commodity } = this.place.season
    const isSame = of === 'same'
    const other = Result.find((each) => (each.Commodity === Commodity) === isSame && each.Id !== Id)
    if (!other) throw new Error('There is one season only.')
    return other
  }

  /** The same season at another location. */
  placeAt(location: string): Place {
    return { ...this.place, location }
  }

  /** A transfer from the place with reserved lines; `more`: additional header fields. Returns its number. */
  async reservedTransfer(
    to: string,
    lines: readonly TransferOrder[],
    more: Readonly<Record<string, string>> = {},
    by = 'lena.lead',
  ): Promise<string> {
    const save = this.#saverOfTransfer(to, lines, more, by)
    const number = (await save('OPEN', '', 'OPEN', null)).TransferNbr ?? ''
    await save(
      'RESERVED',
      number,
      'RESERVED',
      lines.map(() => null),
    )
    return number
  }

  /** A transfer that another user has shipped. Returns its number. */
  async shippedTransfer(
    to: string,
    lines: readonly TransferOrder[],
    more: Readonly<Record<string, string>> = {},
    by = 'lena.lead',
  ): Promise<string> {
    const number = await this.reservedTransfer(to, lines, more, by)
    const { TransferLines } = await this.call(TransferDetail, by, `transfers/${number}`)
    const ids = lines.map(
      ({ barcode }) => (TransferLines ?? []).find(({ BarcodeID }) => BarcodeID === barcode)?.ID ?? null,
    )
    const save = this.#saverOfTransfer(to, lines, more, by)
    await save('RESERVED', number, 'PICKED', ids)
    await save('SHIPPED', number, 'SHIPPED', ids)
    return number
  }

  #saverOfTransfer(
    to: string,
    lines: readonly TransferOrder[],
    more: Readonly<Record<string, string>>,
    by: string,
  ) {
    const today = new Date().toISOString().slice(0, 10)
    const header = {
      TransferNbr: '',
      OriginLocationID: this.place.location,
      DestinationLocationID: to,
      ExpectedShipDate: today,
      ExpectedArrivalDate: today,
      Status: 'OPEN',
      TrimSeasonID: this.place.season.Id,
      ...more,
    }
    return (status: string, number: string, line: string, ids: readonly (string | null)[] | null) =>
      this.call(TransferReply, by, 'transfers', {
        TransferHeader: { ...header, TransferNbr: number, Status: status },
        TransferLines: ids
          ? lines.map(({ barcode, quantity }, index) => ({
              ID: ids[index] ?? null,
              BarcodeID: barcode,
              Status: line,
              Qty: quantity,
              OrderQty: quantity,
              PickQty: quantity,
            }))
          : [],
      })
  }

  /** Status and lines of a transfer as `barcode status shipped/received`, by barcode. */
  async transferOf(number: string): Promise<{ status: string; lines: readonly string[] }> {
    const { TransferHeader, TransferLines } = await this.call(
      TransferDetail,
      'ada.admin',
      `transfers/${number}`,
    )
    return {
      status: TransferHeader?.Status ?? '',
      lines: (TransferLines ?? [])
        .map(
          ({ BarcodeID, Status, PickQty, ReceivedQty }) =>
            `${BarcodeID} ${Status} ${PickQty ?? '-'}/${ReceivedQty ?? '-'}`,
        )
        .toSorted(),
    }
  }

  /** The stock records of a barcode. */
  stockRecords(barcode: string, location: string = this.place.location): Promise<FoundStock> {
    const query = new URLSearchParams({
      inventorylocation: location,
      commodity: this.place.season.Commodity,
      stocktype: 'ALL',
      barcodeid: barcode,
    })
    return this.call(FoundStock, 'ada.admin', `plantinventory?${query}`)
  }

  /** On-hand and available (not reserved) plants of a barcode at the place. */
  async stockOf(
    barcode: string,
    location: string = this.place.location,
  ): Promise<{ onHand: number; available: number }> {
    const { records } = await this.stockRecords(barcode, location)
    return records.reduce(
      (sum, record) => ({
        onHand: sum.onHand + onHand(record),
        available: sum.available + available(record),
      }),
      { onHand: 0, available: 0 },
    )
  }

  /** The shelf of a barcode that is on exactly one shelf of the place. */
  async shelfOf(barcode: string): Promise<string> {
    const { records } = await this.stockRecords(barcode)
    const [shelf, ...others] = records.map(({ StorageLocation }) => StorageLocation)
    if (shelf === undefined || others.length > 0) throw new Error(`${barcode} is not on one shelf`)
    return shelf
  }

  /** The print servers of the place. */
  async printServers(): Promise<readonly PrintServer[]> {
    const { Records } = await this.call(
      recordsOf(PrintServer),
      'lena.lead',
      `printservers?printlocation=${this.place.location}`,
    )
    return Records
  }

  /** Replaces the print servers of the place with these. */
  async setPrintServers(
    ...wanted: readonly Pick<PrintServer, 'PrintServer' | 'Port' | 'PrintLocation' | 'PrintFormat'>[]
  ): Promise<void> {
    for (const { ID } of await this.printServers()) {
      await this.call(MessageReply, 'ada.admin', `printservers/${ID}`, undefined, 'DELETE')
    }
    for (const server of wanted) {
      const body = { ID: null, ...server, PrinterLocation: this.place.location }
      await this.call(MessageReply, 'ada.admin', 'printservers', body)
    }
  }

  /**
   * Stops the server for good and reads its database: a barcode's movements by these documents, and broken
   * invariants.
   */
  async readMovements(
    barcode: string,
    documents: readonly string[],
  ): Promise<{ readonly moved: readonly string[]; readonly broken: readonly string[] }> {
    await this.stop()
    const opened = await openDatabase(
      this.#database
        ? { kind: 'postgres', url: this.#database.url }
        : { kind: 'directory', directory: this.dataFolder },
    )
    if (!opened.ok) throw new Error(`The books do not open: ${JSON.stringify(opened.error)}`)
    const { pool, close } = opened.value
    try {
      const { rows } = await pool.query<
        Record<'from' | 'to' | 'reason', string> & Record<'number' | 'qty', number>
      >(
        `select document_number as number, qty, reason,
           concat_ws(' ', from_kind, from_owner, case when from_kind = 'stock' then '' else from_place end) as "from",
           concat_ws(' ', to_kind, to_owner, case when to_kind = 'stock' then '' else to_place end) as "to"
         from movement where barcode = $1 and document_number = any($2::int[]) order by id`,
        [barcode, documents.map(Number)],
      )
      return {
        moved: rows.map(({ number, qty, from, to, reason }) =>
          `${documents.indexOf(String(number)) + 1}: ${qty} ${from.trim()} > ${to.trim()} ${reason}`.trim(),
        ),
        broken: await findBrokenInvariants(pool),
      }
    } finally {
      await close()
    }
  }

  /**
   * Stops the server for good and reads its database: quantities issued by a document, by barcode, and broken
   * ledger invariants.
   */
  async readBooks(tag: string): Promise<{
    readonly issued: Readonly<Record<string, number>>
    readonly broken: readonly string[]
  }> {
    await this.stop()
    const opened = await openDatabase(
      this.#database
        ? { kind: 'postgres', url: this.#database.url }
        : { kind: 'directory', directory: this.dataFolder },
    )
    if (!opened.ok) throw new Error(`The books do not open: ${JSON.stringify(opened.error)}`)
    const { pool, close } = opened.value
    try {
      const { rows } = await pool.query<{ barcode: string; qty: string }>(
        "select barcode, sum(qty) as qty from movement where document_number = $1 and to_kind = 'issued' group by barcode",
        [tag],
      )
      return {
        issued: Object.fromEntries(rows.map(({ barcode, qty }) => [barcode, Number(qty)])),
        broken: await findBrokenInvariants(pool),
      }
    } finally {
      await close()
    }
  }
}
