import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
const printers = (...names: readonly string[]) =>
  server.answer('GET printservers', () => ({
    Records: names.map((PrintLocation, index) => ({
      ID: index + 1,
      PrintServer: '127.0.0.1',
      Port: 1,
      PrintLocation,
      PrinterLocation: 'WAT',
    })),
  }))

beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.issuances.set('10000123', issuanceOf('10000123', { Status: 'SHIPPED' }))
  server.answer('GET printreport', () => ({ FileData: btoa('%PDF-1.7'), Format: 'PDF' }))
  server.answer('GET labeltemplates', () => ({ Result: [] }))
  URL.createObjectURL = () => 'blob:0'
  URL.revokeObjectURL = () => undefined
  window.open = () => window
})
afterEach(() => server.close())

it('one that somebody else has added is there as soon as the screen or the dialog opens', async () => {
  printers()
  const page = openScreens(server.base, '/Print/')
  await screen.findByText(/There is no print server at WAT yet/)
  await page.command('goToIssuance')
  printers('Dock')
  await page.command('goToPrint')
  expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
  printers('Dock', 'Office')
  page.scan('10000123')
  await page.command('commandSheet')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('option', { name: 'Office' })).toBeVisible()
})

it('a new tab is remembered only where it was chosen', async () => {
  printers()
  const page = openScreens(server.base, '/Issuance/Grower/10000123')
  await screen.findByRole('button', { name: /^Print/ })
  const openDialog = async () => {
    await page.command('print')
    return within(await screen.findByRole('dialog'))
  }
  const print = async () => {
    await page.command('print')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await (await openDialog()).findByText(/the PDF opens in a new tab/)
  await print()
  printers('Dock')
  const printer = () => screen.findByRole('combobox', { name: 'Printer' })
  await openDialog()
  await waitFor(async () => expect(await printer()).toHaveDisplayValue('Dock'))
  await page.user.selectOptions(await printer(), 'PDF in a new tab')
  await print()
  await openDialog()
  expect(await printer()).toHaveDisplayValue('PDF in a new tab')
})
