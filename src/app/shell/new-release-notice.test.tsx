import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { newReleaseAtom } from '#app/state/release.ts'
import {
  groupsAtom,
  identityAtom,
  permissionsAtom,
  signInAtom,
  userLocationsAtom,
} from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { startContractServer } from '#tests/support/contract-server.ts'
import { Shell } from './shell.tsx'

const load = vi.fn()
beforeEach(async () => {
  load.mockClear()
  const server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'ISSUANCEADMINKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  server.answer('GET trimseasons', () => ({ Result: [{ Id: 1, TrimSeason: 'Straw', Commodity: 'STRAW' }] }))
  window.scrollTo = () => undefined
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(permissionsAtom, [{ id: null, roleName: '', securityItem: 'ISSUANCEADMINKEY' }])
  store.set(userLocationsAtom, [{ id: null, username: 'pia', location: 'WAT' }])
  store.set(signInAtom, 'good')
  store.set(initializedAtom, { at: Date.now(), userName: 'pia' })
  store.set(newReleaseAtom, null)
  reportUnfinishedWork('lines', 0)
  const { hook } = memoryLocation({ path: '/Setup/' })
  render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <Router hook={hook}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </Provider>,
  )
  await screen.findByRole('heading', { name: 'Setup' })
})

const button = () => screen.findByRole('button', { name: /^Load the new version/ })

it('announces a newer release above every screen, and loads it immediately if nothing is pending', async () => {
  expect(screen.queryByText('A new version is ready: reload')).toBeNull()
  store.set(newReleaseAtom, { load })
  await userEvent.click(await button())
  expect(screen.getByText('A new version is ready: reload')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

it('loads it after pending work and says so; its key does the same', async () => {
  store.set(newReleaseAtom, { load })
  await button()
  reportUnfinishedWork('lines', 1)
  await userEvent.keyboard('{Control>}e{/Control}')
  expect(await screen.findByText('The new version loads when all work here is saved.')).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  reportUnfinishedWork('lines', 0)
  expect(load).toHaveBeenCalledOnce()
})
