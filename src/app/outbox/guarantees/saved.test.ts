import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '#app/outbox/storage.ts'
import { Device, LANE, newIssuance, orderOf, pickOf } from '#tests/support/outbox-device.ts'
import { holdChanges, loseAnswer, loseRequest, OutboxServer } from '#tests/support/outbox-server.ts'

let server: OutboxServer
let device: Device
beforeEach(() => {
  vi.restoreAllMocks()
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
  device = new Device({ server })
})

// Calls back for each transaction from now on.
const transactions = (onTransaction: (transaction: IDBTransaction) => void) => {
  // oxlint-disable-next-line typescript/unbound-method -- called on the database that it is of
  const { transaction: begin } = IDBDatabase.prototype
  return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    const transaction = begin.apply(this, given)
    onTransaction(transaction)
    return transaction
  })
}
const isWriting = ({ mode }: IDBTransaction) => mode === 'readwrite'

describe("1. 'Saved on this device' appears only after the transaction is complete, with strict durability.", () => {
  it('writes everything with strict durability', async () => {
    const written: string[] = []
    transactions((transaction) => {
      if (isWriting(transaction)) written.push(transaction.durability)
    })
    const page = device.open()
    const { intent, document } = newIssuance('NEW-00000A')
    await page.box.append({ id: 'new', user: 'pia', lane: 'issuance NEW-00000A', intent, document })
    await page.pick('B000000009', { lane: 'issuance NEW-00000A', intent: orderOf('B000000009') })
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(3)
    // Three appended, three packed, three answered, and the stored document.
    expect(written.length).toBeGreaterThanOrEqual(10)
    expect(new Set(written)).toEqual(new Set(['strict']))
  })

  it('not before the transaction is complete', async () => {
    const page = device.open(null)
    await page.box.ready
    const order: string[] = []
    transactions((transaction) => {
      if (!isWriting(transaction)) return
      order.push('begun')
      transaction.addEventListener('complete', () => order.push('complete'))
    })
    await page.pick('B000000001')
    order.push('saved on this device')
    expect(order).toEqual(['begun', 'complete', 'saved on this device'])
  })

  it('not if the disk aborts the transaction at the last moment', async () => {
    const page = device.open(null)
    await page.box.ready
    // oxlint-disable-next-line typescript/unbound-method -- called on the store that it is of
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      const request = put.apply(this, given)
      request.addEventListener('success', () => this.transaction.abort())
      return request
    })
    expect(await page.pick('B000000001')).toBe(false)
    expect(page.box.pendingOf(LANE)).toEqual([])
    expect(await device.disk()).toEqual([])
  })

  it('still has a saved operation after the page is killed', async () => {
    server.fault = loseRequest
    const page = device.open()
    expect(await page.pick('B000000001')).toBe(true)
    page.kill()
    expect(await device.disk()).toEqual(['B000000001 here'])
  })
})

