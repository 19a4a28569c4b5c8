// The workstation's scanner profile while it cannot be fetched.
import { act, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { createKeyboardUser } from '#tests/support/scanner.ts'
import type { AppShell } from './app-shell.ts'
import { LastScanStrip } from './engine/last-scan-strip.tsx'
import { useScanTarget } from './engine/use-scan-target.tsx'
import { InputListener } from './input-listener.tsx'
import { InputProvider } from './input-provider.tsx'

const network = vi.hoisted(() => ({ isThere: false }))
vi.mock(import('./devices/scanner-profiles.ts'), async (original) => ({
  ...(await original()),
  fetchScannerProfile: async () => {
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { ...defaultProfile, id: 'with-prefix', frame: { ...defaultProfile.frame, prefix: '$' } }
  },
}))

const heard = vi.fn()
const Screen = () => {
  useScanTarget({
    level: 'screen',
    id: 'hears',
    accepts: (candidate) => {
      heard(candidate.kind === 'barcode' ? candidate.barcode : candidate.kind)
      return undefined
    },
  })
  return null
}

const before = store.get(preferencesAtom)
startFakeDatabase()
afterEach(() => store.set(preferencesAtom, before))

it('retries until the profile is loaded', async () => {
  store.set(preferencesAtom, { ...before, scannerProfile: 'with-prefix' })
  const hands = createKeyboardUser(window)
  await act(async () =>
    render(
      <InputProvider>
        <LastScanStrip />
        <Suspense>
          <Screen />
        </Suspense>
        <InputListener shell={{} as AppShell} owner="picker" />
      </InputProvider>,
    ),
  )
  await screen.findByRole('region', { name: 'Last scan' })
  network.isThere = true
  await act(async () => window.dispatchEvent(new Event('online')))
  act(() => hands.scan('$B000000001'))
  await waitFor(() => expect(heard).toHaveBeenCalledWith('B000000001'))
})
