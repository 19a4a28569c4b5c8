import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { liveAtom, publishNews } from '#app/state/live.ts'
import { initializedAtom } from '#app/state/master-data.ts'
import { placeAtom } from '#app/state/place.ts'
import {
  groupsAtom,
  identityAtom,
  permissionsAtom,
  sessionAtom,
  signInAtom,
  userLocationsAtom,
} from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { Shell } from './shell.tsx'

// A network for the scanning code whose delay the test controls.
const network = vi.hoisted(() => {
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  return { delivered, deliver: () => deliver() }
})
vi.mock('./app-frame.tsx', async (importOriginal) => {
  await network.delivered
  return importOriginal()
})

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) }
  installClient(createClient({ apiBase: server.base, tokens }))
  server.answer('GET trimseasons', () => ({
    Result: [
      { Id: 1, TrimSeason: 'Blue 2025', Commodity: 'BLUE' },
      { Id: 2, TrimSeason: 'Straw 2025', Commodity: 'STRAW' },
    ],
  }))
  window.scrollTo = () => undefined
  store.set(groupsAtom, { admin: [], regular: ['users'], readOnly: [], entityAdmin: [] })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: ['users'] })
  store.set(permissionsAtom, [{ id: null, roleName: '', securityItem: 'ISSUANCEADMINKEY' }])
  store.set(userLocationsAtom, [{ id: null, username: 'pia', location: 'WAT' }])
  store.set(signInAtom, 'good')
  store.set(initializedAtom, { userName: 'pia', at: Date.now() })
  store.set(placeAtom, null)
})

// Waits for the code of the first screen, which is loaded lazily.
const show = async (path: string) => {
  const { hook } = memoryLocation({ path })
  await act(async () => {
    render(
      <Provider store={store}>
        <QueryClientProvider client={createQueryClient()}>
          <Router hook={hook}>
            <Shell />
          </Router>
        </QueryClientProvider>
      </Provider>,
    )
  })
}

it('keeps the screen, its focus and its selection when the scanning code loads seconds later', async () => {
  await show('/Setup/')
  expect(await screen.findByRole('radio', { name: /Blue 2025/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('radio', { name: /Straw 2025/ })
  expect(chosen).toHaveFocus()
  expect(screen.queryByRole('region', { name: 'Last scan' })).toBeNull()
  network.deliver()
  await screen.findByRole('region', { name: 'Last scan' })
  expect(chosen).toBeInTheDocument()
  expect(chosen).toHaveFocus()
  expect(chosen).toBeChecked()
})

it.each(['signed in', 'signed out'])('logs out when its address is opened, %s', async (who) => {
  network.deliver()
  const signOut = vi.fn<SignInService['signOut']>(() => Promise.resolve())
  store.set(signInServiceAtom, { signOut } as unknown as SignInService)
  if (who === 'signed out') store.set(identityAtom, null)
  await show('/LogOut/')
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
})

// Records the callbacks that the app runs every two minutes to update the person's rights.
const notePolls = () => {
  const polls = new Set<() => void>()
  const { setInterval } = globalThis
  vi.stubGlobal('setInterval', (run: () => void, ms = 0, ...rest: []) => {
    if (ms === 120_000) polls.add(run)
    return setInterval(run, ms, ...rest)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return polls
}

it('applies keys and locations that an administrator grants or removes', async () => {
  network.deliver()
  const polls = notePolls()
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'TRANSFERLOGADMINKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }, { location: 'SAL' }] }))
  await show('/Setup/')
  await screen.findByRole('heading', { level: 1 })
  const rights = () => {
    const { actor, locations } = store.get(sessionAtom) ?? {}
    return [...(actor?.keys ?? []), ...(locations ?? [])]
  }
  await waitFor(() => expect(rights()).toEqual(['TRANSFERLOGADMINKEY', 'WAT', 'SAL']))
  await waitFor(() => expect(polls.size).toBe(1))
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'ISSUANCEADMINKEY' }] }))
  act(() => publishNews({ Type: 'rights' }))
  await waitFor(() => expect(rights()).toEqual(['ISSUANCEADMINKEY', 'WAT', 'SAL']))
})

it('removes no right because of an older request that is answered last', async () => {
  network.deliver()
  const polls = notePolls()
  const held: ((securityItem: string) => void)[] = []
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  server.answer('GET userroles', async () => {
    const securityItem = await new Promise<string>((answer) => held.push(answer))
    return { Result: [{ securityItem }] }
  })
  await show('/Setup/')
  await waitFor(() => expect(held).toHaveLength(1))
  held[0]?.('TRANSFERLOGADMINKEY')
  const rights = () => [...(store.get(sessionAtom)?.actor.keys ?? [])]
  await waitFor(() => expect(rights()).toEqual(['TRANSFERLOGADMINKEY']))
  await waitFor(() => expect(polls.size).toBe(1))
  act(() => publishNews({ Type: 'rights' }))
  await waitFor(() => expect(held).toHaveLength(2))
  act(() => publishNews({ Type: 'rights' }))
  await waitFor(() => expect(held).toHaveLength(3))
  held[2]?.('ISSUANCEADMINKEY')
  await waitFor(() => expect(rights()).toEqual(['ISSUANCEADMINKEY']))
  held[1]?.('TRANSFERLOGADMINKEY')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(rights()).toEqual(['ISSUANCEADMINKEY'])
})

it('polls the rights while there are no live updates', async () => {
  network.deliver()
  const polls = notePolls()
  store.set(liveAtom, 'missing')
  server.answer('GET userroles', () => ({ Result: [{ securityItem: 'ISSUANCEADMINKEY' }] }))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }] }))
  await show('/Setup/')
  await waitFor(() => expect(polls.size).toBe(1))
  await waitFor(() => expect(store.get(permissionsAtom)).toHaveLength(1))
  server.answer('GET userdcs', () => ({ Result: [{ location: 'WAT' }, { location: 'SAL' }] }))
  for (const poll of polls) poll()
  await waitFor(() => expect(store.get(sessionAtom)?.locations).toEqual(['WAT', 'SAL']))
})
