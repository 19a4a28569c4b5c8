import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer, stockOf } from './contract-server.ts'
import { lineOf, type OpenOptions, openScreens } from './document-screens.tsx'

/** Starts a server with an empty issuance, 10000001, and the barcodes B000000000 to B000000011 in stock. */
export async function startEditor(): Promise<ContractServer> {
  const server = await startContractServer()
  for (let index = 0; index < 12; index += 1)
    server.stock.set(`B0000000${String(index).padStart(2, '0')}`, stockOf())
  server.issuances.set('10000001', issuanceOf('10000001'))
  return server
}

/** Opens the editor of that issuance. */
export function openEditor(server: ContractServer, options: OpenOptions = {}) {
  return openScreens(server.base, '/Issuance/Edit/10000001', options)
}

/** Returns the quantity field of a line. */
export async function quantityOf(barcode: string) {
  return within(await lineOf(barcode)).getByRole<HTMLInputElement>('textbox', {
    name: `Quantity of ${barcode}`,
  })
}

/**
 * Scans a barcode that the document lacks, once the editor is there. Returns its quantity field, which then
 * has the focus.
 */
export async function addLine(page: ReturnType<typeof openScreens>, barcode: string) {
  await screen.findByRole('region', { name: 'Lines' })
  page.scan(barcode)
  const quantity = await quantityOf(barcode)
  await waitFor(() => expect(quantity).toHaveFocus())
  return quantity
}
