import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Device, LANE, newIssuance, orderOf, type Page, pickOf } from '#tests/support/outbox-device.ts'
import { holdChanges, loseRequest, OutboxServer, onChanges, problem } from '#tests/support/outbox-server.ts'

let server: OutboxServer
let device: Device
beforeEach(() => {
  vi.restoreAllMocks()
  server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
  device = new Device({ server })
})
const NEW = 'issuance NEW-00000A'
const create = ({ box }: Page) =>
  box.append({ id: 'new', user: 'pia', lane: NEW, ...newIssuance('NEW-00000A') })
const linesOf = async ({ box }: Page, lane = LANE) =>
  (await box.cachedDocument(lane))?.document.lines.map(
    ({ id, barcode, status }) => `${id} ${barcode} ${status}`,
  )
const why = ({ box }: Page, lane = LANE) => box.pendingOf(lane).map((each) => each.why?.code ?? each.state)

describe('the document of an operation', () => {
  it('is stored as the server has it, with the confirmed operations, for pages without a network', async () => {
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(await linesOf(page)).toEqual(['501 B000000001 PICKED', '502 B000000002 RESERVED'])
  })

  it('is also stored under its new number', async () => {
    const page = device.open()
    await create(page)
    await device.waitUntilIdle()
    expect((await page.box.cachedDocument('issuance 10000901'))?.document.number).toBe('10000901')
    expect((await page.storage.document(NEW))?.document.number).toBe('10000901')
    await page.pick('B000000009', { lane: NEW, intent: orderOf('B000000009') })
    await device.waitUntilIdle()
    expect((await linesOf(page, 'issuance 10000901'))?.[0]).toMatch(/^\d+ B000000009 RESERVED$/)
  })

  it('is read again if the server does not send a new line’s ID, so that the line can be picked', async () => {
    const page = device.open()
    server.fault = onChanges(async (answer) => {
      const said = await answer().json()
      for (const line of said.InventoryLines) line.ID = null
      return Response.json(said)
    })
    await page.pick('B000000009', { intent: orderOf('B000000009') })
    await device.waitUntilIdle()
    const id = server.issuances.get('10000001')?.lines[2]?.ID
    expect(await linesOf(page)).toContain(`${id} B000000009 RESERVED`)
    await page.box.append({ id: 'pick', user: 'pia', lane: LANE, intent: pickOf('B000000009') })
    await device.waitUntilIdle()
    expect(server.changes().at(-1)?.body.InventoryLines[0].ID).toBe(String(id))
  })

  it('is read before a pick of a new line without an ID if it could not be read earlier', async () => {
    const page = device.open()
    let isNamed = false
    server.fault = async (answer, { call }) => {
      if (call.startsWith('GET')) return isNamed ? lostOnce() : answer()
      const said = await answer().json()
      isNamed = true
      for (const line of said.InventoryLines) line.ID = null
      return Response.json(said)
    }
    const lostOnce = () => {
      server.fault = undefined
      throw new TypeError('Failed to fetch')
    }
    await page.pick('B000000009', { intent: orderOf('B000000009') })
    await device.waitUntilIdle()
    expect(await linesOf(page)).toContain(' B000000009 RESERVED')
    await page.box.append({ id: 'pick', user: 'pia', lane: LANE, intent: pickOf('B000000009') })
    await device.waitUntilIdle()
    const id = server.issuances.get('10000001')?.lines[2]?.ID
    expect(server.changes().at(-1)?.body.InventoryLines[0].ID).toBe(String(id))
  })

  it('is read before a pick of a line whose ID is not known yet', async () => {
    const page = device.open()
    server.fault = loseRequest
    await create(page)
    await page.pick('B000000009', { lane: NEW, intent: orderOf('B000000009') })
    await page.box.append({ id: 'pick', user: 'pia', lane: NEW, intent: pickOf('B000000009') })
    await device.waitUntilIdle()
    server.fault = undefined
    await device.advance(60_000)
    expect(server.effects.slice(1)).toEqual([
      'pia: 10000901 B000000009 RESERVED 40',
      'pia: 10000901 B000000009 PICKED 40',
    ])
    const id = server.issuances.get('10000901')?.lines[0]?.ID
    expect(server.changes().at(-1)?.body.InventoryLines[0].ID).toBe(String(id))
  })

  it('is missing on the server: the operation is held', async () => {
    const page = device.open()
    await page.box.append({
      id: 'pick',
      user: 'pia',
      lane: 'issuance 10000009',
      intent: pickOf('B000000001'),
    })
    await device.waitUntilIdle()
    expect(why(page, 'issuance 10000009')).toEqual(['outbox.documentGone'])
  })

  it('cannot be read now: the operation is retried', async () => {
    const page = device.open()
    server.fault = () => problem('unavailable')
    await page.pick('B000000001')
    await device.advance(60_000)
    expect(why(page)).toEqual(['here'])
  })

  it('was never created because its creation was discarded: the operation is refused without a request', async () => {
    const page = device.open()
    server.fault = onChanges(() => Response.json({ Message: 'No more today', TagNbr: null }))
    await create(page)
    await page.pick('B000000009', { lane: NEW, intent: orderOf('B000000009') })
    await device.waitUntilIdle()
    server.received.splice(0)
    page.box.discard('new')
    page.kill()
    const next = device.open()
    await device.waitUntilIdle()
    expect(why(next, NEW)).toEqual(['outbox.documentGone'])
    expect(server.received).toEqual([])
  })
})

