import { checkScreen } from './support/check-screen.ts'
import { expect, test } from './support/test.ts'
import { tour, tourOfLogs } from './support/tour.ts'

test.describe.configure({ timeout: 600_000 })

const tours = { 'issuances and corrections': tour, 'dumps, returns and grower storage': tourOfLogs }

for (const [name, runTour] of Object.entries(tours)) {
  test(`every screen of ${name} is accessible and operable, and fits from 320 px on`, async ({
    station,
    warehouse,
  }) => {
    await runTour(station, warehouse, (stop) => checkScreen(station.page, stop))
  })
}

test('administrators can read and add print servers', async ({ station, warehouse }) => {
  const check = (stop: string) => checkScreen(station.page, stop)
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await station.scanner.scan('%T.LABELS')
  await expect(station.heading('Print')).toBeVisible()
  await station.scanner.scan('%T.NEW.PRINTER')
  await expect(station.heading('New print server')).toBeVisible()
  await check('print-new')
  await station.typeInto(station.page.getByRole('textbox', { name: /^Computer/ }), '127.0.0.1')
  await station.tabTo(station.page.getByRole('textbox', { name: /^Printer/ }))
  await station.hands.type('Desk')
  await station.hands.press('Enter')
  await expect(station.line('Desk')).toBeVisible()
  await check('print-servers')
})

test('the strip of the last scan is readable in each of its states', async ({ station, warehouse }) => {
  const { page, scanner } = station
  const [first = '', second = '', third = ''] = await warehouse.plants(3)
  const tag = await warehouse.issuance([first, second, third].map((barcode) => ({ barcode, ordered: 40 })))
  const check = (name: string) => checkScreen(page, `strip-${name}`, '.scan-strip')
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  await station.hands.type('35')
  await expect(station.strip).toContainText('Next: × 35')
  await check('quantity')
  await station.hands.press('Escape')
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: picked 40 of 40.`)
  await check('ok')
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first} is picked already`)
  await check('warning')
  await scanner.scan('NOSUCHCODE', second, third)
  await expect(station.strip).toContainText('2 waiting')
  await check('error')
  warehouse.network.slow(20_000)
  await scanner.scan('%T.OK')
  await expect(station.strip).toContainText(`${third}: 40 saved on this device.`)
  await check('saved-here')
  // As if the address bar or another window had the keyboard focus.
  await page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new FocusEvent('blur'))
  })
  await expect(page.getByText(/^This window is not listening\./)).toBeVisible()
  await check('elsewhere')
})
