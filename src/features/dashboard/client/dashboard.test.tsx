import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { placeAtom } from '#app/state/place.ts'
import { groupsAtom, identityAtom, permissionsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET issuance', () => ({ Records: [], TotalRowCount: 12 }))
  server.answer('GET transfers', ({ query }) => ({
    Records: [],
    TotalRowCount: query.originlocationid === 'WAT' ? 3 : 0,
  }))
  server.answer('GET adjustmentrequest', () => ({ Records: [{ RequestID: 7, Status: 'OPEN' }] }))
})

const open = (keys: readonly SecurityKey[], built: (route: string) => boolean = () => true) => {
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(
    permissionsAtom,
    keys.map((securityItem) => ({ id: null, roleName: '', securityItem })),
  )
  store.set(placeAtom, { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } })
  const { hook, history } = memoryLocation({ path: '/Dashboard/', record: true })
  render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <Router hook={hook}>
          <DashboardScreen leadsTo={built} />
        </Router>
      </QueryClientProvider>
    </Provider>,
  )
  return history
}
const keys = ['ISSUANCEADMINKEY', 'TRANSFERLOGADMINKEY', 'ADJUSTINVENTORYKEY'] as const

it('counts open work, and each count opens its list', async () => {
  const history = open(keys)
  expect(
    await screen.findByRole('link', { name: /^12 Issuances \(outgoing orders\) to pick and ship/ }),
  ).toBeVisible()
  expect(await screen.findByRole('link', { name: /^3 Transfers to ship/ })).toBeVisible()
  expect(await screen.findByRole('link', { name: /^0 Transfers to receive/ })).toBeVisible()
  expect(
    await screen.findByRole('link', { name: /^1 Adjustment requests to decide, all seasons/ }),
  ).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(4)
  await userEvent.click(screen.getByRole('link', { name: /Transfers to receive/ }))
  expect(history.at(-1)).toBe('/Transfer/ReceivingList')
})

it('counts only what the user may open and what has a screen', async () => {
  open(['ISSUANCEADMINKEY', 'ADJUSTINVENTORYKEY'], (route) => route !== 'adjustTrim')
  expect(await screen.findByRole('link', { name: /^12 Issuances/ })).toBeVisible()
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(server.asked.map(({ path }) => path)).toEqual(['issuance'])
})

it('hides an outdated count after a refused request', async () => {
  open(keys)
  expect(await screen.findByRole('link', { name: /^12 Issuances/ })).toBeVisible()
  server.answer('GET issuance', () => problemAnswer('location_not_allowed'))
  // The user returns to the page.
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be counted.')
  expect(screen.queryByRole('link', { name: /12/ })).toBeNull()
  expect(screen.getByRole('link', { name: /^Issuances \(outgoing orders\) to pick and ship/ })).toBeVisible()
})

it('shows an outdated count with its time while the server is unreachable', async () => {
  open(keys)
  expect(await screen.findByRole('link', { name: /^12 Issuances/ })).toBeVisible()
  server.answer('GET issuance', () => problemAnswer('unavailable'))
  window.dispatchEvent(new Event('visibilitychange'))
  expect(
    await screen.findByRole(
      'link',
      { name: /^12 Issuances \(outgoing orders\) to pick and ship as of \d/ },
      { timeout: 15_000 },
    ),
  ).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows the newest count even when an older one is answered last', async () => {
  open(keys)
  expect(await screen.findByRole('link', { name: /^12 Issuances/ })).toBeVisible()
  const held: ((TotalRowCount: number) => void)[] = []
  server.answer('GET issuance', async () => {
    const TotalRowCount = await new Promise<number>((answer) => held.push(answer))
    return { Records: [], TotalRowCount }
  })
  const refetchOnReturn = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  refetchOnReturn()
  await waitFor(() => expect(held).toHaveLength(1))
  refetchOnReturn()
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]?.(3)
  expect(await screen.findByRole('link', { name: /^3 Issuances/ })).toBeVisible()
  held[0]?.(11)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByRole('link', { name: /^3 Issuances/ })).toBeVisible()
})

it('reports that the user has nothing to count', () => {
  open(['GROWERISSUANCEADMINKEY'])
  expect(screen.getByText('Your permissions open no list here.')).toBeVisible()
})

it('shows a failed count next to its link, and counts again', async () => {
  server.answer('GET issuance', () => problemAnswer('location_not_allowed'))
  open(keys)
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent('This could not be counted. You are not set up for this location.')
  expect(screen.getByRole('link', { name: /^Issuances \(outgoing orders\) to pick and ship/ })).toBeVisible()
  expect(await screen.findByRole('link', { name: /^3 Transfers to ship/ })).toBeVisible()
  server.answer('GET issuance', () => ({ Records: [], TotalRowCount: 4 }))
  await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^4 Issuances/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