describe('a line that is no longer on its document', () => {
  it('is refused, and the other lines of its call are sent', async () => {
    const page = device.open()
    server.fault = loseRequest
    for (const barcode of ['B000000001', 'B000000007', 'B000000002']) await page.pick(barcode)
    server.fault = undefined
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000007 refused', 'B000000002 here'])
    expect(why(page)).toEqual(['outbox.lineGone', 'here'])
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    page.box.discard('B000000007')
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(2)
  })
})

describe('a key that the server has already used for another body', () => {
  // A call that this device sent before the server was restored, and that arrives late.
  const sendLate = async (page: Page, quantity: number) => {
    const intent = { ...pickOf('B000000001'), quantity }
    await page.box.append({ id: 'pick', user: 'pia', lane: LANE, intent })
    server.fault = onChanges(() => {
      const line = server.issuances.get('10000001')?.lines[0]
      if (line) Object.assign(line, { Status: 'PICKED', PickQty: 40, Qty: 40 })
      return problem('key_reused')
    })
    // Preloads the code that reads the document.
    await import('./verify-answer.ts')
    await device.waitUntilIdle()
    return [...why(page), ...((await linesOf(page)) ?? []).slice(0, 1)]
  }

  it('is confirmed if the document shows the change', async () => {
    expect(await sendLate(device.open(), 40)).toEqual(['501 B000000001 PICKED'])
  })

  it('is refused if the document does not show it', async () => {
    expect(await sendLate(device.open(), 12)).toEqual(['outbox.problem', '501 B000000001 PICKED'])
  })
})

