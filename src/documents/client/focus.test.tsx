import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

describe('the focus in the editor', () => {
  const edit = async () => {
    server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001' }]))
    const page = openScreens(server.base, '/Issuance/Edit/10000001')
    await screen.findByRole('article', { name: 'B000000001' })
    return page
  }

  it('moves into the search on each request', async () => {
    const page = await edit()
    await page.command('advancedSearch')
    const variety = screen.getByRole('combobox', { name: 'Variety' })
    expect(variety).toHaveFocus()
    screen.getByRole('textbox', { name: /^Barcode/ }).focus()
    await page.command('advancedSearch')
    expect(variety).toHaveFocus()
  })

  it('moves into the barcode field on request, also from the results of a search', async () => {
    const page = await edit()
    const field = screen.getByRole('textbox', { name: /^Barcode/ })
    await page.command('typeBarcode')
    await waitFor(() => expect(field).toHaveFocus())
    await page.command('advancedSearch')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Variety' })).toHaveFocus())
    screen.getByRole('button', { name: 'Advanced Search' }).focus()
    await page.command('typeBarcode')
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveDisplayValue('')
  })

  it('moves to the first editable field of the header form, and returns to the document', async () => {
    const page = await edit()
    await page.command('editHeader')
    await waitFor(() => expect(document.activeElement?.closest('.header-form')).not.toBeNull())
    expect(document.activeElement).toBeEnabled()
    await page.command('cancelHeader')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Issuance 10000001' })).toHaveFocus())
  })
})

it('the focus returns to the transfer after its temperature', async () => {
  const header = {
    TransferNbr: '20000001',
    Status: 'SHIPPED',
    DestinationLocationID: 'WAT',
    TrimSeasonID: 'S1',
  }
  server.answer('GET transfers/:id', () => ({ TransferHeader: header, TransferLines: [] }))
  server.answer('POST transfers', () => ({ Message: '', TransferNbr: '20000001', TransferLines: [] }))
  const page = openScreens(server.base, '/ReceiveInventory/20000001')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Receive Temp/ })
  await page.user.type(field, '3{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Transfer 20000001' })).toHaveFocus())
})
