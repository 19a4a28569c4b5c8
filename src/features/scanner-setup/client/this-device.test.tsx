import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { ROUTES } from '#core/wire/routes.ts'
import { startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('uses the server profile immediately, before the app’s idle-time listener exists', async () => {
  const server = await startContractServer()
  server.answer('GET scannerprofiles/:id', () => ({
    Record: {
      DeviceName: 'TC26',
      Profile: { ...defaultProfile, label: 'Zebra' },
      LastChangedBy: 'ada.admin',
      LastChangedDateTime: '2026-11-23T10:00:00Z',
    },
  }))
  const before = store.get(preferencesAtom)
  store.set(preferencesAtom, { deviceName: 'TC26', scannerProfile: 'bluetooth-hid' })
  const { scan, says } = openScreens(server.base, ROUTES.scannerSetup, { extensions: ['profiles'] })
  expect(await screen.findByText(/^Saved for TC26: Zebra/)).toBeVisible()
  scan('%T.SCANNER.TAKE')
  await says('This workstation is set to: Zebra')
  expect(screen.getByRole('combobox', { name: 'Scanner of this workstation' })).toHaveDisplayValue(
    'From the server: Zebra',
  )
  store.set(preferencesAtom, before)
})
