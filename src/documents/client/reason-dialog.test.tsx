import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ContractServer, dumpOf, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set('B000000001', stockOf())
  server.dumps.set('30000001', dumpOf('30000001'))
})

describe('the reason of a line', () => {
  const ask = async () => {
    const page = openScreens(server.base, '/Dump/Edit/30000001', {
      keys: ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'],
    })
    await screen.findByText('No lines yet')
    page.typeQuantity('12')
    page.scan('B000000001')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Select a reason code' }))
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveFocus())
    return { page, dialog }
  }

  it('is requested with the barcode and the number of plants', async () => {
    const { dialog } = await ask()
    expect(dialog.getByText('B000000001: 12 plants')).toBeVisible()
  })

  it('is kept for the next scans by Space; Enter moves to the reason, or confirms a chosen one', async () => {
    const { page, dialog } = await ask()
    const box = dialog.getByRole('checkbox', { name: 'For the next scans too' })
    expect(box).toHaveAccessibleDescription('Space: on/off. Enter: OK.')
    await page.user.tab()
    expect(box).toHaveFocus()
    await page.user.keyboard('{Enter}')
    const field = dialog.getByRole('combobox', { name: 'Reason' })
    expect(field).toHaveFocus()
    await page.user.keyboard('2')
    await page.user.tab()
    await page.user.keyboard(' ')
    expect(box).toBeChecked()
    await page.user.keyboard('{Enter}')
    expect(await screen.findByText('Reason for the next scans: Mould, 1 line so far')).toBeVisible()
  })

  it('closes with its screen, and later scans run', async () => {
    const { page } = await ask()
    page.goTo('/Dump/')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    page.goTo('/Dump/Edit/30000001')
    await screen.findByRole('article', { name: 'B000000001' })
    page.typeQuantity('7')
    // Later than a trigger bounce.
    page.scan('B000000001', 1000)
    const dialog = await screen.findByRole('alertdialog', { name: 'Select a reason code' })
    expect(within(dialog).getByText('B000000001: 7 plants')).toBeVisible()
  })
})
