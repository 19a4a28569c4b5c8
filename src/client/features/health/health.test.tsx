import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { store } from '#client/state/store.ts'
import { HealthScreen } from './health-screen.tsx'

let persisted: boolean
let registration: { active: object | null; waiting: object | null } | undefined
const answerOf = (health: object) => Promise.resolve(new Response(JSON.stringify(health)))

beforeEach(() => {
  persisted = true
  registration = { active: {}, waiting: null }
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', () =>
    answerOf({
      status: 'ok',
      version: '2026.12.1',
      time: new Date().toISOString(),
      database: { engine: 'PGlite', reachable: true, milliseconds: 2 },
    }),
  )
  vi.stubGlobal('navigator', {
    userAgent: 'Android',
    maxTouchPoints: 5,
    storage: {
      persisted: () => Promise.resolve(persisted),
      estimate: () => Promise.resolve({ usage: 12_300_000, quota: 612_300_000 }),
    },
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  })
})

const open = () =>
  render(
    <Provider store={store}>
      <HealthScreen />
    </Provider>,
  )
const fact = async (name: string, words: RegExp) => {
  const term = await screen.findByText(name)
  await waitFor(() => expect(term.nextElementSibling).toHaveTextContent(words))
  return [term.parentElement?.dataset['good'], term.nextElementSibling?.textContent?.trim()]
}

it('says what the device keeps of the app, whether for good, and how much room there is', async () => {
  open()
  expect(await fact('App on this device', /starts without/)).toEqual([
    'true',
    'kept here: it starts without a network',
  ])
  expect(await fact('Storage of this device', /kept by/)).toEqual(['true', 'kept by the browser'])
  expect(await fact('Space', /MB/)).toEqual(['true', '12.3 MB used, 600.0 MB free'])
  expect(await fact('Server', /2026.12.1/)).toEqual(['true', 'reachable, version 2026.12.1'])
})

it('says so where something is missing, and looks again', async () => {
  persisted = false
  registration = undefined
  open()
  expect((await fact('App on this device', /needs the server/))[0]).toBe('false')
  expect((await fact('Storage of this device', /may clear/))[0]).toBe('false')
  registration = { active: {}, waiting: {} }
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await fact('App on this device', /new version/)).toEqual([
    'true',
    'kept here, a new version is ready',
  ])
})
