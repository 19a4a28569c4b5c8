import { expect, it, vi } from 'vitest'
import { Device, LANE, pickOf } from '#tests/support/outbox-device.ts'
import { OutboxServer } from '#tests/support/outbox-server.ts'
import type { Outbox } from '../outbox.ts'
import type { ConfirmedCall, ConfirmedStore, ServerRecord } from './confirmed-store.ts'
import { createRestoreWatch } from './watch-restore.ts'

// A person's decisions about the changes that a restored server has lost.

const lost: ConfirmedCall = {
  key: 'one',
  user: 'pia',
  at: 1,
  operations: [
    {
      id: 'one',
      seq: 1,
      user: 'pia',
      lane: 'adjust B1',
      at: 1,
      state: 'sent',
      intent: { type: 'adjust' } as never,
    },
  ],
  request: {},
  answer: {},
  lane: 'adjust B1',
  lost: true,
}

// A device whose server has lost a call: the store that all its pages share.
const storeOf = (isRestoreKnown = true): ConfirmedStore => {
  let calls: readonly ConfirmedCall[] = [lost]
  let told: ServerRecord = {
    id: '/api/ pia',
    state: { id: 'a', run: 'b', position: 1, hash: 'c', at: 1 },
    ...(isRestoreKnown && { restoredTo: '' }),
  }
  return {
    add: async (call) => void (calls = [...calls, call]),
    calls: async () => calls,
    markLost: async () => undefined,
    remove: async (keys) => void (calls = calls.filter(({ key }) => !keys.includes(key))),
    readRecord: async () => told,
    updateRecord: async (_, change) => void (told = change(told)),
  }
}

const watchOn = (store: ConfirmedStore, after: (run: () => void) => () => void) =>
  createRestoreWatch({
    store,
    perform: () => Promise.reject(new Error('Nothing is asked')),
    person: () => 'pia',
    now: () => 1,
    after,
    newId: () => 'new',
    server: '/api/',
    reload: () => undefined,
  })

const open = async (store: ConfirmedStore) => {
  const watch = watchOn(store, () => () => undefined)
  const shown = new Promise<void>((resolve) => void watch.subscribe(resolve))
  watch.personChanged()
  await shown
  return watch
}

const outboxOf = (offered: string[]) =>
  ({
    appendAgain: async (operations: readonly { readonly id: string }[]) =>
      void offered.push(...operations.map(({ id }) => id)),
  }) as unknown as Outbox

it('sends a lost change again only once if two pages show it', async () => {
  const store = storeOf()
  const [one, other] = [await open(store), await open(store)]
  expect([one.finding()?.lost.length, other.finding()?.lost.length]).toEqual([1, 1])
  const offered: string[] = []
  await one.sendAgain(outboxOf(offered))
  await other.sendAgain(outboxOf(offered))
  expect(offered).toEqual(['one'])
  expect(other.finding()).toBeNull()
})

it('also offers it if another page has recorded a state without the restore', async () => {
  const watch = await open(storeOf(false))
  expect(watch.finding()?.lost).toHaveLength(1)
  const offered: string[] = []
  await watch.sendAgain(outboxOf(offered))
  expect(offered).toEqual(['one'])
})

it('does not send a change again that another page has dismissed', async () => {
  const store = storeOf()
  const [one, other] = [await open(store), await open(store)]
  const offered: string[] = []
  await one.dismiss()
  await other.sendAgain(outboxOf(offered))
  expect(offered).toEqual([])
})

it('stores a confirmed call later if the disk is full', async () => {
  const store = storeOf()
  let isFull = true
  const add: ConfirmedStore['add'] = (call) =>
    isFull ? Promise.reject(new DOMException('Full', 'QuotaExceededError')) : store.add(call)
  const timers: (() => void)[] = []
  const watch = watchOn({ ...store, add }, (run) => {
    timers.push(run)
    return () => undefined
  })
  watch.confirmed({ ...lost, key: 'two' })
  await vi.waitFor(() => expect(timers).toHaveLength(1))
  isFull = false
  timers[0]?.()
  await vi.waitFor(async () =>
    expect((await store.calls('pia')).map(({ key }) => key)).toEqual(['one', 'two']),
  )
})

it('keeps a step of the whole document, and sends it after the lines under its key', async () => {
  const server = new OutboxServer()
  server.issuance('10000001', 'B000000001')
  const device = new Device({ server })
  const page = device.open()
  const { place } = pickOf('B000000001')
  const intent = { type: 'whole', kind: 'issuance', mode: 'inventory', place, step: 'ship' } as const
  page.box.noteConfirmed({ id: 'a.ship', user: 'pia', lane: LANE, intent })
  expect(device.confirmed).toMatchObject([
    { key: 'a.ship', user: 'pia', lane: LANE, operations: [{ intent }] },
  ])
  await page.pick('B000000001')
  const kept = device.confirmed[0]?.operations ?? []
  await page.box.appendAgain(kept.map((each) => ({ ...each, key: 'a.ship' })))
  await device.waitUntilIdle()
  const sent = server
    .changes()
    .map(({ key, body }) => [key, body.IssuanceHeader.Status, body.InventoryLines.length])
  expect(sent[0]).toEqual(['B000000001', 'RESERVED', 1])
  expect(server.changes()[1]).toMatchObject({
    key: 'a.ship',
    body: { IssuanceHeader: { Status: 'SHIPPED' } },
  })
  expect(page.box.pendingOf(LANE)).toEqual([])
  expect(page.told).toEqual([])
})

it('sends the operations of one call again in one call, under its key', async () => {
  const server = new OutboxServer()
  server.issuance('10000001', 'B000000001', 'B000000002')
  const device = new Device({ server })
  const page = device.open(null)
  for (const barcode of ['B000000001', 'B000000002']) await page.pick(barcode)
  const operations = page.box.pendingOf(LANE).map((each) => ({ ...each, key: 'former+1' }))
  page.signIn('pia')
  await device.waitUntilIdle()
  const before = server.changes().length
  await page.box.appendAgain(operations.map((each) => ({ ...each, id: `${each.id}.again` })))
  await device.waitUntilIdle()
  const again = server.changes().slice(before)
  expect(again.map(({ key, body }) => [key, body.InventoryLines.length])).toEqual([['former+1', 2]])
  expect(page.box.pendingOf(LANE)).toEqual([])
})
