import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { outbox } from '#app/outbox/page-outbox.ts'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { notEnough, pendingPick, storageWith } from '#tests/support/pending-picks.ts'

const FIRST = 'B000000001'
const SECOND = 'B000000002'

let server: ContractServer
beforeEach(async () => {
  store.set(signInAtom, 'good')
  server = await startContractServer()
  const lines = [FIRST, SECOND].map((BarcodeID) => ({ BarcodeID, Qty: 40 }))
  server.issuances.set('10000001', issuanceOf('10000001', {}, lines))
})

// Makes the server unreachable.
const makeUnreachable = () => server.answer('POST issuance', () => problemAnswer('unavailable'))
const refusedPick = (barcode: string) => pendingPick(barcode, { state: 'refused', why: notEnough(barcode) })
const openOutbox = (memory: ReturnType<typeof storageWith>, path = '/Outbox/') =>
  openScreens(server.base, path, { outbox: memory.storage })
const rows = async () => within(await screen.findByRole('list', { name: 'Issuance 10000001' }))
const row = async (barcode: string) => {
  const found = (await rows()).getAllByRole('listitem').find((each) => each.textContent.includes(barcode))
  if (!found) throw new Error(`${barcode} is not in the outbox`)
  return found
}
const press = async ({ user }: ReturnType<typeof openScreens>, what: string, barcode: string) =>
  user.click(within(await row(barcode)).getByRole('button', { name: `${what}: Pick ${barcode} × 40` }))
const chip = () => screen.queryByRole('link', { name: /outbox/ })