describe('other pages', () => {
  it('are notified that an operation is in flight, and can no longer remove it', async () => {
    const { fault } = holdChanges()
    server.fault = fault
    const sender = device.open()
    const other = device.open()
    await other.pick('B000000001')
    await device.waitUntilIdle()
    expect([sender, other].map(({ box }) => box.pendingOf(LANE)[0]?.state)).toEqual(['sent', 'sent'])
    expect([sender, other].map(({ box }) => [box.withdraw('B000000001'), box.discard('B000000001')])).toEqual(
      [
        [false, false],
        [false, false],
      ],
    )
  })

  it('do not remove an unsent operation, because the leader tab may be sending it', async () => {
    server.fault = loseRequest
    const sender = device.open()
    const other = device.open()
    await other.pick('B000000001')
    await device.waitUntilIdle()
    expect(other.box.withdraw('B000000001')).toBe(false)
    expect(sender.box.withdraw('B000000001')).toBe(true)
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual([])
    expect(other.box.pendingOf(LANE)).toEqual([])
  })

  it('cannot remove an operation on the leader tab while its call is built', async () => {
    const { fault, letGo } = holdChanges()
    server.fault = (answer, asked) => fault(answer, { ...asked, call: '' })
    const page = device.open()
    await page.pick('B000000001')
    await device.waitUntilIdle()
    expect(page.box.withdraw('B000000001')).toBe(false)
    letGo()
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(1)
  })

  const fillDisk = () => {
    for (const change of ['put', 'delete'] as const) {
      vi.spyOn(IDBObjectStore.prototype, change).mockImplementation(() => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      })
    }
  }

  it('get the server’s result from the leader tab once, even if the disk is full', async () => {
    server.outOfStock.add('B000000001')
    const { fault, letGo } = holdChanges()
    server.fault = fault
    device.open()
    const other = device.open()
    await other.pick('B000000001')
    await device.waitUntilIdle()
    fillDisk()
    letGo()
    await device.waitUntilIdle()
    expect(why(other)).toEqual(['insufficientQuantity'])
    vi.restoreAllMocks()
    await device.advance(60_000)
    expect(await device.disk()).toEqual(['B000000001 refused'])
    expect(other.told).toHaveLength(1)
  })

  it('are notified of a discarded operation only once that is stored', async () => {
    server.outOfStock.add('B000000001')
    const sender = device.open()
    const other = device.open()
    await other.pick('B000000001')
    await device.waitUntilIdle()
    fillDisk()
    expect(other.box.discard('B000000001')).toBe(true)
    await device.waitUntilIdle()
    expect(why(sender)).toEqual(['insufficientQuantity'])
    vi.restoreAllMocks()
    await device.advance(60_000)
    expect(await device.disk()).toEqual([])
    expect(why(sender)).toEqual([])
  })

  it('store an unstored change first when they become the leader tab, then send it', async () => {
    server.outOfStock.add('B000000001')
    const sending = device.open()
    const page = device.open()
    await sending.pick('B000000001')
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual(['B000000001 refused'])
    server.outOfStock.clear()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    sending.kill()
    await device.waitUntilIdle()
    full.mockRestore()
    await device.advance(10_000)
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
    expect(await device.disk()).toEqual([])
    expect(page.box.pendingOf(LANE)).toEqual([])
  })

  it('are not notified of a resend before it is stored: the operation survives if the page closes', async () => {
    server.outOfStock.add('B000000001')
    const sending = device.open()
    const page = device.open()
    await sending.pick('B000000001')
    await device.waitUntilIdle()
    server.outOfStock.clear()
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    sending.box.resend('B000000001')
    await device.waitUntilIdle()
    sending.kill()
    full.mockRestore()
    await device.advance(10_000)
    await device.waitUntilIdle()
    expect(await device.disk()).toEqual(['B000000001 refused'])
    expect(page.box.pendingOf(LANE).map(({ id, state }) => `${id} ${state}`)).toEqual(['B000000001 refused'])
    page.box.resend('B000000001')
    await device.waitUntilIdle()
    expect(server.effects).toEqual(['pia: 10000001 B000000001 PICKED 40'])
  })

  it('do not block work if they cannot be notified', async () => {
    const page = device.open()
    device.isChannelBroken = true
    expect(await page.pick('B000000001')).toBe(true)
    await device.waitUntilIdle()
    expect(server.effects).toHaveLength(1)
    expect(await device.disk()).toEqual([])
  })

  it('that follow a document by its local number get its results under the assigned number', async () => {
    server.fault = loseRequest
    const page = device.open()
    const heard: string[] = []
    page.box.follow(NEW, ({ operation, result }) => heard.push(`${operation.id} ${result.type}`))
    await create(page)
    await page.pick('B000000009', { lane: NEW, intent: orderOf('B000000009') })
    server.fault = undefined
    await device.advance(60_000)
    await page.pick('B000000008', { lane: NEW, intent: orderOf('B000000008') })
    await device.waitUntilIdle()
    expect(heard).toEqual(['new confirmed', 'B000000009 confirmed', 'B000000008 confirmed'])
    expect(page.box.pendingOf(NEW)).toEqual([])
  })
})
