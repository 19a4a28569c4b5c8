import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { AppOperation } from '#app/outbox/intent.ts'
import { NO_CHANGES } from '#core/outbox/index.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'
import { notEnough, waitingPick } from '#tests/support/waiting.ts'

// One document in two tabs of a browser: this one, and one that sends.

const FIRST = 'B000000001'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: FIRST, Qty: 40 }]))
})
// It holds the lock of the sending page.
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
// This tab is visible again.
const look = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
const reads = () => server.asked.filter(({ path }) => path === 'issuance/10000001').length
const put = (operation: AppOperation) => ({ writings: [{ ...NO_CHANGES, put: [operation] }] })

it('what the server refuses of the other tab is told there: here the line shows what is so, and nothing sounds', async () => {
  const tell = otherTab()
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  const operation = waitingPick(FIRST, { page: 'the other tab', state: 'sent' })
  await tell(put(operation))
  await look()
  await screen.findByText('1 of 1 line')
  const refused = { ...operation, state: 'refused' as const, why: notEnough(FIRST) }
  const settled = [{ operation: refused, word: { type: 'refused', why: notEnough(FIRST) } }]
  await tell({ ...put(refused), settled })
  await screen.findByText('0 of 1 line')
  await waitFor(() => expect(reads()).toBe(3))
  expect(page.outcome()).toBeUndefined()
  expect(within(await lineOf(FIRST)).queryByText(/not enough|insufficient/i)).toBeNull()
})

it('nor is told here what the other tab has to look at', async () => {
  const tell = otherTab()
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  const why = { code: 'outbox.old', facts: {} }
  const held = waitingPick(FIRST, { page: 'the other tab', state: 'held', why })
  await tell({ ...put(held), settled: [{ operation: held, word: { type: 'held', why } }] })
  await look()
  await screen.findByText('1 of 1 line')
  await act(() => Promise.resolve())
  expect(page.outcome()).toBeUndefined()
})

it('what the other tab does is shown here at once, and what it discards is gone here', async () => {
  const tell = otherTab()
  openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf(FIRST)
  expect(screen.getByText('0 of 1 line')).toBeVisible()
  const operation = waitingPick(FIRST, { page: 'the other tab' })
  await tell(put(operation))
  expect(await screen.findByText('1 of 1 line')).toBeVisible()
  await tell(put({ ...operation, state: 'sent' }))
  await tell({ writings: [{ ...NO_CHANGES, gone: [operation.id] }] })
  expect(await screen.findByText('0 of 1 line')).toBeVisible()
  expect(reads()).toBe(1)
})

it('a header change that is discarded before the end leaves what the other tab has typed since', async () => {
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
  await screen.findByRole('button', { name: '1 The header changes are not saved.' })
  type({ ReferenceNbr: 'PO 8', Comments: 'gate 3' })
  page.scan('%T.DELETE', 2000)
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem(key) ?? '{}').fields).toEqual({
      Comments: { seen: '', mine: 'gate 3' },
    }),
  )
})