describe('the outbox', () => {
  it('lists operations by document with quantity and state', async () => {
    makeUnreachable()
    openOutbox(storageWith(refusedPick(FIRST), pendingPick(SECOND)))
    expect(await row(FIRST)).toHaveTextContent(`Pick ${FIRST} × 40`)
    expect(await row(FIRST)).toHaveTextContent('Refused Insufficient quantity.')
    expect(await row(SECOND)).toHaveTextContent('Waiting for the change above')
    expect(screen.getByText('2 not sent, 1 needs a decision')).toBeVisible()
  })

  it('shows operations in flight, and operations that wait for a sign-in', async () => {
    makeUnreachable()
    openOutbox(storageWith(pendingPick(FIRST)))
    await waitFor(async () => expect(await row(FIRST)).toHaveTextContent('Sent, no answer yet'))
    store.set(signInAtom, 'ended')
    await waitFor(async () => expect(await row(FIRST)).toHaveTextContent('Waiting for you to sign in'))
  })

  it('retries a refused operation by one key', async () => {
    const page = openOutbox(storageWith(refusedPick(FIRST)))
    await rows()
    await page.command('sendAgain')
    expect(await screen.findByText('The outbox is empty')).toBeVisible()
    expect(server.posts()[0]?.body.InventoryLines).toMatchObject([{ BarcodeID: FIRST, PickQty: 40 }])
  })

  it('discards only after a question that names the loss', async () => {
    const memory = storageWith(refusedPick(FIRST), pendingPick(FIRST, { id: 'again' }), pendingPick(SECOND))
    const page = openOutbox(memory)
    await rows()
    makeUnreachable()
    await press(page, 'Discard', FIRST)
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent(`Discard Pick ${FIRST} × 40?`)
    expect(question).toHaveTextContent('what you entered is lost')
    expect(question).toHaveTextContent('1 more change that follows it is lost too.')
    await page.user.click(within(question).getByRole('button', { name: /^No/ }))
    expect(memory.operations.size).toBe(3)
    await press(page, 'Discard', FIRST)
    const again = await screen.findByRole('alertdialog')
    await page.user.click(within(again).getByRole('button', { name: /^Yes/ }))
    await waitFor(() => expect([...memory.operations.keys()]).toEqual([`pick-${SECOND}`]))
  })

  it('does not report an operation as discarded if it was sent while the question was open', async () => {
    const page = openOutbox(storageWith(refusedPick(FIRST)))
    await press(page, 'Discard', FIRST)
    await screen.findByRole('alertdialog')
    const [{ id } = { id: '' }] = outbox().state().operations
    outbox().resend(id)
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    page.scan('%T.YES')
    await page.says(`Pick ${FIRST} × 40 has changed. It was not discarded. Look at the list again.`)
  })

  it('warns that the server may already have an operation that was sent before', async () => {
    const held = pendingPick(FIRST, { state: 'held', why: { code: 'outbox.old', facts: {} } })
    const memory = storageWith(held)
    memory.parcels.set(held.id, {
      key: held.id,
      lane: held.lane,
      user: held.user,
      operations: [held.id],
      request: {},
      at: 0,
    })
    const page = openOutbox(memory)
    expect(await row(FIRST)).toHaveTextContent('Paused')
    await press(page, 'Discard', FIRST)
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('The server may have it already.')
  })

  it('names what is discarded too: the rest of the same request, and the operations behind it', async () => {
    const held = (barcode: string) =>
      pendingPick(barcode, { state: 'held', why: { code: 'outbox.old', facts: {} } })
    const call = [held(FIRST), held(SECOND)]
    const memory = storageWith(...call, pendingPick(SECOND, { id: 'behind' }))
    const [{ id: key, lane, user } = held(FIRST)] = call
    memory.parcels.set(key, { key, lane, user, operations: call.map(({ id }) => id), request: {}, at: 0 })
    const page = openOutbox(memory)
    await rows()
    makeUnreachable()
    await press(page, 'Discard', FIRST)
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('1 more change was sent with it and is discarded too.')
    expect(question).toHaveTextContent('1 more change that follows it is lost too.')
    await page.user.click(within(question).getByRole('button', { name: /^Yes/ }))
    await waitFor(() => expect(memory.operations.size).toBe(0))
  })

  it('opens the document, where the line shows the refusal', async () => {
    const memory = storageWith(refusedPick(FIRST))
    const page = openOutbox(memory)
    await rows()
    await page.command('openWaiting')
    const line = await screen.findByRole('article', { name: FIRST })
    await waitFor(() => expect(memory.open()).toEqual([]))
    expect(within(line).getByRole('textbox')).toHaveValue('40')
    expect(page.address()).toMatch(/^\/Issuance\/(Edit|Grower)\/10000001$/)
  })

  it('acts on the row whose barcode is scanned, or that was reached by key', async () => {
    makeUnreachable()
    const page = openOutbox(storageWith(refusedPick(FIRST), pendingPick(SECOND, { state: 'held' })))
    await rows()
    page.scan(SECOND)
    await waitFor(async () => expect(await row(SECOND)).toHaveFocus())
    await page.command('sendAgain')
    expect(page.outcome()).toBe(`Pick ${SECOND} × 40: sent again.`)
    await page.command('previousWaiting')
    expect(await row(FIRST)).toHaveFocus()
    await page.command('sendAgain')
    expect(page.outcome()).toBe(`Pick ${FIRST} × 40: sent again.`)
    page.scan('B000000009')
    await waitFor(() => expect(page.outcome()).toBe('There is nothing for B000000009 in the outbox.'))
  })

  it('lists today’s refusals on their own list until they are retried and confirmed', async () => {
    server.answer('POST issuance', () => problemAnswer('state_conflict', 'The season is closed'))
    const memory = storageWith(pendingPick(FIRST))
    const document = openScreens(server.base, '/Issuance/Grower/10000001', { outbox: memory.storage })
    await waitFor(() => expect(memory.open()).toEqual([]))
    document.unmount()
    const page = openOutbox(memory)
    expect(await row(FIRST)).toHaveTextContent('The season is closed')
    expect(screen.getByRole('heading', { name: 'Refused today' })).toBeVisible()
    expect(screen.queryByText('The outbox is empty')).toBeNull()
    server.answer('POST issuance', undefined)
    const before = server.posts()[0]?.key
    await press(page, 'Try again', FIRST)
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('On 10000001 now: RESERVED, 40. Send it again?')
    await page.user.click(within(question).getByRole('button', { name: /^Yes/ }))
    expect(await screen.findByText('The outbox is empty')).toBeVisible()
    const [last] = server.posts().slice(-1)
    expect(last?.body.InventoryLines).toMatchObject([{ BarcodeID: FIRST, PickQty: 40 }])
    expect(last?.key).not.toBe(before)
    expect(memory.operations.size).toBe(0)
  })

  it('is not shown as empty while its storage cannot be read', async () => {
    const memory = storageWith(pendingPick(FIRST))
    memory.fails(true)
    openOutbox(memory)
    expect(await screen.findByText(/^The storage of this device cannot be read/)).toBeVisible()
    expect(screen.queryByText('The outbox is empty')).toBeNull()
  })

  it('names the operations of other users and does not touch them', async () => {
    const others = pendingPick(FIRST, { user: 'ravi', state: 'refused', why: notEnough(FIRST) })
    const memory = storageWith(others)
    const page = openOutbox(memory)
    expect(await screen.findByText(/^ravi has 1 waiting on this device\./)).toBeVisible()
    expect(screen.queryByText(FIRST)).toBeNull()
    await page.command('discardWaiting')
    await page.command('sendAgain')
    expect(page.outcome()).toBe('There is nothing to do in the outbox.')
    expect([...memory.operations.values()]).toEqual([{ ...others, seq: 1 }])
    expect(server.posts()).toEqual([])
  })

  it('is exported with the reason and the key of each operation', async () => {
    const saved: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) }))
    HTMLAnchorElement.prototype.click = () => undefined
    URL.revokeObjectURL = () => undefined
    const raw = '<html>'
    const why = { code: 'outbox.problem', facts: { reason: 'Unreadable' }, raw }
    const page = openOutbox(storageWith(pendingPick(FIRST, { state: 'held', why })))
    await rows()
    await page.command('exportWaiting')
    expect(page.outcome()).toBe('1 exported.')
    const text = await saved[0]?.text()
    expect(text).toContain(`"Issuance 10000001","Pick","${FIRST}","40"`)
    expect(text).toContain(`"Paused","Unreadable","pia","pick-${FIRST}","${raw}"`)
    vi.unstubAllGlobals()
  })
})

describe('the chip in the header', () => {
  it('appears only while operations are pending, and shows when one needs the user', async () => {
    makeUnreachable()
    const memory = storageWith(pendingPick(FIRST))
    const page = openOutbox(memory, '/Issuance/')
    await waitFor(() => expect(chip()).toHaveAccessibleName('1 not sent. Go to the outbox'))
    page.unmount()
    const refused = openOutbox(storageWith(refusedPick(FIRST)), '/Issuance/')
    await waitFor(() => expect(chip()).toHaveAccessibleName('1 to fix. Go to the outbox'))
    refused.unmount()
    openOutbox(storageWith(), '/Outbox/')
    expect(await screen.findByText('The outbox is empty')).toBeVisible()
    expect(chip()).toBeNull()
  })

  it('ignores the operations of other users', async () => {
    openOutbox(storageWith(pendingPick(FIRST, { user: 'ravi' })))
    expect(await screen.findByText(/^ravi has/)).toBeVisible()
    expect(chip()).toBeNull()
  })
})
