import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type Perform } from '#app/api/client.ts'
import { onLedgerState } from '#app/api/ledger-state.ts'
import { laneOfDocument } from '#app/outbox/intent.ts'
import { createOutbox, type Outbox } from '#app/outbox/outbox.ts'
import { createConfirmedStore } from '#app/outbox/restore/confirmed-store.ts'
import { createRestoreWatch, type RestoreWatch } from '#app/outbox/restore/watch-restore.ts'
import { createStorage } from '#app/outbox/storage.ts'
import type { Document, Line } from '#core/kinds/document.ts'
import { emptyLine } from '#core/kinds/document.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import type { Database } from '#server/database/database.ts'
import { emptyDatabases } from '#tests/support/indexed-db.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { type RestorableDatabase, restorableFolder } from '#tests/support/restored-databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { barcodeOf, Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

// A device with confirmed and pending work meets its server after a restore from an older backup. Uses the
// app's outbox, client and restore watch on IndexedDB, and the real server on PGlite.

const PLACE = { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } }
const PERSON = 'pia.picker'

let disk: RestorableDatabase
let database: Database | undefined
let server: TestServer | undefined
// The address of the server stays the same, whatever its port is.
let isReachable = true

// PGlite takes a process with a global `window` for a browser.
const window = { location: { origin: 'http://trimline.example', pathname: '/' } }
const start = async () => {
  Reflect.deleteProperty(globalThis, 'window')
  database = await disk.open()
  Object.assign(globalThis, { window })
  server = await startTestServer({}, { database })
  await server.tokensOf(PERSON)
}
const stop = async () => {
  await server?.close()
  await database?.close()
  server = undefined
}
const clerk = () => new Clerk(present(server), PERSON)
const present = <Value>(value: Value | undefined | null): Value => {
  if (value === undefined || value === null) throw new Error('It is not there')
  return value
}

