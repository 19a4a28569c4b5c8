import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'
import type { Workstation } from './support/workstation.ts'

// Dialogs and panels take the focus and return it, and Escape leaves a field.

// A short description of the focused element.
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (!element || element === document.body) return 'nobody'
    const name =
      element.getAttribute('aria-label') ?? document.querySelector(`label[for="${element.id}"]`)?.textContent
    return `${element.localName} ${name ?? element.textContent?.slice(0, 40) ?? ''}`.trim()
  })
const variety = ({ page }: Workstation) => page.getByRole('combobox', { name: 'Variety' })

test.beforeEach(async ({ station, warehouse }) => {
  await station.begin('pia.picker', warehouse.place)
})

test('Escape leaves the search of a list, and the keys of the list work again', async ({ station }) => {
  const { page, hands } = station
  await hands.press('/')
  await expect(station.field('Search by Tag #')).toBeFocused()
  await hands.press('Escape')
  await expect.poll(() => describeFocus(page)).not.toMatch(/^(nobody|input)/)
  await hands.press('n')
  await expect(station.heading('New issuance')).toBeVisible()
})

test('/ goes to the barcode field of an editor, even from the results of a search', async ({
  station,
  warehouse,
}) => {
  const { page, hands } = station
  const tag = await warehouse.issuance()
  await station.openEditor(tag)
  await hands.press('/')
  await expect(station.field('Barcode')).toBeFocused()
  await expect(station.field('Barcode')).toHaveValue('')
  await hands.press('Escape', 'F3')
  await expect(page.getByRole('combobox', { name: 'Variety' })).toBeFocused()
  await station.tabTo(page.locator('.stock-search-form').getByRole('button'))
  await hands.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
  await station.tabTo(station.button(/^Add /).first())
  await hands.press('/')
  await expect(station.field('Barcode')).toBeFocused()
})

test('a question returns the focus to its field', async ({ station, warehouse }) => {
  const grower = await warehouse.grower('elsewhere')
  await station.hands.press('n')
  await station.chooseDestination('Grower', grower.name)
  await expect(station.question).toContainText('Pickup Location')
  await expect(station.question.locator(':focus')).toHaveCount(1)
  await station.hands.press('c')
  await expect(station.question).toBeHidden()
  await expect(station.page.getByRole('combobox', { name: /^Destination/ })).toBeFocused()
})

test('a new document keeps the focus on the screen: the barcode field is a few Tab presses away', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const grower = await warehouse.grower()
  await hands.press('n')
  await station.chooseDestination('Grower', grower.name)
  await scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  await expect.poll(() => describeFocus(page)).not.toBe('nobody')
  for (let steps = 0; steps < 4; steps += 1) {
    if ((await describeFocus(page)).startsWith('input Barcode')) break
    await page.keyboard.press('Tab')
  }
  await expect(station.field('Barcode')).toBeFocused()
  await hands.press('Escape')
  await expect(station.field('Barcode')).not.toBeFocused()
})

test('a panel takes the focus by its key: letters go to the panel, not to shortcuts', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  await station.openEditor(await warehouse.issuance([]))
  await hands.press('F3')
  await expect(variety(station)).toBeFocused()
  await hands.type('plug')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  // The first Escape closes the list of varieties, the second the panel.
  await hands.press('Escape', 'Escape')
  await expect.poll(() => describeFocus(page)).toMatch(/^h1 Issuance/)
  await hands.press('e')
  await expect.poll(() => describeFocus(page)).toMatch(/^(input|textarea)/)
  await scanner.scan('%T.HEADER.CANCEL')
  await expect.poll(() => describeFocus(page)).toMatch(/^h1 Issuance/)
})

test('saving a quantity moves the focus to its line', async ({ station, warehouse }) => {
  const { hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  await station.openEditor(await warehouse.issuance([]))
  await scanner.scan(barcode)
  await expect(station.quantityOf(barcode)).toBeFocused()
  await hands.type('7')
  await hands.press('Enter')
  await expect(station.strip).toContainText(`${barcode}: ordered 7.`)
  await expect(station.line(barcode)).toBeFocused()
})

test('sheets that open from a field return the focus, and shortcuts work after leaving the field', async ({
  station,
  warehouse,
}) => {
  const { hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  await station.openEditor(await warehouse.issuance([{ barcode, ordered: 7 }]))
  // 'Why not?' needs a refused scan.
  await scanner.scan('ZZZZZZZZ99')
  await expect(station.strip).toContainText('No data available')
  await scanner.scan('%T.OK')
  await station.tabTo(station.quantityOf(barcode))
  await hands.press('Control+i')
  await expect(station.sheet('Why not?')).toBeVisible()
  await hands.press('Escape')
  await expect(station.quantityOf(barcode)).toBeFocused()
  await hands.press('Control+k')
  await expect(station.sheet('Commands').getByRole('combobox')).toBeFocused()
  await hands.press('Escape')
  await expect(station.quantityOf(barcode)).toBeFocused()
  await hands.press('Escape')
  await expect(station.line(barcode)).toBeFocused()
  await hands.press('v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()
})

test('a command that opens the current screen gives the focus to the screen', async ({ station }) => {
  await station.hands.press('t')
  await expect(station.heading('Setup')).toBeVisible()
  await station.runByPalette('go to setup')
  await expect(station.sheet('Commands')).toBeHidden()
  await expect.poll(() => describeFocus(station.page)).not.toBe('nobody')
})
