import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { AppOperation } from '#app/outbox/intent.ts'
import { NO_CHANGES } from '#core/outbox/index.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { notEnough, pendingPick } from '#tests/support/pending-picks.ts'

// One document in two tabs of a browser: this tab, and the tab that sends.

const FIRST = 'B000000001'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: FIRST, Qty: 40 }]))
})
// The other tab holds the lock of the sending page.
const otherTab = () => {
  const locks = { request: () => new Promise(() => undefined), query: async () => ({ held: [] }) }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
  onTestFinished(
    () => void Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined }),
  )
  const channel = new BroadcastChannel('trimline.outbox')
  onTestFinished(() => channel.close())
  return (message: object) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    act(async () => channel.postMessage({ writings: [], settled: [], ...message }))
}
// This tab becomes visible again.
const showTab = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
const reads = () => server.asked.filter(({ path }) => path === 'issuance/10000001').length
const put = (operation: AppOperation) => ({ writings: [{ ...NO_CHANGES, put: [operation] }] })

it("the other tab reports its refused change: this tab shows the line's state and plays no sound", async () => {
  const announce = otherTab()
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  const operation = pendingPick(FIRST, { page: 'the other tab', state: 'sent' })
  await announce(put(operation))
  await showTab()
  await screen.findByText('1 of 1 line')
  const refused = { ...operation, state: 'refused' as const, why: notEnough(FIRST) }
  const settled = [{ operation: refused, result: { type: 'refused', why: notEnough(FIRST) } }]
  await announce({ ...put(refused), settled })
  await screen.findByText('0 of 1 line')
  await waitFor(() => expect(reads()).toBe(3))
  expect(page.outcome()).toBeUndefined()
  expect(within(await lineOf(FIRST)).queryByText(/not enough|insufficient/i)).toBeNull()
})

it('the other tab reports its held change, this tab does not', async () => {
  const announce = otherTab()
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  const why = { code: 'outbox.old', facts: {} }
  const held = pendingPick(FIRST, { page: 'the other tab', state: 'held', why })
  await announce({ ...put(held), settled: [{ operation: held, result: { type: 'held', why } }] })
  await showTab()
  await screen.findByText('1 of 1 line')
  await act(() => Promise.resolve())
  expect(page.outcome()).toBeUndefined()
})

it("the other tab's changes are shown here immediately, and its discarded ones disappear", async () => {
  const announce = otherTab()
  openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  expect(screen.getByText('0 of 1 line')).toBeVisible()
  const operation = pendingPick(FIRST, { page: 'the other tab' })
  await announce(put(operation))
  expect(await screen.findByText('1 of 1 line')).toBeVisible()
  await announce(put({ ...operation, state: 'sent' }))
  await announce({ writings: [{ ...NO_CHANGES, gone: [operation.id] }] })
  expect(await screen.findByText('0 of 1 line')).toBeVisible()
  expect(reads()).toBe(1)
})

it("a discarded header change before the end keeps the other tab's later input", async () => {
  const key = 'trimline.draft.pia.header.issuance.inventory.WAT.10000001'
  const type = (mine: Readonly<Record<string, string>>) => {
    const fields = Object.fromEntries(
      Object.entries(mine).map(([name, text]) => [name, { seen: '', mine: text }]),
    )
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), over: '', fields }))
  }
  type({ ReferenceNbr: 'PO 8' })
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  page.scan(FIRST)
  await page.says(`${FIRST}: picked 40 of 40.`)
  page.scan('%T.SHIP', 1000)
  await screen.findByRole('button', { name: '1 The changed details are not saved.' })
  type({ ReferenceNbr: 'PO 8', Comments: 'gate 3' })
  page.scan('%T.DELETE', 2000)
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(key) ?? '{}').fields).toEqual({
      Comments: { seen: '', mine: 'gate 3' },
    }),
  )
})
