import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'

// What has the focus, in few words.
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (!element || element === document.body) return 'nobody'
    const name =
      element.getAttribute('aria-label') ?? document.querySelector(`label[for="${element.id}"]`)?.textContent
    return `${element.localName} ${name ?? element.textContent?.slice(0, 40) ?? ''}`.trim()
  })

test('the editor: what opens takes the focus, what closes gives it back, Escape leaves a field', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const [barcode = ''] = await warehouse.plants(1)
  const grower = await warehouse.grower('elsewhere')
  await station.begin('pia.picker', warehouse.place)

  // Escape leaves the search of a list, and its keys work again.
  await hands.press('/')
  await expect(station.field('Search by Tag #')).toBeFocused()
  await hands.press('Escape')
  await expect(station.field('Search by Tag #')).not.toBeFocused()
  await hands.press('n')
  await expect(station.heading('New issuance')).toBeVisible()

  // The pickup dialog gives the focus back to the picker.
  await station.chooseDestination('Grower', grower.name)
  await expect(station.question).toContainText('Pickup Location')
  await hands.press('c')
  await expect(station.question).toBeHidden()
  await expect(page.getByRole('combobox', { name: /^Destination/ })).toBeFocused()

  // A fresh editor: the barcode is a few steps away.
  await scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('nobody')
  for (let steps = 0; steps < 4; steps += 1) {
    if ((await focused(page)).startsWith('input Barcode')) break
    await page.keyboard.press('Tab')
  }
  await expect(station.field('Barcode')).toBeFocused()
  await hands.press('Escape')
  await expect(station.field('Barcode')).not.toBeFocused()

  // The panels, by each of their keys: letters go where the panel is, not to shortcuts.
  for (const key of ['/', 'F3']) {
    await hands.press(key)
    await expect(page.getByRole('combobox', { name: 'Variety' })).toBeFocused()
    await hands.type('plug')
    await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
    await hands.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Variety' })).not.toBeFocused()
  }
  await hands.press('e')
  await expect.poll(() => focused(page)).toMatch(/^(input|textarea)/)
  await scanner.scan('%T.HEADER.CANCEL')
  await expect.poll(() => focused(page)).toMatch(/^h1 Issuance/)

  // A quantity that is done with leaves the focus on its line.
  await scanner.scan(barcode)
  await expect(station.quantityOf(barcode)).toBeFocused()
  await hands.type('7')
  await hands.press('Enter')
  await expect(station.strip).toContainText(`${barcode}: ordered 7.`)
  await expect.poll(() => focused(page)).toBe(`article ${barcode}`)

  // Why not? and the palette, opened from a field, give it back.
  await scanner.scan('ZZZZZZZZ99')
  await expect(station.strip).toContainText('No data available')
  await scanner.scan('%T.OK')
  await expect.poll(() => focused(page)).not.toBe('nobody')
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
  await expect.poll(() => focused(page)).toBe(`article ${barcode}`)
  await hands.press('v')
  await expect(station.button(/^Cancel Issuance/)).toBeVisible()

  // A command that leads to where one is.
  await hands.press('t')
  await expect(station.heading('Setup')).toBeVisible()
  await station.runByPalette('go to setup')
  await expect(station.sheet('Commands')).toBeHidden()
  await expect.poll(() => focused(page)).not.toBe('nobody')
})
