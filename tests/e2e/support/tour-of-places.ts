/**
 * A walk past every screen that has an address of its own, without working on any: those of the menu are
 * found there.
 */
import { expect } from 'playwright/test'
import type { Look } from './tour.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

// Not a place to stay at.
const passing: ReadonlySet<string> = new Set(['/InitializeApplication/', '/LogOut/'])

export async function tourOfPlaces(station: Workstation, warehouse: Warehouse, look: Look): Promise<void> {
  const { page } = station
  const main = page.getByRole('main')
  const [barcode = '', other = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([{ barcode, ordered: 5 }])
  const transfer = await warehouse.shippedTransfer('ORW', [{ barcode: other, quantity: 5 }])
  const settled = async () => {
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  }

  await station.isSetUp(warehouse.place)
  await station.open('/Dashboard/')
  await station.tellName('sam.super')
  await expect(page.getByRole('link', { name: /^\d+ Issuances/ })).toBeVisible({ timeout: 60_000 })
  await expect(station.strip).toBeVisible()
  await station.button('Menu').press('Enter')
  const places = await station.navigation
    .getByRole('link', { includeHidden: true })
    .or(station.header.locator('a.menu-entry'))
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await station.hands.press('Escape')
  expect(places).toEqual(
    expect.arrayContaining(['/AdjustTrim/', '/Dashboard/', '/Releases/', '/HealthCheck/']),
  )
  for (const path of [
    ...places.filter((each) => !passing.has(each)),
    `/Issuance/Edit/${tag}`,
    `/Issuance/Grower/${tag}`,
    '/Transfer/ReceivingList',
    '/Transfer/Edit/New',
    `/TransferInventory/${transfer}`,
    `/ReceiveInventory/${transfer}`,
    '/Maintenance/people',
    '/Maintenance/people/pia.picker',
    '/Maintenance/seasons/New',
    '/Maintenance/Import/',
    '/Maintenance/Labels/',
    `/History/Barcode/${other}`,
    `/History/Document/${transfer}`,
    '/Trace/',
    `/Trace/${other}`,
    '/Nowhere/',
  ]) {
    await station.goTo(path)
    await settled()
    await look(
      path
        .replaceAll(/\W+\d*/g, ' ')
        .trim()
        .replaceAll(' ', '-')
        .toLowerCase(),
    )
  }

  await station.goTo('/AdjustTrim/')
  await expect(station.page.getByRole('link', { name: /^Review request/ }).first()).toBeVisible()
  await station.scanner.scan('%T.REVIEW')
  await expect(station.heading(/^Adjustment request \d+$/)).toBeVisible()
  await look('adjustment-request')

  warehouse.network.fail('grower')
  await station.goTo('/InitializeApplication/')
  await expect(station.button('Try, Try Again')).toBeFocused()
  await look('initialize-failed')
  warehouse.network.recover()
}
