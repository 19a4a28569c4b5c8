import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, issuanceOf } from '#tests/support/contract-server.ts'
import { openEditor, quantityOf, startEditor } from '#tests/support/issuance-editor.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startEditor()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B000000001', Qty: 30, StorageLocation: 'F-06' },
      { BarcodeID: 'B000000002', Qty: 20, StorageLocation: 'A-02' },
    ]),
  )
})

const scanned = async () => {
  const page = openEditor(server)
  const quantity = await quantityOf('B000000001')
  page.scan('B000000001')
  await waitFor(() => expect(quantity).toHaveFocus())
  return page
}

describe('a number for a line that has a quantity', () => {
  it('asks for confirmation with barcode and shelf, and names the line before Enter', async () => {
    const page = await scanned()
    page.typeQuantity('12')
    page.enterQuantity()
    const question = await screen.findByRole('alertdialog', {
      name: 'Change the saved quantity from 30 to 12?',
    })
    expect(within(question).getByText('B000000001 at F-06')).toBeVisible()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 12.'))
    page.typeQuantity('7')
    expect(page.enterGoesTo()).toEqual({ barcode: 'B000000001', now: 12 })
  })

  it('asks for confirmation if it was typed before the scan too', async () => {
    const page = openEditor(server)
    await quantityOf('B000000001')
    page.typeQuantity('12')
    page.scan('B000000001')
    await screen.findByRole('alertdialog', { name: 'Change the saved quantity from 30 to 12?' })
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.posts()).toEqual([])
  })
})
