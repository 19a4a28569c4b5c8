import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { liveAtom, publishNews } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { storageWith } from '#tests/support/pending-picks.ts'

// Replies that arrive in another order than their requests.

const ONE = 'B000000001'
const TWO = 'B000000002'
const NUMBER = '10000001'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set(
    NUMBER,
    issuanceOf(NUMBER, {}, [
      { BarcodeID: ONE, Qty: 40 },
      { BarcodeID: TWO, Qty: 15 },
    ]),
  )
})

const open = (outbox?: ReturnType<typeof storageWith>['storage']) =>
  openScreens(server.base, `/Issuance/Grower/${NUMBER}`, outbox ? { outbox } : {})
const reads = () =>
  server.asked.filter(({ method, path }) => method === 'GET' && path === `issuance/${NUMBER}`)
const returnToPage = () =>
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
const sendUpdate = () =>
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'issuance',
      Number: NUMBER,
      Step: 'pick',
      By: 'ravi',
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
    }),
  )
const pick = (barcode: string, quantity: number, by: string) => {
  const line = server.issuances.get(NUMBER)?.lines.find(({ BarcodeID }) => BarcodeID === barcode)
  if (line) Object.assign(line, { Status: 'PICKED', PickQty: quantity, LastChangedBy: by })
}

let arrived = 0
beforeAll(() => {
  const fetch = window.fetch.bind(window)
  vi.spyOn(window, 'fetch').mockImplementation(async (...asked) => {
    const response = await fetch(...asked)
    const text = await response.text()
    arrived += 1
    return new Response(text, { status: response.status, headers: response.headers })
  })
})
// Resolves once the released reply has arrived and everything is rendered.
const releaseReply = async (release: () => void) => {
  const before = arrived
  release()
  await waitFor(() => expect(arrived).toBeGreaterThan(before))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}
// From now on, each read is answered with the data of its request once the test releases it.
const holdReads = () => {
  const held: (() => void)[] = []
  server.answer('GET issuance/:id', () => {
    const { header, lines } = structuredClone(server.issuances.get(NUMBER)) ?? {}
    return new Promise((resolve) => {
      held.push(() => resolve({ IssuanceHeader: header, InventoryLines: lines }))
    })
  })
  return {
    count: () => held.length,
    release: (index: number) => releaseReply(() => held[index]?.()),
  }
}
const isPicked = async (barcode: string) =>
  expect(within(await lineOf(barcode)).getByText('PICKED')).toBeVisible()
it('an older read that is answered last replaces nothing newer, on screen and on the device', async () => {
  const kept = storageWith()
  const page = open(kept.storage)
  await lineOf(ONE)
  const { count, release } = holdReads()
  returnToPage()
  await waitFor(() => expect(count()).toBe(1))
  pick(ONE, 40, 'ravi')
  pick(TWO, 15, 'ravi')
  returnToPage()
  await waitFor(() => expect(count()).toBe(2))
  await release(1)
  await waitFor(() => isPicked(ONE))
  await release(0)
  await isPicked(ONE)
  await isPicked(TWO)
  page.unmount()
  server.answer('GET issuance/:id', () => new Response('', { status: 503 }))
  open(kept.storage)
  await isPicked(ONE)
  await isPicked(TWO)
})

it('an older read that fails last does not report an error over the newer one', async () => {
  open()
  await lineOf(ONE)
  const fails: (() => void)[] = []
  server.answer(
    'GET issuance/:id',
    () => new Promise((resolve) => fails.push(() => resolve(new Response('', { status: 500 })))),
  )
  returnToPage()
  await waitFor(() => expect(fails).toHaveLength(1))
  server.answer('GET issuance/:id', undefined)
  pick(ONE, 40, 'ravi')
  returnToPage()
  await waitFor(() => isPicked(ONE))
  await releaseReply(() => fails[0]?.())
  expect(screen.queryByText(/try again/i)).toBeNull()
})

it('a read that began before an own pick was confirmed keeps the pick, on screen and on the device', async () => {
  const kept = storageWith()
  const page = open(kept.storage)
  await lineOf(ONE)
  const { count, release } = holdReads()
  pick(TWO, 10, 'ravi')
  sendUpdate()
  await waitFor(() => expect(count()).toBe(1))
  page.scan(ONE)
  await page.says(`${ONE}: picked 40 of 40.`)
  await release(0)
  // It shows the other person's change and keeps the own one.
  await waitFor(() => isPicked(TWO))
  await isPicked(ONE)
  expect(count()).toBe(1)
  page.unmount()
  server.answer('GET issuance/:id', () => new Response('', { status: 503 }))
  open(kept.storage)
  await isPicked(ONE)
  await isPicked(TWO)
})

