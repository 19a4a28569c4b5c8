import { expect, test } from './support/test.ts'

// Scans while a list is open. abuse-scan-into-fields.spec.ts tests the lists of every other screen.

test('a scan while a list is open is logged and selects nothing', async ({ station, warehouse }) => {
  const { page, hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  await station.begin('pia.picker', warehouse.place)
  const status = page.getByRole('combobox', { name: 'Status' })
  const before = await status.inputValue()
  await station.tabTo(status)
  // The standard key to open a list.
  await hands.press('Alt+ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
  await scanner.scan('SQZQ000001')
  await expect(station.strip).toContainText('SQZQ000001')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(status).toHaveValue(before)
  await hands.press('F9')

  await hands.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
  await scanner.scan(tag)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()

  await station.goTo('/ScanLog/')
  await expect(page.getByRole('main')).toContainText('SQZQ000001')
  await expect(page.getByRole('main')).toContainText(tag)
})

test('a list in a dialog is fully visible over it, and Escape closes only the list', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  const [barcode = ''] = await warehouse.plants(1)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  await warehouse.ship(tag)
  await warehouse.setPrintServers({
    PrintServer: 'ws://127.0.0.1',
    Port: '9',
    PrintLocation: 'Dock',
    PrintFormat: 'PDF',
  })
  await station.begin('sam.super', warehouse.place)
  await station.goTo(`/Issuance/${tag}`)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await station.scanner.scan('%T.PRINT')
  const dialog = page.getByRole('dialog', { name: 'Print Grower Issuance' })
  const printer = dialog.getByRole('combobox', { name: 'Printer' })
  await expect(printer).toHaveValue(/.+/)
  await station.tabTo(printer)
  const height = (await dialog.boundingBox())?.height
  await hands.press('ArrowDown')
  const list = dialog.getByRole('listbox')
  await expect(list).toBeVisible()
  for (const option of await list.getByRole('option').all()) {
    const isVisible = await option.evaluate((element) => {
      const { left, top, width, height: high } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + high / 2))
    })
    expect(isVisible).toBe(true)
  }
  expect((await dialog.boundingBox())?.height).toBe(height)
  await hands.press('Escape')
  await expect(list).toBeHidden()
  await expect(printer).toBeFocused()
  await expect(dialog).toBeVisible()
  await warehouse.setPrintServers()
})
