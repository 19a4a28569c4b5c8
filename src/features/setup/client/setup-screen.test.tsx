import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { errorDialogAtom } from '#app/state/notices.ts'
import { placeAtom } from '#app/state/place.ts'
import { storedRoute, storeRoute } from '#app/state/redirect-route.ts'
import { identityAtom, userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { readOptions } from '#tests/support/choose-option.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { SetupScreen } from './setup-screen.tsx'

let server: ContractServer
const open = () => {
  const { hook, history } = memoryLocation({ path: '/Setup/', record: true })
  render(
    <Provider store={store}>
      <QueryClientProvider client={createQueryClient()}>
        <Router hook={hook}>
          <SetupScreen next="/Issuance/" />
        </Router>
      </QueryClientProvider>
    </Provider>,
  )
  return history
}
const allow = (...locations: readonly string[]) =>
  store.set(
    userLocationsAtom,
    locations.map((location) => ({ id: null, username: 'pia', location })),
  )

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
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  store.set(placeAtom, null)
  store.set(errorDialogAtom, null)
  allow('SAL', 'WAT')
})

describe('/Setup/', () => {
  it('offers only the locations of the user', async () => {
    allow('SAL')
    open()
    const location = await screen.findByRole('combobox', { name: /Warehouse Location/ })
    expect(await readOptions(userEvent.setup(), location)).toEqual(['SAL · Salinas'])
  })

  it('selects the first location and season, and completes by arrow keys and Enter', async () => {
    const history = open()
    const first = await screen.findByRole('radio', { name: /Blue 2025/ })
    expect(first).toBeChecked()
    expect(first).toHaveFocus()
    const person = userEvent.setup()
    await person.keyboard('{ArrowDown}')
    expect(screen.getByRole('radio', { name: /Straw 2025/ })).toBeChecked()
    await person.keyboard('{Enter}')
    await waitFor(() => expect(history.at(-1)).toBe('/Issuance/'))
    expect(store.get(placeAtom)).toEqual({
      location: 'WAT',
      season: { id: '2', name: 'Straw 2025', commodity: 'STRAW' },
    })
    // The contract server has no print servers, which is no error.
    expect(server.asked.map(({ path }) => path)).toEqual(expect.arrayContaining(['printservers', 'variety']))
  })

  it('opens the requested address after setup, once', async () => {
    storeRoute('/Issuance/Grower/10000001?line=B000000001')
    const history = open()
    await screen.findByRole('radio', { name: /Blue 2025/ })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(history.at(-1)).toBe('/Issuance/Grower/10000001?line=B000000001'))
    expect(storedRoute()).toBeUndefined()
  })

  it('starts with the previous choice', async () => {
    store.set(placeAtom, { location: 'SAL', season: { id: '2', name: 'Straw 2025', commodity: 'STRAW' } })
    open()
    expect(await screen.findByRole('combobox', { name: /Warehouse Location/ })).toHaveDisplayValue(
      'SAL · Salinas',
    )
    expect(screen.getByRole('radio', { name: /Straw 2025/ })).toBeChecked()
  })

  it('ignores a previous choice that no longer exists', async () => {
    store.set(placeAtom, { location: 'GONE', season: { id: '9', name: 'Old', commodity: 'RASP' } })
    open()
    expect(await screen.findByRole('combobox', { name: /Warehouse Location/ })).toHaveDisplayValue(/^WAT/)
    expect(screen.getByRole('radio', { name: /Blue 2025/ })).toBeChecked()
  })

  it("says 'An error occurred' and stays when the varieties cannot be loaded", async () => {
    server.answer('GET variety', () => problemAnswer('location_not_allowed'))
    const history = open()
    await screen.findByRole('radio', { name: /Blue 2025/ })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(store.get(errorDialogAtom)?.code).toBe('anErrorOccurred'))
    expect(history).toEqual(['/Setup/'])
    expect(store.get(placeAtom)).toBeNull()
  })

  it('cannot be completed without a season, and shows the reason', async () => {
    server.answer('GET trimseasons', () => ({ Result: [] }))
    const history = open()
    const done = await screen.findByRole('button', { name: 'Done' })
    expect(done).toHaveAttribute('aria-disabled', 'true')
    expect(done).toHaveAccessibleDescription(/Choose a location and a season first/)
    await userEvent.click(done)
    expect(history).toEqual(['/Setup/'])
  })

  it('tells a user without locations how to get one', async () => {
    allow()
    open()
    const name = /No warehouse location is set up for Pia/
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  })
})
