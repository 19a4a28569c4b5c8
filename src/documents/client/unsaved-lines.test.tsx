import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { store } from '#app/state/store.ts'
import { hasNoUnfinishedWork, unfinishedWorkAtom } from '#app/state/unfinished-work.ts'
import { issuanceOf, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

it('unsaved lines delay a new release until they are saved or their screen is left', async () => {
  const server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001'))
  server.stock.set('B000000001', stockOf())
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await screen.findByRole('button', { name: 'Advanced Search' })
  expect(hasNoUnfinishedWork()).toBe(true)
  page.scan('B000000001')
  const quantity = await screen.findByRole('textbox', { name: 'Quantity of B000000001' })
  expect(store.get(unfinishedWorkAtom).lines).toBe(1)
  await page.user.type(quantity, '40{Enter}')
  await waitFor(() => expect(hasNoUnfinishedWork()).toBe(true))
  await page.user.type(quantity, '5')
  expect(hasNoUnfinishedWork()).toBe(false)
  page.unmount()
  expect(hasNoUnfinishedWork()).toBe(true)
})
