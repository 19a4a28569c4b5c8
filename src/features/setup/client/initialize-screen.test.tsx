import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { placeAtom } from '#app/state/place.ts'
import { storedRoute, storeRoute } from '#app/state/redirect-route.ts'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { InitializeScreen } from './initialize-screen.tsx'

let server: ContractServer
const queryClient = createQueryClient()
const open = () => {
  const { hook, history } = memoryLocation({ path: '/InitializeApplication/', record: true })
  const { unmount } = render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <Router hook={hook}>
          <InitializeScreen />
        </Router>
      </QueryClientProvider>
    </Provider>,
  )
  return { history, unmount }
}

beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'DUMPKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  server.answer('GET trimseasons', () => ({ Result: [{ Id: 1, TrimSeason: 'One', Commodity: 'BLUE' }] }))
  server.answer('GET reasoncode', () => ({ Result: [] }))
  queryClient.clear()
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  store.set(placeAtom, null)
})

describe('/InitializeApplication/', () => {
  it('opens the wanted screen once everything is loaded', async () => {
    storeRoute('/Issuance/10000906')
    const { history } = open()
    await waitFor(() => expect(history.at(-1)).toBe('/Issuance/10000906'))
    expect(storedRoute()).toBeUndefined()
  })

  it('leaves the wanted screen to the page that is open now, if it was left while it loaded', async () => {
    storeRoute('/Issuance/10000906')
    const left = open()
    left.unmount()
    const now = open()
    await waitFor(() => expect(now.history.at(-1)).toBe('/Issuance/10000906'))
    expect(left.history.at(-1)).toBe('/InitializeApplication/')
  })
})
