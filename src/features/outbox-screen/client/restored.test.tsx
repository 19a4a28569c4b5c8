import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { formatLedgerState } from '#core/wire/ledger-state.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { emptyDatabases } from '#tests/support/indexed-db.ts'
import { pendingPick, storageWith } from '#tests/support/pending-picks.ts'

// Tests what the user sees and decides. tests/integration/platform/restored-device.test.ts covers which
// changes are sent.

const FIRST = 'B000000001'
const AT = new Date()
AT.setHours(7, 12, 0, 0)

let server: ContractServer
let state = { id: 'database', run: 'one', position: 7, hash: 'hash7', at: AT.getTime() }
const document = () => issuanceOf('10000001', { DocumentUUID: UUID }, [{ BarcodeID: FIRST, Qty: 40 }])
const UUID = '11111111-1111-4111-8111-111111111111'

// Answers like the server, with its ledger state.
const read = () => {
  const found = server.issuances.get('10000001')
  if (!found) return problemAnswer('not_found')
  const body = { IssuanceHeader: found.header, InventoryLines: found.lines }
  return Response.json(body, { headers: { 'ledger-state': formatLedgerState(state) } })
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', emptyDatabases())
  store.set(signInAtom, 'good')
  state = { ...state, run: 'one', position: 7, hash: 'hash7' }
  server = await startContractServer()
  server.issuances.set('10000001', document())
  server.answer('GET issuance/:id', read)
  server.answer('POST ledger/:id', ({ body }) => ({
    State: formatLedgerState(state),
    IsSame: false,
    RestoredTo: AT.toISOString(),
    Missing: body.Keys,
  }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const pickAndRestore = async () => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001', {
    outbox: storageWith(pendingPick(FIRST, { at: Date.now() })).storage,
  })
  await waitFor(() => expect(server.posts('issuance')).toHaveLength(1))
  expect(await screen.findByRole('article', { name: FIRST })).toHaveTextContent('PICKED')
  state = { ...state, run: 'two', position: 5, hash: 'hash5' }
  return page
}

describe('a restored server', () => {
  it('is announced in one sentence; missing changes are listed and resent under their keys after a question', async () => {
    const page = await pickAndRestore()
    server.issuances.set('10000001', document())
    window.dispatchEvent(new Event('online'))
    const sentence =
      'The server was restored to a state of 7:12 AM. 1 of your confirmed changes is missing there.'
    await waitFor(() => expect(page.outcome()).toBe(sentence))
    await page.command('goToOutbox')
    const list = await screen.findByRole('list', { name: 'Missing on the server' })
    expect(list).toHaveTextContent(`Pick ${FIRST} × 40`)
    expect(list).toHaveTextContent('Issuance 10000001')
    expect(screen.queryByText('All your changes are on the server.')).toBeNull()
    expect(server.posts('issuance')).toHaveLength(1)
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('Send 1 change again?')
    await page.user.click(within(question).getByRole('button', { name: /^Yes/ }))
    await waitFor(() => expect(server.posts('issuance')).toHaveLength(2))
    const [first, again] = server.posts('issuance')
    expect(again?.key).toBe(first?.key)
    await waitFor(() => expect(screen.queryByText('Missing on the server')).toBeNull())
  })

  it('without the document: the screen does not show it as picked', async () => {
    await pickAndRestore()
    server.issuances.delete('10000001')
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Not on the server')).toBeVisible()
    expect(screen.getByText(/^The server does not have this document\./)).toBeVisible()
  })

  it('with another document under the same number: the screen does not show it as the same', async () => {
    await pickAndRestore()
    const other = { DocumentUUID: '22222222-2222-4222-8222-222222222222', EntityName: 'Somebody else' }
    server.issuances.set('10000001', issuanceOf('10000001', other))
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Not on the server')).toBeVisible()
    expect(screen.queryByText(/Somebody else/)).toBeNull()
  })
})
