import type { Page } from 'playwright/test'
import { checkScreen } from './support/check-screen.ts'
import { expect, test } from './support/test.ts'

// On a terminal, a document's lines are a table with enough visible rows, and keys move between them.

const countVisibleRows = (page: Page) =>
  page.locator('.line-table-row').evaluateAll((rows) => {
    const edge = (selector: string, at: 'bottom' | 'top') =>
      document.querySelector(selector)?.getBoundingClientRect()[at] ?? 0
    const [from, to] = [edge('.table-head', 'bottom'), edge('.table-foot', 'top')]
    const boxes = rows.map((row) => row.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => top >= from - 1 && bottom <= to + 1).length
  })

test('a terminal shows 18 of 40 lines; keys move between them, Enter opens the quantity, a scan acts on its line', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const barcodes = await warehouse.stockedBarcodes(40)
  const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 2 })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  const table = page.getByRole('table', { name: 'Lines' })
  await expect(table).toHaveAttribute('aria-rowcount', '42')
  await expect(table.getByRole('columnheader').first()).toHaveText('Shelf')
  await expect(table.locator('.table-foot')).toContainText('40 lines')
  await expect(table.locator('.table-foot')).toContainText('80')
  expect(await countVisibleRows(page)).toBeGreaterThanOrEqual(18)
  await checkScreen(page, 'line-table')

  await expect(page.locator('[aria-rowindex="2"]')).toBeInViewport()
  const [first = '', second = ''] = await station.barcodes()
  await hands.press('j')
  await expect(station.line(first)).toBeFocused()
  await hands.press('ArrowDown')
  await expect(station.line(second)).toBeFocused()
  await hands.press('Enter')
  await expect(station.quantityOf(second)).toBeFocused()
  await hands.press('Escape')
  await expect(station.line(second)).toBeFocused()
  await hands.press('End')
  await expect(page.locator('[aria-rowindex="41"]')).toBeFocused()
  const head = await page.locator('.table-head').boundingBox()
  const bar = await page.locator('.document-bar').boundingBox()
  expect(Math.abs((head?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0))).toBeLessThanOrEqual(1)
  await hands.press('k')
  await expect(page.locator('[aria-rowindex="40"]')).toBeFocused()

  await scanner.scan(second)
  await expect(station.strip).toContainText(`${second}: picked 2 of 2.`)
  await expect(station.line(second)).toBeInViewport()
  await expect(station.line(second)).toContainText('PICKED')

  // After a scan of a line out of view, the next lines are visible too.
  const order = await station.barcodes()
  const [hiddenLine = '', ...nextLines] = order.slice(24, 32)
  await expect(station.line(hiddenLine)).not.toBeInViewport()
  await scanner.scan(hiddenLine)
  await expect(station.line(hiddenLine)).toContainText('PICKED')
  for (const barcode of [hiddenLine, ...nextLines])
    await expect(station.line(barcode)).toBeInViewport({ ratio: 1 })

  await hands.press('.')
  await expect(table.getByRole('columnheader', { name: 'Shelf' })).toHaveAttribute('aria-sort', 'ascending')
})
