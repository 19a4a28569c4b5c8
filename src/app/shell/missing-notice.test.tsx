import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import { groupsAtom, identityAtom, signInAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { Shell } from './shell.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'ISSUANCEADMINKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  server.answer('GET trimseasons', () => ({
    Result: [{ Id: 1, TrimSeason: 'Straw 2026', Commodity: 'STRAW' }],
  }))
  window.scrollTo = () => undefined
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(signInAtom, 'good')
  store.set(initializedAtom, null)
  store.set(placeAtom, null)
})

it('lists the missing data after Proceed to Website, and loads only that', async () => {
  const fails = () => problemAnswer('location_not_allowed')
  for (const call of ['GET grower', 'GET reasoncode']) server.answer(call, fails)
  const { hook } = memoryLocation({ path: '/InitializeApplication/' })
  render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <Router hook={hook}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </Provider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Proceed to Website' }))
  await screen.findByRole('heading', { name: 'Setup' })
  const missing = 'Master data is missing: Growers, Reason codes for dumps, Reason codes for adjustments.'
  expect(await screen.findByText(missing)).toBeVisible()
  server.answer('GET grower', undefined)
  server.asked.length = 0
  await user.click(screen.getByRole('button', { name: /^Load missing master data/ }))
  expect(
    await screen.findByText(/^Still missing: Reason codes for dumps, Reason codes for adj/),
  ).toBeVisible()
  expect(screen.queryByText(missing)).toBeNull()
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set(['grower', 'reasoncode']))
  server.answer('GET reasoncode', undefined)
  await user.click(screen.getByRole('button', { name: /^Load missing master data/ }))
  await waitFor(() => expect(screen.queryByText(/^Master data is missing/)).toBeNull())
})