beforeEach(async () => {
  isReachable = true
  disk = restorableFolder()
  const empty = await disk.open()
  await fillWarehouse(empty)
  await empty.close()
  await start()
  const { fetch: onWire } = globalThis
  vi.stubGlobal('indexedDB', emptyDatabases())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) => {
    const url = new URL(address)
    if (url.host !== 'trimline.example') return onWire(address, init)
    if (!isReachable) throw new TypeError('Failed to fetch')
    return onWire(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${present(server).port}`), init)
  })
})
afterEach(async () => {
  onLedgerState(() => undefined)
  await Promise.allSettled(calls)
  Reflect.deleteProperty(globalThis, 'window')
  vi.unstubAllGlobals()
  await stop()
  await disk.remove()
})

interface Page {
  readonly box: Outbox
  readonly watch: RestoreWatch
  readonly perform: Perform
  /** How often all visible data was reloaded. */
  readonly reloads: () => number
}

// Calls in flight. A page that was left can have some, too.
const calls = new Set<Promise<unknown>>()
const openPage = (): Page => {
  const client = createClient({
    apiBase: 'http://trimline.example/api/',
    tokens: {
      get: async () => (await present(server).tokensOf(PERSON)).accessToken,
      replace: async () => (await present(server).tokensOf(PERSON)).accessToken,
    },
  })
  const perform: Perform = (...given) => {
    const call = client(...given)
    calls.add(call)
    void call.finally(() => calls.delete(call))
    return call
  }
  let reloads = 0
  const clock = {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    newId: () => crypto.randomUUID(),
    after: (run: () => void, ms: number) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
  const watch = createRestoreWatch({
    ...clock,
    store: createConfirmedStore(clock.now),
    perform,
    person: () => PERSON,
    server: 'http://trimline.example/api/',
    reload: () => {
      reloads += 1
    },
  })
  // Ignores the last state of the server of the test before.
  let isOpen = false
  onLedgerState((state) => isOpen && watch.note(state))
  isOpen = true
  const box = createOutbox({
    ...clock,
    storage: createStorage(),
    perform,
    person: () => PERSON,
    readSince: watch.foundAt,
    confirmed: watch.confirmed,
    requestLeadership: (begin) => void begin(),
    channel: { post: () => undefined, listen: () => undefined },
  })
  return { box, watch, perform, reloads: () => reloads }
}

const read = async (page: Page, number: string): Promise<Document> => {
  const found = await page.perform(issuance.wire.detail(PLACE, 'inventory', number))
  const document = present(found.ok ? found.value : undefined)
  await page.box.cacheDocument(document, performance.now())
  return document
}
const waitsFor = async (page: Page, ...operations: readonly string[]) => {
  await expect
    .poll(() => page.box.state().operations.map(({ id, state }) => `${id} ${state}`), { timeout: 20_000 })
    .toEqual(operations)
}
const step = (page: Page, document: Document, id: string, name: 'order' | 'pick', line: Partial<Line>) =>
  page.box.append({
    id,
    user: PERSON,
    lane: laneOfDocument('issuance', document.number ?? ''),
    intent: {
      type: 'line',
      kind: 'issuance',
      mode: 'inventory',
      place: PLACE,
      ...(document.header['DocumentUUID'] && { uuid: document.header['DocumentUUID'] }),
      step: name,
      line: { ...emptyLine, storageLocation: 'A-01', ...line },
      quantity: 40,
      reason: '',
    },
  })
const create = (page: Page, id: string, number: string) => {
  const values = { IssueToType: 'Grower', IssueToNbr: 'G1', InventoryLocation: 'WAT', TrimSeasonID: 'S1' }
  return page.box.append({
    id,
    user: PERSON,
    lane: laneOfDocument('issuance', number),
    intent: { type: 'create', kind: 'issuance', mode: 'inventory', place: PLACE, number, values },
    document: {
      kind: 'issuance',
      mode: 'inventory',
      number,
      status: 'OPEN',
      header: { ...values, TagNbr: number },
      lines: [],
    },
  })
}
const linesOf = async (number: string) =>
  (await clerk().detail(number)).InventoryLines.map(
    ({ BarcodeID, Status, PickQty, OrderQty }) => `${BarcodeID} ${Status} ${PickQty ?? OrderQty}`,
  )
const restore = async () => {
  await stop()
  await disk.restore()
  await start()
}
const backUp = async () => {
  await stop()
  disk.backUp()
  await start()
}
const [FIRST, SECOND] = [barcodeOf(1), barcodeOf(2)]
const numbers = async () =>
  (await present(database).pool.query('select number from document order by number')).rows.map(({ number }) =>
    String(number),
  )

describe('a device whose server was restored', () => {
  test('reports the missing changes, and after a confirmation the ledger is exact', async () => {
    const page = openPage()
    const tag = await clerk().create()
    const early = await read(page, tag)
    await step(page, early, 'order-first', 'order', { barcode: FIRST, ordered: 40 })
    await waitsFor(page)
    await backUp()

    const document = await read(page, tag)
    const [line] = document.lines
    await step(page, document, 'pick-first', 'pick', present(line))
    await step(page, document, 'order-second', 'order', { barcode: SECOND, ordered: 40 })
    await create(page, 'new', 'NEW-00000A')
    await page.box.append({
      id: 'order-in-new',
      user: PERSON,
      lane: 'issuance NEW-00000A',
      intent: {
        type: 'line',
        kind: 'issuance',
        mode: 'inventory',
        place: PLACE,
        step: 'order',
        line: { ...emptyLine, barcode: barcodeOf(3), storageLocation: 'A-01', ordered: 40 },
        quantity: 40,
        reason: '',
      },
    })
    await waitsFor(page)
    const lostNumber = present((await numbers()).at(-1))
    expect(await linesOf(tag)).toEqual([`${FIRST} PICKED 40`, `${SECOND} RESERVED 40`])
    await restore()

    // The next answer has another run id.
    await read(page, tag)
    await expect.poll(() => page.watch.finding()?.lost.length, { timeout: 20_000 }).toBe(4)
    const finding = present(page.watch.finding())
    const lost = finding.lost.flatMap(({ operations }) => operations.map(({ id }) => id))
    expect(lost.toSorted()).toEqual(['new', 'order-in-new', 'order-second', 'pick-first'])
    expect(Date.parse(finding.restoredTo)).not.toBeNaN()
    expect(page.reloads()).toBe(1)
    // Nothing is sent before the person confirms.
    expect(await linesOf(tag)).toEqual([`${FIRST} RESERVED 40`])

    await page.watch.sendAgain(page.box)
    await waitsFor(page)
    expect(page.watch.finding()).toBeNull()
    expect((await linesOf(tag)).toSorted()).toEqual([`${FIRST} PICKED 40`, `${SECOND} RESERVED 40`])
    const made = present((await numbers()).at(-1))
    expect(Number(made)).toBeGreaterThan(Number(lostNumber))
    expect(await linesOf(made)).toEqual([`${barcodeOf(3)} RESERVED 40`])
    expect(await numbers()).toEqual([tag, made])
    const keys = await present(database).pool.query(
      `select key from idempotency_key where key in ('pick-first', 'order-second', 'new', 'order-in-new')`,
    )
    expect(keys.rowCount).toBe(4)
    expect(await findBrokenInvariants(present(database).pool)).toEqual([])

    // The next start does not report it again.
    await stop()
    await start()
    await read(page, tag)
    await expect.poll(() => page.watch.finding()).toBeNull()
  })

  test('a pending change of a lost document is held, and is sent once the document is created again', async () => {
    const page = openPage()
    await read(page, await clerk().create())
    await backUp()
    await create(page, 'new', 'NEW-00000A')
    await waitsFor(page)
    const lostNumber = present((await numbers()).at(-1))
    const lost = await read(page, lostNumber)
    isReachable = false
    await step(page, lost, 'waiting', 'order', { barcode: FIRST, ordered: 40 })
    await restore()
    // Another person got the number meanwhile.
    expect(await clerk().create()).toBe(lostNumber)
    isReachable = true
    page.box.retryNow()
    await waitsFor(page, 'waiting held')
    expect(page.box.state().operations[0]?.why?.code).toMatch(/^outbox\.(numberReused|documentGone)$/)
    expect(await linesOf(lostNumber)).toEqual([])
    await expect.poll(() => page.watch.finding()?.lost.length, { timeout: 20_000 }).toBe(1)

    await page.watch.sendAgain(page.box)
    await waitsFor(page)
    const made = present((await numbers()).at(-1))
    expect(Number(made)).toBeGreaterThan(Number(lostNumber))
    expect(await linesOf(made)).toEqual([`${FIRST} RESERVED 40`])
    expect(await linesOf(lostNumber)).toEqual([])
    expect(await findBrokenInvariants(present(database).pool)).toEqual([])
  })

  test('a plain restart, and answers out of order, do not count as a restore', async () => {
    const page = openPage()
    const tag = await clerk().create()
    const document = await read(page, tag)
    await step(page, document, 'order-first', 'order', { barcode: FIRST, ordered: 40 })
    await waitsFor(page)
    const { headers } = await clerk().get('warehouse', { isactive: 'true' })
    await stop()
    await start()
    await read(page, tag)
    // A late answer from before the restart.
    page.watch.note(headers.get('ledger-state') ?? '')
    await read(page, tag)
    await expect.poll(async () => (await createConfirmedStore(Date.now).calls(PERSON)).length).toBe(1)
    expect(page.watch.finding()).toBeNull()
    expect(page.reloads()).toBe(0)
  })
})