describe("12. A full disk or a lost database: one attempt to reopen, then 'not saved' with a tone; 'not sure' while the database does not answer. 'Saved' never appears for unsaved work.", () => {
  const fillDisk = () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
  }

  it('retries once on a new connection with a full disk, then reports not saved and shows nothing', async () => {
    const page = device.open()
    const other = device.open()
    await page.box.ready
    const opened = vi.spyOn(indexedDB, 'open')
    fillDisk()
    expect(await page.pick('B000000001')).toBe(false)
    expect(opened).toHaveBeenCalledOnce()
    expect(page.box.pendingOf(LANE)).toEqual([])
    await device.waitUntilIdle()
    expect(other.box.pendingOf(LANE)).toEqual([])
    expect(server.changes()).toEqual([])
    vi.restoreAllMocks()
    expect(await page.pick('B000000002')).toBe(true)
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000002 PICKED 40'])
  })

  it('reopens a lost connection and saves the operation', async () => {
    const connections: IDBDatabase[] = []
    transactions(({ db }) => connections.push(db))
    const page = device.open(null)
    await page.box.ready
    // Like a browser that closes the database.
    for (const connection of connections) connection.close()
    expect(await page.pick('B000000001')).toBe(true)
    expect(await device.disk()).toEqual(['B000000001 here'])
  })

  // Transactions that fail: after their commit, or before.
  const failing = (when: 'committed' | 'aborted') =>
    transactions((transaction) => {
      if (!isWriting(transaction)) return
      if (when === 'aborted') {
        transaction.abort()
        return
      }
      transaction.addEventListener('complete', (event) => {
        event.stopImmediatePropagation()
        transaction.dispatchEvent(new IDBVersionChangeEvent('abort'))
      })
    })

  it('finds an operation whose commit was not reported, and reports it as saved', async () => {
    const page = device.open(null)
    await page.box.ready
    failing('committed')
    expect(await page.pick('B000000001')).toBe(true)
    expect(page.box.pendingOf(LANE)).toHaveLength(1)
    expect(await device.disk()).toEqual(['B000000001 here'])
  })

  it('reports not sure if the database fails during a transaction, and sends a stored operation later', async () => {
    const page = device.open()
    await page.box.ready
    failing('committed')
    const opened = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('It cannot be opened.', 'UnknownError')
    })
    const found: string[] = []
    const intent = pickOf('B000000001')
    const appending = { id: 'B000000001', user: 'pia', lane: LANE, intent, found: () => found.push('found') }
    expect(await page.box.append(appending)).toEqual({ ok: false, error: 'notSure' })
    expect([page.box.pendingOf(LANE), found]).toEqual([[], []])
    opened.mockRestore()
    vi.restoreAllMocks()
    await device.advance(5000)
    await device.waitUntilIdle()
    expect(found).toEqual(['found'])
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
  })

  it('reports not sure if the database fails before the commit, and sends nothing', async () => {
    const page = device.open()
    await page.box.ready
    failing('aborted')
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('It cannot be opened.', 'UnknownError')
    })
    const appending = { id: 'B000000001', user: 'pia', lane: LANE, intent: pickOf('B000000001') }
    expect(await page.box.append(appending)).toEqual({ ok: false, error: 'notSure' })
    vi.restoreAllMocks()
    await device.advance(5000)
    expect(await page.pick('B000000002')).toBe(true)
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000002 PICKED 40'])
  })

  it('sends an unconfirmed operation before a later saved one', async () => {
    const page = device.open()
    await page.box.ready
    failing('committed')
    const opened = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('It cannot be opened.', 'UnknownError')
    })
    const appending = { id: 'B000000001', user: 'pia', lane: LANE, intent: pickOf('B000000001') }
    expect(await page.box.append(appending)).toMatchObject({ error: 'notSure' })
    opened.mockRestore()
    vi.restoreAllMocks()
    expect(await page.pick('B000000002')).toBe(true)
    await device.waitUntilIdle()
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
    ])
  })

  it('shows pending operations once a failed read at the start succeeds, also if another page sends', async () => {
    server.fault = loseRequest
    const sending = device.open()
    await sending.pick('B000000001')
    const opened = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('It cannot be opened.', 'UnknownError')
    })
    const page = device.open()
    await page.box.ready
    expect(page.box.pendingOf(LANE)).toEqual([])
    opened.mockRestore()
    await device.advance(5000)
    await device.waitUntilIdle()
    expect(page.box.pendingOf(LANE).map(({ id }) => id)).toEqual(['B000000001'])
  })

  it('stops waiting for a database that does not open, twice', async () => {
    const page = device.open(null, createStorage('trimline-outbox', 1))
    const opened = vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
    expect(await page.pick('B000000001')).toBe(false)
    expect(opened.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('writes pending operations again if storage is cleared while pages are open, and sends them once', async () => {
    server.fault = loseRequest
    const page = device.open()
    const other = device.open()
    await page.pick('B000000001')
    await other.pick('B000000002')
    await device.waitUntilIdle()
    indexedDB.deleteDatabase('trimline-outbox')
    await device.waitUntilIdle()
    // The next read finds the refilled database.
    await page.box.cachedDocument(LANE)
    expect((await device.disk()).toSorted()).toEqual(['B000000001 here', 'B000000002 here'])
    for (const each of [page, other]) each.kill()
    server.fault = undefined
    const next = device.open()
    await device.waitUntilIdle()
    expect(server.effects).toEqual([
      'pia: 10000001 B000000001 PICKED 40',
      'pia: 10000001 B000000002 PICKED 40',
    ])
    expect(next.box.pendingOf(LANE)).toEqual([])
  })

  it('writes a call in flight again with its key if storage is cleared', async () => {
    const page = device.open()
    server.fault = loseRequest
    await page.pick('B000000001')
    await page.pick('B000000002')
    await device.waitUntilIdle()
    const { fault, letGo } = holdChanges(loseAnswer)
    server.fault = fault
    await device.advance(5000)
    expect(server.changes().map(({ key }) => key)).toEqual(['B000000001+1'])
    indexedDB.deleteDatabase('trimline-outbox')
    await device.waitUntilIdle()
    await page.box.cachedDocument(LANE)
    page.kill()
    letGo()
    server.fault = undefined
    expect(await device.disk()).toEqual(['B000000001 sent', 'B000000002 sent'])
    device.open()
    await device.waitUntilIdle()
    expect(server.changes().map(({ key }) => key)).toEqual(['B000000001+1', 'B000000001+1'])
    expect(server.effects).toHaveLength(2)
  })

  it('does not resend an operation whose result a full disk did not store, and stores it later', async () => {
    const page = device.open()
    const { fault, letGo } = holdChanges()
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual(['B000000001 sent'])
    fillDisk()
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    letGo()
    await device.waitUntilIdle()
    expect(page.box.pendingOf(LANE)).toEqual([])
    expect(await device.disk()).toEqual(['B000000001 sent'])
    vi.restoreAllMocks()
    await device.advance(60_000)
    expect(await device.disk()).toEqual([])
    expect(server.changes()).toHaveLength(1)
  })

  it('sends nothing new of a document before the previous result is stored', async () => {
    const page = device.open()
    const { fault, letGo } = holdChanges()
    server.fault = fault
    await page.pick('B000000001')
    await device.waitUntilIdle()
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    letGo()
    await device.waitUntilIdle()
    await page.pick('B000000002')
    await device.advance(60_000)
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual(['B000000001 sent', 'B000000002 here'])
    vi.restoreAllMocks()
    await device.advance(60_000)
    expect(server.effects).toHaveLength(2)
    expect(await device.disk()).toEqual([])
  })
})
