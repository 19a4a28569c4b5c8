import type { Page } from 'playwright/test'
import { checkScreen } from './support/check-screen.ts'
import { expect, test } from './support/test.ts'

// A list is a table with enough visible rows on a terminal, and cards on a handheld.

const countVisibleRows = (page: Page) =>
  page.locator('.table-body > [role="row"]').evaluateAll((rows) => {
    const head = document.querySelector('.table-head')?.getBoundingClientRect().bottom ?? 0
    const boxes = rows.map((row) => row.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => top >= head - 1 && bottom <= window.innerHeight).length
  })

test('a terminal shows 18 documents; keys open the third, and going back restores the focus on it', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  const [barcode = ''] = await warehouse.plants(1)
  for (let count = 0; count < 24; count += 1) await warehouse.issuance([])
  const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await station.begin('pia.picker', warehouse.place)
  const row = station.documentRows.filter({ hasText: tag })
  await expect(row).toContainText('0 of 1')
  await expect(row).toContainText('lena.lead')
  expect(await countVisibleRows(page)).toBeGreaterThanOrEqual(18)
  await checkScreen(page, 'list-table')

  await hands.press('j')
  await hands.press('j')
  await hands.press('j')
  const third = page.locator('[aria-rowindex="4"] a').first()
  await expect(third).toBeFocused()
  const opened = (await third.textContent()) ?? ''
  await hands.press('Enter')
  await expect(station.heading(`Issuance ${opened}`)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: opened, exact: true })).toBeFocused()

  await hands.press('End')
  await hands.press('o')
  await expect(page.getByRole('columnheader', { name: 'Tag #' })).toHaveAttribute('aria-sort', 'ascending')
  const head = await page.locator('.table-head').boundingBox()
  expect(head?.y).toBeGreaterThanOrEqual(0)

  await page.setViewportSize({ width: 360, height: 640 })
  await expect(page.locator('.document-row').first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
