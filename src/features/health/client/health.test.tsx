import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStorage } from '#app/outbox/storage.ts'
import { configAtom } from '#app/state/config.ts'
import { store } from '#app/state/store.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { emptyDatabases } from '#tests/support/indexed-db.ts'
import { pendingPick } from '#tests/support/pending-picks.ts'
import { HealthScreen } from './health-screen.tsx'

let persisted: boolean
let registration: { active: object | null; waiting: object | null } | undefined
const answerOf = (health: object) => Promise.resolve(new Response(JSON.stringify(health)))

beforeEach(() => {
  vi.stubGlobal('indexedDB', emptyDatabases())
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

describe('11. The app asks the browser to keep the storage; Health shows the answer, the used space, and the pending operations with their age.', () => {
  // src/app/shell/release.test.tsx tests that the browser is asked.
  it('shows to any user the number and age of pending operations, or that the storage cannot be read', async () => {
    const first = open()
    expect(await fact('On this device, not sent yet', /nothing/)).toEqual(['true', 'nothing'])
    first.unmount()
    for (const [barcode, minutes] of [
      ['B000000001', 5],
      ['B000000002', 90],
    ] as const) {
      await createStorage().append(pendingPick(barcode, { at: Date.now() - minutes * 60_000 }), [])
    }
    const second = open()
    const at = formatTime(Date.now() - 90 * 60_000)
    expect((await fact('On this device, not sent yet', /^2/))[1]).toBe(`2, the oldest of ${at}`)
    second.unmount()
    await createStorage().append(pendingPick('B000000003', { at: Date.now() - 2 * 86_400_000 }), [])
    const third = open()
    expect((await fact('On this device, not sent yet', /^3/))[0]).toBe('false')
    third.unmount()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('No', 'InvalidStateError')
    })
    open()
    expect((await fact('On this device, not sent yet', /cannot be read/))[0]).toBe('false')
  })

  it('shows whether the app is stored permanently, and the free space', async () => {
    open()
    expect(await fact('App on this device', /starts without/)).toEqual([
      'true',
      'stored: starts without a network',
    ])
    expect(await fact('Storage of this device', /permanent/)).toEqual(['true', 'permanent'])
    expect(await fact('Space', /MB/)).toEqual(['true', '12.3 MB used, 600.0 MB free'])
    expect(await fact('Server', /2026.12.1/)).toEqual(['true', 'reachable, version 2026.12.1'])
  })
})

it('checks the API server, even one without a health report', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(
      address.endsWith('/trimseasons')
        ? new Response('{}', { status: 401, headers: { 'content-type': 'application/json' } })
        : new Response('<html></html>', { status: 404 }),
    )
  })
  const before = store.get(configAtom)
  store.set(configAtom, {
    apiBase: 'https://warehouse.example/wh/',
    oidc: { authority: 'https://sign-in.example', clientId: 'app', scope: 'openid' },
    groups: { admin: [], regular: [], readOnly: [], entityAdmin: [] },
    version: '1',
    extensions: [],
  })
  open()
  expect(await fact('Server', /reachable, details unknown/)).toEqual(['true', 'reachable, details unknown'])
  expect(screen.queryByText('Database')).toBeNull()
  expect(asked).toContain('https://warehouse.example/wh/trimseasons')
  store.set(configAtom, before)
})

it('reports missing parts, and checks again', async () => {
  persisted = false
  registration = undefined
  open()
  expect((await fact('App on this device', /needs the server/))[0]).toBe('false')
  expect((await fact('Storage of this device', /may clear/))[0]).toBe('false')
  registration = { active: {}, waiting: {} }
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await fact('App on this device', /new version/)).toEqual(['true', 'stored, a new version is ready'])
})
