import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { store } from '#app/state/store.ts'
import {
  type ContractServer,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const NEW = 'B000000003'

let server: ContractServer
const signOut = vi.fn<SignInService['signOut']>(() => Promise.resolve())

beforeEach(async () => {
  localStorage.clear()
  signOut.mockClear()
  store.set(signInServiceAtom, { signOut } as unknown as SignInService)
  server = await startContractServer()
  server.stock.set(NEW, stockOf())
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001', Qty: 40 }]))
})

const logOut = () => openScreens(server.base, '/LogOut/')

// Adds a line in the editor, and leaves the screen without saving it.
const leaveUnsaved = async () => {
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await lineOf('B000000001')
  page.scan(NEW)
  await waitFor(() => expect(page.outcome()).toBe(`${NEW} added from A-01. Enter its quantity.`))
  page.unmount()
}

it('logs out immediately when nothing is pending', async () => {
  logOut()
  expect(screen.getByText('Please Wait... Logging you out shortly...')).toBeVisible()
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('lists unsaved work, and stays when the user answers No', async () => {
  await leaveUnsaved()
  const page = logOut()
  expect(await screen.findByText(/^Issuance 10000001, not saved\. It is kept on this device/)).toBeVisible()
  expect(screen.queryByText(/Logging you out/)).toBeNull()
  page.scan('%T.NO', 1000)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(signOut).not.toHaveBeenCalled()
})

it('15. keeps the listed work for the next sign-in', async () => {
  await leaveUnsaved()
  const page = logOut()
  await screen.findByRole('alertdialog', { name: 'Log out? Some work is not sent yet' })
  page.scan('%T.YES', 1000)
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
  page.unmount()
  openScreens(server.base, '/Issuance/Edit/10000001')
  expect(await lineOf(NEW)).toBeVisible()
})

it('15. lists work that is saved on this device and not sent', async () => {
  server.hold('POST issuance')
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await screen.findByText('0 of 1 line')
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toBe('B000000001: 40 saved on this device.'))
  await page.command('signOut')
  expect(await screen.findByText(/1 on this device, not sent yet/)).toBeVisible()
  page.scan('%T.NO', 1000)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(signOut).not.toHaveBeenCalled()
})