it("a read that contains an own pick and another person's later change shows the change", async () => {
  const page = open()
  await lineOf(ONE)
  const { count, release } = holdReads()
  let answerPick = () => {}
  server.answer('POST issuance', async () => {
    await new Promise<void>((resolve) => {
      answerPick = resolve
    })
    const InventoryLines = [{ Message: 'Inventory Line PICKED successfully', ID: 1, BarcodeID: ONE }]
    return { Message: 'Issuance processed successfully', TagNbr: 10_000_001, InventoryLines }
  })
  page.scan(ONE)
  await page.says(`${ONE}: 40 saved on this device.`)
  await waitFor(() => expect(server.posts()).toHaveLength(1))
  pick(ONE, 30, 'ravi')
  sendUpdate()
  await waitFor(() => expect(count()).toBe(1))
  answerPick()
  await page.says(`${ONE}: picked 40 of 40.`)
  await release(0)
  expect(await within(await lineOf(ONE)).findByText('Picked 30 of 40')).toBeVisible()
})

it("other people's changes are shown during own scans, with one read of the document", async () => {
  const barcodes = Array.from({ length: 8 }, (_, index) => `B0000001${String(index).padStart(2, '0')}`)
  server.issuances.set(
    NUMBER,
    issuanceOf(
      NUMBER,
      {},
      [TWO, ...barcodes].map((BarcodeID) => ({ BarcodeID, Qty: 15 })),
    ),
  )
  const page = open()
  await lineOf(TWO)
  const before = reads().length
  const { count, release } = holdReads()
  pick(TWO, 10, 'ravi')
  sendUpdate()
  await waitFor(() => expect(count()).toBe(1))
  for (const [index, barcode] of barcodes.entries()) {
    page.scan(barcode, 1000 * index)
    await page.says(`${barcode}: picked 15 of 15.`)
  }
  await release(0)
  await waitFor(() => isPicked(TWO))
  for (const barcode of barcodes) await isPicked(barcode)
  expect(reads()).toHaveLength(before + 1)
})

describe('lists', () => {
  // From now on, each list is answered with the data of its request once the test releases it.
  const holdLists = () => {
    const held: (() => void)[] = []
    server.answer('GET issuance', () => {
      const all = [...server.issuances.values()].map(({ header }) => ({ ...header }))
      return new Promise((resolve) => {
        held.push(() => resolve({ Records: all, TotalRowCount: all.length }))
      })
    })
    return { count: () => held.length, release: (index: number) => releaseReply(() => held[index]?.()) }
  }
  const create = () => server.issuances.set('10000002', issuanceOf('10000002'))

  it("a first read that began before another person's change is sent again", async () => {
    const { count, release } = holdLists()
    openScreens(server.base, '/Issuance')
    await waitFor(() => expect(count()).toBe(1))
    create()
    sendUpdate()
    await waitFor(() => expect(count()).toBe(2))
    await release(1)
    expect(await screen.findByText('2 of 2')).toBeVisible()
  })

  it.each(['in front of an empty screen', 'in front of rows'])(
    'a read that began before the person left the page is sent again on return: %s',
    async (state) => {
      const isFirst = state === 'in front of an empty screen'
      if (!isFirst) openScreens(server.base, '/Issuance')
      if (!isFirst) expect(await screen.findByText('1 of 1')).toBeVisible()
      const { count, release } = holdLists()
      if (isFirst) openScreens(server.base, '/Issuance')
      else returnToPage()
      await waitFor(() => expect(count()).toBe(1))
      create()
      returnToPage()
      await waitFor(() => expect(count()).toBe(2))
      await release(1)
      expect(await screen.findByText('2 of 2')).toBeVisible()
    },
  )
})

it('a page reports its locations in their order', async () => {
  store.set(signInServiceAtom, {
    tokens: { get: async () => 'token', replace: async () => undefined },
  } as unknown as SignInService)
  store.set(liveAtom, 'connected')
  onTestFinished(() => store.set(liveAtom, 'waiting'))
  let where: unknown
  let [inFlight, maxInFlight] = [0, 0]
  const held: (() => void)[] = []
  server.answer('POST presence', async ({ body: { Number, Barcode } }) => {
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise<void>((resolve) => held.push(resolve))
    inFlight -= 1
    where = [Number, Barcode]
    return {}
  })
  const page = open()
  await lineOf(ONE)
  await waitFor(() => expect(held).toHaveLength(1))
  page.unmount()
  // A later request has arrived, so a report that was sent on unmount would have arrived too.
  await releaseReply(() => void fetch(`${server.base}warehouse`))
  held[0]?.()
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  await waitFor(() => expect(where).toEqual([null, null]))
  expect(maxInFlight).toBe(1)
})
